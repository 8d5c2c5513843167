"""
Saved reports by mail: each occasion once for each person, with the rights of that moment (ADR 124).

A report's `next_send_at` is the occasion. Whoever takes it writes a row for each recipient and moves it
on, in one transaction; each row is work of its own: its file is made in the recipient's name, then the
mail goes with the address of the file. A worker may die at any line, and any work may run twice.
"""

from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from smtplib import SMTPRecipientsRefused
from typing import Final

from babel.dates import format_date
from django.core.mail import EmailMultiAlternatives
from django.db.models import F, Q

from outfitter.accounts.mail_layout import MailBlock, build_mail
from outfitter.db.batch_delete import BATCH, delete_batch
from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.errors import Forbidden, Invalid
from outfitter.kit.locales import localized_path, route_locale
from outfitter.plugins import contexts, scheduled_jobs
from outfitter_tenants.audit.operations import record
from outfitter_tenants.notifications.tasks import locale_of
from outfitter_tenants.people import queries as people
from outfitter_tenants.people import recipients
from outfitter_tenants.reports import custom_report_queries as queries
from outfitter_tenants.reports import definitions, report_files, saved_definition
from outfitter_tenants.reports.models import CustomReport, ReportMail
from outfitter_tenants.reports.printout import Reader
from outfitter_tenants.reports.rules.send_times import SendTimes, next_after
from outfitter_tenants.transfer import queries as transfers

SEND: Final = "reports.send"
MAIL: Final = "reports.mail"
# How often the file is looked for while it is written, and for how long.
LOOK: Final = timedelta(seconds=15)
PATIENCE: Final = timedelta(hours=6)
MOST_ATTEMPTS: Final = 8
LEASE: Final = timedelta(minutes=10)
KEPT: Final = timedelta(days=90)


def plan(row: CustomReport, *, at: datetime) -> None:
    """Make a locked report due when its schedule next says so, or never."""
    if row.schedule is None:
        row.next_send_at = None
        scheduled_jobs.cancel(SEND, key=str(row.pk))
    else:
        row.next_send_at = next_after(_times(row.schedule), at, people.get_properties().time_zone)
        _schedule(row)
    row.save(update_fields=["next_send_at"])


def forget(row: CustomReport) -> None:
    """Take back what is due of a report that goes."""
    scheduled_jobs.cancel(SEND, key=str(row.pk))


def _schedule(row: CustomReport) -> None:
    if row.next_send_at is not None:
        scheduled_jobs.schedule(SEND, key=str(row.pk), due_at=row.next_send_at, payload={"report_id": row.pk})


def _times(schedule: Mapping[str, object]) -> SendTimes:
    return SendTimes(
        frequency=str(schedule["frequency"]),  # type: ignore[arg-type]
        at=time.fromisoformat(str(schedule["time"])),
        weekday=int(str(schedule["weekday"])),
        day=int(str(schedule["day"])),
    )


def send(payload: Mapping[str, int], at: datetime) -> None:
    """
    Take an occasion: a mail for each recipient, and the next occasion; a due job, may run twice.

    Occasions that nobody was there for come to one.
    """
    with atomic():
        row = CustomReport.objects.select_for_update(of=("self",)).filter(pk=payload["report_id"]).first()
        if row is None or row.next_send_at is None or row.schedule is None:
            return
        if row.next_send_at > at:
            _schedule(row)
            return
        if not _may(row, row.owner_avatar_id, at):
            _stop(row, at)
            return
        waiting = row.recipients.filter(unsubscribed_at__isnull=True).values_list("avatar_id", flat=True)
        mails = [
            ReportMail(report=row, avatar_id=one, due_at=row.next_send_at, status="queued") for one in waiting
        ]
        for mail in ReportMail.objects.bulk_create(mails):
            scheduled_jobs.schedule(MAIL, key=str(mail.pk), due_at=at, payload={"mail_id": mail.pk})
        plan(row, at=at)


def _may(row: CustomReport, avatar_id: int, at: datetime) -> bool:
    report = definitions.REPORTS.get(row.base)
    return report is not None and queries.may_receive(report, people.get_avatar(avatar_id=avatar_id), at=at)


def _stop(row: CustomReport, at: datetime) -> None:
    """End a schedule whose owner may no longer have the report: nobody answers for it."""
    row.next_send_at = None
    row.save(update_fields=["next_send_at"])
    record(
        entity_type="custom_report",
        entity_id=row.pk,
        action="custom_report.stopped",
        at=at,
        after={"name": row.name, "owner": row.owner_name, "schedule": row.schedule},
    )


def deliver(payload: Mapping[str, int], at: datetime) -> None:
    """Bring one mail a step on: have its file made, then send it; a due job, may run twice."""
    mail = ReportMail.objects.select_related("report").filter(pk=payload["mail_id"]).first()
    if mail is None or mail.status in {"sent", "skipped", "failed"}:
        return
    if reason := _obstacle(mail, at):
        _close(mail, "skipped", reason)
    elif mail.status == "queued":
        _have_made(mail, at)
    else:
        _send_when_made(mail, at)


def _obstacle(mail: ReportMail, at: datetime) -> str:
    """Return why somebody does not get a report at this moment; empty when they do."""
    place = mail.report.recipients.filter(avatar_id=mail.avatar_id).first()
    if place is None or place.unsubscribed_at is not None:
        return "unsubscribed"
    if not _may(mail.report, mail.avatar_id, at):
        return "forbidden"
    found = recipients.recipients(ids=[mail.avatar_id])
    return "suppressed" if not found or found[0].is_email_suppressed else ""


