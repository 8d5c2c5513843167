"""Why somebody may not do what they ask for."""

from typing import Final, Literal

from outfitter.kit.errors import DomainError, Forbidden

# What a person has to do before anything else answers (domain.md 5.0, 6.2).
Gate = Literal["second_factor_required", "tos_required"]


class Unauthenticated(DomainError):
    """Nobody is signed in here."""

    code = "unauthenticated"
    status = 401


class SupportEnded(Forbidden):
    """Support's time at this operator is over, or its owner ended it."""

    code = "support_ended"


class SupportReadOnly(Forbidden):
    """Support was let in to look, or this is never for support."""

    code = "support_read_only"


class CsrfFailed(DomainError):
    """A signed-in browser sent an unsafe request without its token."""

    code = "csrf_failed"
    status = 403


class ApiKeyRefused(Forbidden):
    """An operator's API key reads; this is for people alone."""

    code = "api_key_refused"


class GateRequired(Forbidden):
    """The caller has to do something else first: set up a second factor, agree to the terms."""

    def __init__(self, gate: Gate) -> None:
        super().__init__(_GATES[gate])
        # One refusal, two names: a client looks at the code only.
        self.code = gate  # type: ignore[misc]


class AccountSuspended(Forbidden):
    """The operator's account is suspended or closed: nothing is sold, staff only look."""

    code = "account_suspended"


class AtCounter(Forbidden):
    """Whoever signed in by PIN sells and counts; this asks for a password."""

    code = "at_counter"


class ConfirmationRequired(Forbidden):
    """The caller has to prove anew who they are: the last proof is more than ten minutes old."""

    code = "confirmation_required"


_GATES: Final[dict[Gate, str]] = {
    "second_factor_required": "Set up two-step verification first.",
    "tos_required": "Accept the terms first.",
}
