"""Why a proposal cannot be decided as somebody wanted."""

from config.errors import AppError, Conflict, NotFound, PermissionDenied


class ProposalNotFound(NotFound):
    code, title = "proposal_not_found", "There is no such proposal"


class ProposalClosed(Conflict):
    """Somebody was quicker; `detail` says what was decided."""

    code, title = "proposal_closed", "This has been decided already"


class ProposalExpired(ProposalClosed):
    code, title = "proposal_expired", "Nobody agreed in time"


class ProposalVoid(ProposalClosed):
    """What would run is not what was proposed."""

    code, title = "proposal_void", "Something has changed since this was proposed"


class PersonRequired(PermissionDenied):
    code, title = "person_required", "Only a person can agree"


class SomebodyElse(PermissionDenied):
    code, title = "self_approval", "Somebody else has to agree"


class CannotPropose(PermissionDenied):
    code, title = "cannot_propose", "There is nobody to ask"


class NotConfirmed(AppError):
    code, title = "not_confirmed", "The name does not match"


class NotGrantable(Conflict):
    code, title = "not_grantable", "This tool asks every time"
