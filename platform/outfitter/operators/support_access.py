"""
An operator's consent to support: asked for, granted for some hours, used, ended.

Every change is a conditional update: of two people who act at once one wins, the other is told.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import IntegrityError
from django.db.models import Q

from outfitter.db.locks import atomic
from outfitter.kit.errors import DomainError, Invalid
from outfitter.kit.person_names import full_name
from outfitter.operators.models import SupportAccess

# For so many hours an owner may open the business to support.
HOURS: Final = (1, 8, 24)
BY_TIME: Final = "time"
SHOWN: Final = 10


class SupportAccessBusy(DomainError):
    """There is a question or a consent already; it has to end first."""

    code = "support_access_open"
    status = 409


class NoSupportAccess(DomainError):
    """There is no such question or consent, or no longer."""

    code = "support_access_over"
    status = 409


@dataclass(frozen=True, slots=True)
class SupportState:
    """What both sides see of the question or consent that is open."""

    id: int
    state: str
    reason: str
    may_change: bool
    asked_by: str
    asked_at: datetime
    granted_by: str
    granted_at: datetime | None
    ends_at: datetime | None


@dataclass(frozen=True, slots=True)
class PastSupport:
    """A question or consent that is over; `ended_by` is a name, or "time"."""

    id: int
    state: str
    reason: str
    ended_at: datetime
    ended_by: str


def ask(*, account_id: int, user_id: int, reason: str, at: datetime) -> int:
    """
    Ask an operator's owners for access; returns the id of the question.

    :raises Invalid: no reason is given
    :raises SupportAccessBusy: something is open already
    """
    if not reason.strip():
        raise Invalid({"reason": ["Say why. The owner will read it."]})
    row = SupportAccess(
        account_id=account_id, user_id=user_id, state="asked", reason=reason.strip(), asked_at=at
    )
    return _open(row, at)


def grant(*, account_id: int, hours: int, may_change: bool, by: str, at: datetime) -> SupportState:
    """
    Open a business to support for some hours: what was asked for, else on the owner's own account.

    :raises Invalid: for another time than 1, 8 or 24 hours
    :raises SupportAccessBusy: it is open already
    """
    if hours not in HOURS:
        raise Invalid({"hours": ["Choose 1, 8 or 24 hours."]})
    granted: dict[str, Any] = {
        "state": "granted",
        "may_change": may_change,
        "granted_at": at,
        "granted_by": by,
        "ends_at": at + timedelta(hours=hours),
    }
    with atomic():
        asked = SupportAccess.objects.filter(account_id=account_id, state="asked")
        if not asked.update(**granted):
            _open(SupportAccess(account_id=account_id, asked_at=at, **granted), at)
        found = current(account_id=account_id, at=at)
        if found is None:
            raise NoSupportAccess("This request is no longer open.")
        return found


def end(*, account_id: int, by: str, at: datetime) -> None:
    """
    End a consent, by whom of both sides ever; it counts no longer with the next request.

    :raises NoSupportAccess: none is open
    """
    _close(Q(account_id=account_id, state="granted", ends_at__gt=at), "ended", by, at)


def refuse(*, account_id: int, by: str, at: datetime) -> None:
    """
    Say no to a question.

    :raises NoSupportAccess: none is open
    """
    _close(Q(account_id=account_id, state="asked"), "refused", by, at)


def withdraw(*, account_id: int, by: str, at: datetime) -> None:
    """
    Take a question back.

    :raises NoSupportAccess: none is open
    """
    _close(Q(account_id=account_id, state="asked"), "withdrawn", by, at)


def current(*, account_id: int, at: datetime) -> SupportState | None:
    """Return the question or consent that is open, None when there is none or its time is over."""
    rows = SupportAccess.objects.select_related("user").filter(account_id=account_id)
    row = rows.filter(Q(state="asked") | Q(state="granted", ends_at__gt=at)).first()
    return None if row is None else _state(row)


def list_over(*, account_id: int, at: datetime) -> list[PastSupport]:
    """Return the questions and consents that are over, the latest first."""
    rows = SupportAccess.objects.filter(account_id=account_id).exclude(state="asked")
    past = rows.exclude(state="granted", ends_at__gt=at).order_by("-pk")[:SHOWN]
    return [
        PastSupport(
            id=row.pk,
            # Nobody had to do anything for its time to run out.
            state="ended" if row.state == "granted" else row.state,
            reason=row.reason,
            ended_at=row.ended_at or row.ends_at or row.asked_at,
            ended_by=row.ended_by or BY_TIME,
        )
        for row in past
    ]


def find_consent(*, schema_name: str, user_id: int, at: datetime) -> SupportState | None:
    """Return the consent under which somebody may look into an operator's schema at this instant."""
    rows = SupportAccess.objects.select_related("user").filter(
        Q(user_id=user_id) | Q(user_id__isnull=True),
        account__schema_name=schema_name,
        state="granted",
        ends_at__gt=at,
    )
    row = rows.first()
    return None if row is None else _state(row)


def _open(row: SupportAccess, at: datetime) -> int:
    try:
        with atomic():
            over = SupportAccess.objects.filter(account_id=row.account_id, state="granted", ends_at__lte=at)
            over.update(state="ended", ended_at=at, ended_by=BY_TIME)
            row.save(force_insert=True)
    except IntegrityError as problem:
        raise SupportAccessBusy("There is an open request or access already.") from problem
    return row.pk


def _close(which: Q, state: str, by: str, at: datetime) -> None:
    if not SupportAccess.objects.filter(which).update(state=state, ended_at=at, ended_by=by):
        raise NoSupportAccess("This is no longer open.")


def _state(row: SupportAccess) -> SupportState:
    user = row.user
    name = "" if user is None else full_name(user.first_name, user.last_name) or user.email
    return SupportState(
        id=row.pk,
        state=row.state,
        reason=row.reason,
        may_change=row.may_change,
        asked_by=name,
        asked_at=row.asked_at,
        granted_by=row.granted_by,
        granted_at=row.granted_at,
        ends_at=row.ends_at,
    )