def _close(mail: ReportMail, status: str, reason: str) -> None:
    ReportMail.objects.filter(pk=mail.pk).exclude(status="sent").update(status=status, reason=reason)


def _have_made(mail: ReportMail, at: datetime) -> None:
    row = mail.report
    report = definitions.REPORTS[row.base]
    [person] = recipients.recipients(ids=[mail.avatar_id])
    avatar = people.get_avatar(avatar_id=mail.avatar_id)
    if avatar is None or row.schedule is None:
        _close(mail, "skipped", "forbidden")
        return
    # "Yesterday" is seen from the day it was to go, however late it is.
    reader = queries.reader_of(avatar, at=mail.due_at)
    kept = saved_definition.Definition.from_json(row.definition)
    definition = saved_definition.open_definition(report, kept, reader).definition
    order = report_files.FileOrder(
        str(row.schedule["format"]),
        definition.columns,
        definition.labels,
        row.name,
        route_locale(locale_of(person)),
        is_mailed=True,
    )
    try:
        with atomic():
            if not ReportMail.objects.filter(pk=mail.pk, status="queued").update(status="made"):
                return
            asked = saved_definition.question_of(definition, today=reader.today)
            made = report_files.start(report, asked, order, reader=reader, name=person.name, at=at)
            ReportMail.objects.filter(pk=mail.pk).update(transfer_id=made)
            _look_again(mail, at + LOOK)
    except (Forbidden, Invalid):
        _close(mail, "failed", "refused")


def _look_again(mail: ReportMail, at: datetime) -> None:
    scheduled_jobs.schedule(MAIL, key=str(mail.pk), due_at=at, payload={"mail_id": mail.pk})


def _send_when_made(mail: ReportMail, at: datetime) -> None:
    file = transfers.find_file(transfer_id=mail.transfer_id or 0)
    if file is None or file.status in {"failed", "cancelled", "expired"} or file.created_at + PATIENCE < at:
        _close(mail, "failed", "no_file")
        return
    if mail.attempt_cnt >= MOST_ATTEMPTS:
        _close(mail, "failed", "refused")
        return
    if file.status == "running":
        _look_again(mail, at + LOOK)
        return
    free = Q(status="made") | Q(status="sending", leased_until__lte=at)
    taken = ReportMail.objects.filter(free, pk=mail.pk)
    if not taken.update(status="sending", leased_until=at + LEASE, attempt_cnt=F("attempt_cnt") + 1):
        # Another worker has it; when that one died of it, its lease ends.
        _look_again(mail, at + LEASE)
        return
    try:
        _compose(mail, file, at).send()
    except SMTPRecipientsRefused:
        _close(mail, "failed", "refused")
        return
    except Exception:
        ReportMail.objects.filter(pk=mail.pk, status="sending").update(status="made", leased_until=None)
        raise
    ReportMail.objects.filter(pk=mail.pk).update(status="sent", sent_at=at, leased_until=None)


def _compose(mail: ReportMail, file: transfers.TransferRow, at: datetime) -> EmailMultiAlternatives:
    [person] = recipients.recipients(ids=[mail.avatar_id])
    ctx, row = contexts.context_for(schema_name=current_schema()), mail.report
    paper = Reader(locale_of(person))
    language = route_locale(paper.language)

    def page(path: str) -> str:
        return f"{ctx.base_url}{localized_path(path, language)}"

    def say(key: str, **values: str) -> str:
        text = paper.say(key)
        for name, value in values.items():
            text = text.replace(f"{{{name}}}", value)
        return text

    reader_day = _days_of(mail)
    days = " \N{EN DASH} ".join(
        format_date(day, "medium", locale=paper.babel) for day in dict.fromkeys(reader_day)
    )
    until = format_date(file.expires_at.date(), "medium", locale=paper.babel)
    blocks = [
        MailBlock(say("mail_body", name=row.name, days=days)),
        MailBlock(say("mail_download"), "button", page(f"/setup/tools/importExportViewer?export={file.id}")),
        MailBlock(say("mail_until", date=until), "small"),
        MailBlock(say("mail_open"), "small", page(f"/reports?saved={row.pk}")),
        MailBlock(say("mail_stop", operator=ctx.name), "small", page(f"/reports?saved={row.pk}&mails=stop")),
    ]
    made = build_mail(
        to=person.email, locale=language, subject=f"{row.name} · {days} · {ctx.name}", blocks=blocks
    )
    # The same mail twice, sent by a worker that died right after, is one mail to whoever keeps it.
    host = ctx.base_url.partition("://")[2].partition(":")[0] or "localhost"
    made.extra_headers["Message-ID"] = f"<report-{current_schema()}-{mail.pk}@{host}>"
    return made


def _days_of(mail: ReportMail) -> tuple[date, date]:
    avatar = people.get_avatar(avatar_id=mail.avatar_id)
    kept = saved_definition.Definition.from_json(mail.report.definition)
    today = mail.due_at.date() if avatar is None else queries.reader_of(avatar, at=mail.due_at).today
    days = saved_definition.days_of(kept, today=today)
    return days.first, days.last


def forget_old(_state: Mapping[str, object], at: datetime) -> dict[str, object] | None:
    """Delete what was mailed three months ago; the daily work of an operator."""
    gone = delete_batch(ReportMail.objects.filter(due_at__lt=at - KEPT))
    return {} if gone == BATCH else None
