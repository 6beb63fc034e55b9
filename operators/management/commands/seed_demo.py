from typing import Any

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.core.management.base import BaseCommand, CommandError

from accounts.catalogue import Role
from accounts.demo import PASSWORD, TENANTS, email_of
from accounts.models import User
from accounts.roles import give_role
from tenants.context import working_in
from tenants.models import Domain, Tenant
from tenants.provisioning import provision, register_tenant
from tenants.registry import demo

# Where a browser lands that knows no workspace.
FRONT_DOOR = {"acme": ["localhost", "127.0.0.1"]}
NAMES = {
    Role.OWNER: "Olivia Owner",
    Role.ADMIN: "Adam Admin",
    Role.EDITOR: "Edith Editor",
    Role.MEMBER: "Mina Member",
    Role.VIEWER: "Victor Viewer",
    Role.GUEST: "Grace Guest",
}


class Command(BaseCommand):
    help = "Seed the demo: four workspaces and, in each, one person a role. Keeps what is there."

    def handle(self, *_args: Any, **_options: Any) -> None:
        if settings.PRODUCTION:
            raise CommandError("The demo's passwords are public; it is not seeded in production.")
        for slug, name in TENANTS.items():
            tenant = self.ensure_tenant(slug, name)
            self.ensure_people(tenant)
            self.fill(tenant)

    def ensure_tenant(self, slug: str, name: str) -> Tenant:
        tenant = Tenant.objects.filter(slug=slug).first()
        if tenant is None:
            taken = set(Domain.objects.values_list("domain", flat=True))
            doors = [door for door in FRONT_DOOR.get(slug, []) if door not in taken]
            tenant = register_tenant(slug=slug, name=name, domains=doors)
        if tenant.status == Tenant.Status.CREATING:
            self.stdout.write(f"  Creating the workspace {name} …")
            provision(tenant)
        return tenant

    def ensure_people(self, tenant: Tenant) -> None:
        if not tenant.is_active:
            return
        with working_in(tenant):
            known = set(User.objects.values_list("email", flat=True))
            for role, name in NAMES.items():
                email = email_of(role, tenant.slug)
                if email not in known:
                    password = make_password(PASSWORD)
                    user = User.objects.create(email=email, name=name, password=password)
                    give_role(user, role)

    def fill(self, tenant: Tenant) -> None:
        if not tenant.is_active:
            return
        with working_in(tenant):
            for step in demo:
                step.run(tenant)
