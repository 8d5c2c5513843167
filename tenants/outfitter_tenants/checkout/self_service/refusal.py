"""How customers are told that they may not do something, one sentence for each reason."""

from collections.abc import Mapping
from typing import Final

from outfitter.kit.errors import DomainError
from outfitter_tenants.checkout.self_service.rules import Reason, Verdict


class NotOffered(DomainError):
    """The customer may not do this themselves, or no longer; `detail.reason` says why."""

    code = "self_service_refused"
    status = 409


_WORDS: Final[Mapping[Reason, str]] = {
    "off": "This can't be changed online. Please contact us.",
    "partner": "This was booked through a partner. Please ask them to change it.",
    "under_review": "This booking is being reviewed. We'll get back to you.",
    "not_booked": "This trip isn't booked.",
    "canceled": "This was canceled.",
    "cutoff": "It's too late to change this online. Please contact us.",
    "started": "This has already started.",
    "limit": "This was already moved as often as we allow online. Please contact us.",
    "unscheduled": "Please choose a new time first.",
    "checked_in": "Guests have already checked in.",
    "locked": "This booking can't be changed right now. Please contact us.",
    "paying": "Someone is paying for this trip right now. Please try again in a moment.",
    "nothing_due": "There's nothing to pay right now.",
    "too_early": "Please tell us once the tour is over.",
    "done": "This was already done. Thank you!",
}


def demand(verdict: Verdict) -> None:
    """
    Refuse what a verdict does not allow.

    :raises NotOffered: with the reason, and until when it was allowed
    """
    if verdict.reason is None:
        return
    until = verdict.until.isoformat() if verdict.until else None
    raise NotOffered(_WORDS[verdict.reason], reason=verdict.reason, until=until)
