"""Links to reports for people without a login: signed, for a while, taken back at any time (ADR 108)."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from django.core.signing import BadSignature, Signer
from django.db.models import Q, QuerySet

from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.errors import DomainError, NotFound
from outfitter_tenants.audit.operations import record
from outfitter_tenants.reports.models import ReportLink

# More than anyone keeps an eye on.
MOST_OPEN: Final = 50
# Ended links are listed for so long, for whoever is asked why one does not work.
LISTED: Final = timedelta(days=90)
# Where the page of each report is.
PAGES: Final = {
    "reviews": "/public/reports/reviews/view",
    "executive": "/public/reports/executive/view",
    "conversion": "/public/reports/conversion",
}
_SALT: Final = "outfitter.report_link"


class ReportLinkNotFound(NotFound):
    """No such link here, or none that still opens anything."""


class TooManyReportLinks(DomainError):
    """So many links are open that nobody oversees them."""

    code = "too_many"
    status = 409


@dataclass(frozen=True, slots=True)
class ReportLinkDraft:
    """What a link is to open: `days` back (None: all), one experience or all of them, for so long."""

    report: str
    days: int | None
    experience_id: int | None
    good_for: timedelta


def create_link(draft: ReportLinkDraft, *, by: int | None, at: datetime) -> ReportLink:
    """
    Make a link.

    :raises TooManyReportLinks: fifty are open
    """
    if _open(draft.report, at).count() >= MOST_OPEN:
        raise TooManyReportLinks("You have many open links. Withdraw one you no longer need first.")
    with atomic():
        row: ReportLink = ReportLink.objects.create(
            report=draft.report,
            days=draft.days,
            experience_id=draft.experience_id,
            created_by=by,
            created_at=at,
            # The address carries whole seconds.
            expires_at=(at + draft.good_for).replace(microsecond=0),
        )
        after = {"report": row.report, "days": row.days, "experience_id": row.experience_id}
        _record("report_link.created", row.pk, at, {**after, "expires_at": row.expires_at.isoformat()})
    return row


def withdraw_link(*, link_id: int, at: datetime) -> ReportLink:
    """
    Have a link open nothing, from now on. Twice is no error.

    :raises ReportLinkNotFound: there is none
    """
    with atomic():
        if ReportLink.objects.filter(pk=link_id, withdrawn_at__isnull=True).update(withdrawn_at=at):
            _record("report_link.withdrawn", link_id, at, {})
        row = ReportLink.objects.filter(pk=link_id).first()
    if row is None:
        raise ReportLinkNotFound("Link not found.")
    return row


def list_links(*, report: str, at: datetime) -> list[ReportLink]:
    """Return the links to a report, newest first: all open ones, and those that ended lately."""
    since = at - LISTED
    open_or_lately = Q(withdrawn_at__isnull=True, expires_at__gt=since) | Q(withdrawn_at__gt=since)
    return list(ReportLink.objects.filter(open_or_lately, report=report).order_by("-id")[:200])


def state_of(row: ReportLink, *, at: datetime) -> str:
    """Return whether a link is "open", "expired" or "withdrawn"."""
    if row.withdrawn_at is not None:
        return "withdrawn"
    return "open" if row.expires_at > at else "expired"


def path_of(row: ReportLink) -> str:
    """Return where a link leads on its operator's host; always the same one."""
    token = _signer().sign(f"{row.pk}-{int(row.expires_at.timestamp())}")
    return f"{PAGES[row.report]}?t={token}"


def open_link(token: str, *, report: str, at: datetime) -> ReportLink:
    """
    Return the link of a token.

    :raises ReportLinkNotFound: it is forged, of another operator or report, has ended, or was taken back
    """
    try:
        link_id, _, until = _signer().unsign(token).partition("-")
        is_over = datetime.fromtimestamp(int(until), tz=UTC) <= at
    except (BadSignature, ValueError) as problem:
        raise ReportLinkNotFound("Link not found.") from problem
    row = None if is_over else _open(report, at).filter(pk=int(link_id)).first()
    if row is None:
        raise ReportLinkNotFound("Link not found.")
    return row


def _open(report: str, at: datetime) -> "QuerySet[ReportLink]":
    return ReportLink.objects.filter(report=report, withdrawn_at__isnull=True, expires_at__gt=at)


def _signer() -> Signer:
    return Signer(salt=f"{_SALT}.{current_schema()}", sep="~")


def _record(action: str, link_id: int, at: datetime, after: dict[str, object]) -> None:
    record(entity_type="report_link", entity_id=link_id, action=action, at=at, after=after or None)
