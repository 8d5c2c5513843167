"""Reads of saved reports: one's own and the shared ones, as far as a person may read what they are of."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING

from django.db.models import Q

from outfitter.db.lists import ListReader
from outfitter.kit.errors import Forbidden, Invalid, NotFound
from outfitter_tenants.people import queries as people
from outfitter_tenants.reports import definitions, saved_definition
from outfitter_tenants.reports.models import CustomReport, ReportMail, ReportRecipient
from outfitter_tenants.reports.report import Report
from outfitter_tenants.reports.rules.periods import Period

if TYPE_CHECKING:
    from django.db.models import QuerySet

# Who shares reports, and changes those that others shared.
SHARING = "setup.general"


class CustomReportNotFound(NotFound):
    """No such saved report, somebody else's own, or one of a report this person may not read."""


@dataclass(frozen=True, slots=True)
class RecipientRow:
    """
    Somebody who gets a report; `is_able` says whether they may at this moment.

    `last_status` is what became of the latest mail to them, null before the first; `last_reason` is why it
    was not sent.
    """

    id: int
    name: str
    is_unsubscribed: bool
    is_able: bool
    last_status: str | None = None
    last_reason: str = ""


@dataclass(frozen=True, slots=True)
class CustomReportRow:
    """
    A saved report as one person sees it.

    `missing` are the columns, filters and groups it was saved with that are gone, or that this person
    may not see: the definition comes without them. `first` and `last` are its days today, null when
    they make no sense any more.
    """

    id: int
    name: str
    base: str
    definition: saved_definition.Definition
    first: date | None
    last: date | None
    missing: Sequence[str]
    is_shared: bool
    is_mine: bool
    is_editable: bool
    is_subscribed: bool
    owner_name: str
    schedule: Mapping[str, object] | None
    recipients: Sequence[RecipientRow]
    next_send_at: datetime | None
    last_sent_at: datetime | None
    version: int


def base_of(slug: str) -> Report:
    """
    Return the report of an address's last part.

    :raises Invalid: there is none that can be saved
    """
    found = definitions.REPORTS.get(slug)
    if found is None:
        raise Invalid({"base": ["Choose a report."]})
    return found


def may_read(report: Report, reader: ListReader) -> bool:
    """Return whether somebody may read a report: the report's own right, and its list's."""
    return reader.can(report.permission) and reader.can(report.listing.permission)


def reader_of(avatar: people.AvatarRow, *, at: datetime) -> ListReader:
    """Return somebody of the team as lists know them, with the rights of this moment."""
    is_there = avatar.status == "active" and avatar.kind == "staff" and avatar.scope == "all"
    permissions = avatar.permissions if is_there else frozenset[str]()
    return ListReader(permissions, people.get_properties().time_zone, at, avatar.id)


def may_receive(report: Report, avatar: people.AvatarRow | None, *, at: datetime) -> bool:
    """
    Return whether a report goes to somebody: staff who see every booking, read it and take files out.

    People outside the team get no rows: a link to figures is for them (ADR 108).
    """
    if avatar is None:
        return False
    reader = reader_of(avatar, at=at)
    return reader.can("export") and may_read(report, reader)


def visible(reader: ListReader) -> "QuerySet[CustomReport]":
    """Return the saved reports a person may open."""
    readable = [slug for slug, report in definitions.REPORTS.items() if may_read(report, reader)]
    mine = Q(owner_avatar_id=reader.avatar_id or 0)
    subscribed = Q(pk__in=ReportRecipient.objects.filter(avatar_id=reader.avatar_id or 0).values("report_id"))
    return CustomReport.objects.filter(mine | Q(is_shared=True) | subscribed, base__in=readable)


def list_reports(*, reader: ListReader) -> list[CustomReportRow]:
    """Return the saved reports a person may open, their own first, by name."""
    found = rows_of(list(visible(reader)), reader)
    return sorted(found, key=lambda row: (not row.is_mine, row.name.lower(), row.id))


