"""The step that accounts adds to making a tenant."""

from accounts.catalogue import Role
from accounts.invitations import open_invitation
from accounts.models import Invitation, User
from tenants.models import Tenant


def invite_owner(tenant: Tenant) -> None:
    """Runs inside the new tenant; a second run changes nothing."""
    if not tenant.owner_email:
        return
    invited = Invitation.objects.filter(email=tenant.owner_email).exists()
    if not invited and not User.objects.filter(email=tenant.owner_email).exists():
        open_invitation(email=tenant.owner_email, role=Role.OWNER, invited_by="The operators")
