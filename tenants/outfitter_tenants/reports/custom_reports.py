"""Writes of saved reports."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import IntegrityError, transaction

from outfitter.db.lists import ListReader
from outfitter.db.locks import atomic
from outfitter.kit.errors import Forbidden, Invalid, StaleVersion
from outfitter_tenants.audit.operations import record
from outfitter_tenants.people import queries as people
from outfitter_tenants.reports import custom_report_queries as queries
from outfitter_tenants.reports import report_mails, saved_definition
from outfitter_tenants.reports.models import CustomReport, ReportRecipient
from outfitter_tenants.reports.report import Report

MOST_REPORTS: Final = 100
MOST_RECIPIENTS: Final = 20


@dataclass(frozen=True, slots=True)
class CustomReportDraft:
    """A saved report: what it asks, who may open it, when it is mailed (None: never) and to whom."""

    name: str
    base: str
    definition: saved_definition.Definition
    is_shared: bool
    schedule: Mapping[str, object] | None
    recipient_ids: Sequence[int]


def create(*, draft: CustomReportDraft, reader: ListReader, name: str, at: datetime) -> int:
    """
    Save a new report; `name` is its owner's. Returns its id.

    :raises Forbidden: this person may not read the report, or not share or mail it
    :raises Invalid: with the name of every field that is wrong
    """
    report = queries.base_of(draft.base)
    _check(report, draft, reader, is_new_share=draft.is_shared)
    owner = _me(reader)
    with atomic():
        if CustomReport.objects.filter(owner_avatar_id=owner).count() >= MOST_REPORTS:
            raise Invalid({"name": [f"You have {MOST_REPORTS} reports. Delete one first."]})
        row = CustomReport(
            base=draft.base, owner_avatar_id=owner, owner_name=name, created_at=at, changed_at=at
        )
        _fill(row, draft)
        _write(row)
        _set_recipients(row, draft.recipient_ids)
        report_mails.plan(row, at=at)
        record(
            entity_type="custom_report",
            entity_id=row.pk,
            action="custom_report.created",
            at=at,
            after=_told(row, draft),
        )
    return row.pk


def save(
    *, report_id: int, draft: CustomReportDraft, version: int | None, reader: ListReader, at: datetime
) -> None:
    """
    Change a saved report.

    :raises CustomReportNotFound: there is none this person may open
    :raises Forbidden: it belongs to somebody else, or this person may not read, share or mail it
    :raises StaleVersion: somebody changed it since
    :raises Invalid: with the name of every field that is wrong
    """
    with atomic():
        row = queries.lock_report(report_id=report_id, reader=reader)
        queries.check_editable(row, reader)
        if version is not None and version != row.version:
            raise StaleVersion("Someone changed this report in the meantime.", version=row.version)
        report = queries.base_of(draft.base)
        _check(report, draft, reader, is_new_share=draft.is_shared and not row.is_shared)
        before, schedule = _told(row, None), row.schedule
        _fill(row, draft)
        row.changed_at, row.version = at, row.version + 1
        _write(row)
        _set_recipients(row, draft.recipient_ids)
        if schedule != row.schedule or row.next_send_at is None:
            report_mails.plan(row, at=at)
        after = _told(row, draft)
        record(
            entity_type="custom_report",
            entity_id=row.pk,
            action="custom_report.changed",
            at=at,
            before=before,
            after=after,
        )


def remove(*, report_id: int, reader: ListReader, at: datetime) -> None:
    """
    Delete a saved report; it is mailed no more.

    :raises CustomReportNotFound: there is none this person may open
    :raises Forbidden: it belongs to somebody else
    """
    with atomic():
        row = queries.lock_report(report_id=report_id, reader=reader)
        queries.check_editable(row, reader)
        record(
            entity_type="custom_report",
            entity_id=row.pk,
            action="custom_report.deleted",
            at=at,
            before={"name": row.name, "base": row.base},
        )
        report_mails.forget(row)
        row.delete()


def clone(*, report_id: int, reader: ListReader, name: str, at: datetime) -> int:
    """
    Save a report this person may open once more, as their own: neither shared nor mailed.

    :raises CustomReportNotFound: there is none
    """
    found = queries.get_report(report_id=report_id, reader=reader)
    taken = set(CustomReport.objects.filter(owner_avatar_id=_me(reader)).values_list("name", flat=True))
    title = _free_name(found.name, {one.lower() for one in taken})
    draft = CustomReportDraft(title, found.base, found.definition, False, None, ())
    return create(draft=draft, reader=reader, name=name, at=at)


def set_subscription(*, report_id: int, is_subscribed: bool, reader: ListReader, at: datetime) -> None:
    """
    Have oneself sent a report no more, or again; who is no recipient becomes one of a shared report.

    :raises CustomReportNotFound: there is none this person may open
    :raises Forbidden: their role doesn't let them take reports out
    """
    with atomic():
        row = queries.lock_report(report_id=report_id, reader=reader)
        me = _me(reader)
        mine = ReportRecipient.objects.filter(report=row, avatar_id=me)
        if not is_subscribed:
            changed = mine.filter(unsubscribed_at__isnull=True).update(unsubscribed_at=at)
        else:
            changed = mine.filter(unsubscribed_at__isnull=False).update(unsubscribed_at=None)
            if not mine.exists():
                if not queries.may_receive(queries.base_of(row.base), people.get_avatar(avatar_id=me), at=at):
                    raise Forbidden("Your role does not allow this.", permission="export")
                _set_recipients(row, [*_listed(row), me])
                changed = 1
        if changed:
            record(
                entity_type="custom_report",
                entity_id=row.pk,
                action="custom_report.subscribed" if is_subscribed else "custom_report.unsubscribed",
                at=at,
            )


def _me(reader: ListReader) -> int:
    """
    Return whose report it is.

    :raises Forbidden: a program asks: what is saved belongs to a person
    """
    if reader.avatar_id is None:
        raise Forbidden("Only people of the team save reports.")
    return reader.avatar_id


def _listed(row: CustomReport) -> list[int]:
    return list(ReportRecipient.objects.filter(report=row).values_list("avatar_id", flat=True))


def _check(report: Report, draft: CustomReportDraft, reader: ListReader, *, is_new_share: bool) -> None:
    if not queries.may_read(report, reader):
        raise Forbidden("Your role does not allow this.", permission=report.permission)
    if is_new_share and not reader.can(queries.SHARING):
        raise Forbidden("Your role doesn't allow sharing reports.", permission=queries.SHARING)
    saved_definition.check(report, draft.definition, reader)
    if draft.schedule is None:
        return
    if not reader.can("export"):
        raise Forbidden("Your role does not allow this.", permission="export")
    if not draft.recipient_ids:
        raise Invalid({"recipients": ["Choose who gets this report."]})
    _check_recipients(report, draft.recipient_ids, reader)


def _check_recipients(report: Report, ids: Sequence[int], reader: ListReader) -> None:
    if len(set(ids)) > MOST_RECIPIENTS:
        raise Invalid({"recipients": [f"Choose at most {MOST_RECIPIENTS} people."]})
    avatars = people.list_avatars(ids=list(ids))
    wrong = [one for one in ids if not queries.may_receive(report, avatars.get(one), at=reader.at)]
    if wrong:
        names = ", ".join(avatars[one].name if one in avatars else f"#{one}" for one in wrong)
        raise Invalid({"recipients": [f"Not allowed to read or export this report: {names}."]})


def _fill(row: CustomReport, draft: CustomReportDraft) -> None:
    row.name, row.base, row.is_shared = draft.name, draft.base, draft.is_shared
    row.definition = draft.definition.to_json()
    row.schedule = dict(draft.schedule) if draft.schedule is not None else None
    if row.schedule is None:
        row.next_send_at = None


def _set_recipients(row: CustomReport, ids: Sequence[int]) -> None:
    # Who left keeps their place: being listed anew by somebody else does not bring the mails back.
    mine = ReportRecipient.objects.filter(report=row)
    mine.filter(unsubscribed_at__isnull=True).exclude(avatar_id__in=ids).delete()
    places = [ReportRecipient(report=row, avatar_id=one) for one in dict.fromkeys(ids)]
    ReportRecipient.objects.bulk_create(places, ignore_conflicts=True)


def _write(row: CustomReport) -> None:
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError as problem:
        if "one_report_of_a_name" not in str(problem):
            raise
        raise Invalid({"name": ["You already have a report with this name."]}) from problem


def _told(row: CustomReport, draft: CustomReportDraft | None) -> dict[str, object]:
    """Return what the audit log keeps of a saved report."""
    told: dict[str, object] = {
        "name": row.name,
        "base": row.base,
        "is_shared": row.is_shared,
        "schedule": row.schedule,
        "definition": row.definition,
    }
    return told if draft is None else {**told, "recipients": list(draft.recipient_ids)}


def _free_name(name: str, taken: set[str]) -> str:
    number = 2
    while (found := f"{name[:74]} ({number})").lower() in taken:
        number += 1
    return found