def get_report(*, report_id: int, reader: ListReader) -> CustomReportRow:
    """
    Return one saved report.

    :raises CustomReportNotFound: there is none this person may open
    """
    found = rows_of(list(visible(reader).filter(pk=report_id)), reader)
    if not found:
        raise CustomReportNotFound("Report not found.")
    return found[0]


def lock_report(*, report_id: int, reader: ListReader) -> CustomReport:
    """
    Lock a saved report this person may open.

    :raises CustomReportNotFound: there is none
    """
    row = visible(reader).filter(pk=report_id).select_for_update(of=("self",)).first()
    if row is None:
        raise CustomReportNotFound("Report not found.")
    return row


def check_editable(row: CustomReport, reader: ListReader) -> None:
    """
    Refuse who may not change a saved report.

    :raises Forbidden: it belongs to somebody else
    """
    if not _is_editable(row, reader):
        raise Forbidden("This report belongs to someone else.", permission=SHARING)


def _is_editable(row: CustomReport, reader: ListReader) -> bool:
    return row.owner_avatar_id == reader.avatar_id or (row.is_shared and reader.can(SHARING))


def rows_of(rows: Sequence[CustomReport], reader: ListReader) -> list[CustomReportRow]:
    """Return saved reports as one person sees them, in a fixed number of statements."""
    ids = [row.pk for row in rows]
    places = list(ReportRecipient.objects.filter(report_id__in=ids).order_by("id"))
    avatars = people.list_avatars(ids=[one.avatar_id for one in places])
    sent = ReportMail.objects.filter(report_id__in=ids, status="sent").order_by("report_id", "-due_at")
    latest = dict(sent.distinct("report_id").values_list("report_id", "sent_at"))
    mails = ReportMail.objects.filter(report_id__in=ids).order_by("report_id", "avatar_id", "-due_at")
    outcomes = {(one.report_id, one.avatar_id): one for one in mails.distinct("report_id", "avatar_id")}
    return [
        _row(
            row,
            reader,
            [one for one in places if one.report_id == row.pk],
            avatars,
            latest.get(row.pk),
            outcomes,
        )
        for row in rows
    ]


def _days_of(definition: saved_definition.Definition, reader: ListReader) -> Period | None:
    """Return the days that a saved report is of now; None where they make no sense any more."""
    try:
        return saved_definition.days_of(definition, today=reader.today)
    except Invalid:
        return None


def _row(
    row: CustomReport,
    reader: ListReader,
    places: Sequence[ReportRecipient],
    avatars: Mapping[int, people.AvatarRow],
    last_sent_at: datetime | None,
    outcomes: Mapping[tuple[int, int], ReportMail],
) -> CustomReportRow:
    report = definitions.REPORTS[row.base]
    kept = saved_definition.Definition.from_json(row.definition)
    opened = saved_definition.open_definition(report, kept, reader)
    days = _days_of(opened.definition, reader)
    is_editable = _is_editable(row, reader)
    return CustomReportRow(
        id=row.pk,
        name=row.name,
        base=row.base,
        definition=opened.definition,
        first=days.first if days else None,
        last=days.last if days else None,
        missing=opened.missing,
        is_shared=row.is_shared,
        is_mine=row.owner_avatar_id == reader.avatar_id,
        is_editable=is_editable,
        is_subscribed=any(
            one.avatar_id == reader.avatar_id and one.unsubscribed_at is None for one in places
        ),
        owner_name=row.owner_name,
        schedule=row.schedule,
        recipients=[
            _recipient(report, one, avatars[one.avatar_id], outcomes.get((row.pk, one.avatar_id)), reader)
            for one in places
            if is_editable and one.avatar_id in avatars
        ],
        next_send_at=row.next_send_at,
        last_sent_at=last_sent_at,
        version=row.version,
    )


def _recipient(
    report: Report,
    place: ReportRecipient,
    avatar: people.AvatarRow,
    latest: ReportMail | None,
    reader: ListReader,
) -> RecipientRow:
    return RecipientRow(
        avatar.id,
        avatar.name,
        place.unsubscribed_at is not None,
        may_receive(report, avatar, at=reader.at),
        latest.status if latest else None,
        latest.reason if latest else "",
    )
