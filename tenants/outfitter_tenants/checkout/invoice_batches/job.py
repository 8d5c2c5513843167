"""
Many invoices at once, as a job: made for every partner of a month, or sent.

One partner's invoice is one chunk, and so one transaction: it is made (and sent) whole or not at
all, nobody else's account is locked meanwhile, and a worker that dies leaves the rest to the next
one. A partner that was billed before has nothing left to bill, and an invoice that was sent before
is left alone, so that working twice makes nothing twice.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final, TypedDict

from django.db import transaction

from outfitter.db import lists
from outfitter.db.lists import ListReader
from outfitter.kit.errors import Busy, DomainError, Invalid
from outfitter_tenants.checkout.invoices import letters, operations, partners
from outfitter_tenants.checkout.invoices.letters import Letter
from outfitter_tenants.checkout.invoices.operations import InvoiceRequest
from outfitter_tenants.checkout.trip_changes.change import TripActor
from outfitter_tenants.invoices import queries as invoices
from outfitter_tenants.invoices.lists import INVOICES
from outfitter_tenants.jobs import queries as jobs
from outfitter_tenants.jobs.bulk_actions import Target
from outfitter_tenants.jobs.job_types import Chunk, Failure, JobType, Work, handles
from outfitter_tenants.jobs.operations.creation import start
from outfitter_tenants.resellers import queries as resellers

CREATE: Final = "invoices.create"
SEND: Final = "invoices.send"
PERMISSION: Final = "invoice.manage"
# More than any operator has partners; each is named when something is wrong with it.
MOST: Final = 2000
# As many as a letter takes.
_ADDRESSES: Final = 20


class NoBillingEmail(DomainError):
    """Nobody knows where the partner gets invoices."""

    code = "no_billing_email"
    status = 409


class Problem(TypedDict):
    """What went wrong with one partner, by code and in words; its invoice where it was made all the same."""

    reseller: dict[str, Any]
    invoice_id: int | None
    code: str
    message: str


@dataclass(slots=True)
class _Done:
    """What became of one partner: amounts in minor units by currency."""

    created: int = 0
    sent: int = 0
    amounts: dict[str, int] | None = None
    problem: Problem | None = None


def start_creation(
    *, wanted: InvoiceRequest, is_sent: bool, message: str, reader: ListReader, name: str, at: datetime
) -> jobs.JobRow:
    """
    Begin to make an invoice for each of these partners, and to send them when `is_sent`.

    :raises Forbidden: the caller may not bill
    :raises Invalid: there is no such partner, or the days are turned around or over
    :raises TooMany: the caller has too much long work going on
    """
    span = operations.span_for(wanted=wanted, at=at)
    partners.require_partners(wanted.reseller_ids)
    params = {
        "reseller_ids": list(wanted.reseller_ids),
        "direction": wanted.direction,
        "date_type": span.date_type,
        "date_from": span.date_from.isoformat(),
        "date_to": span.date_to.isoformat(),
        "due_date": None if wanted.due_date is None else wanted.due_date.isoformat(),
        "is_sent": is_sent,
        "message": message,
    }
    title = {"is_sent": is_sent, "count": len(wanted.reseller_ids)}
    return _start(CREATE, params, title, len(wanted.reseller_ids), reader, name, at)


def start_sending(
    *, target: Target, message: str, reader: ListReader, name: str, at: datetime
) -> jobs.JobRow:
    """
    Begin to send invoices that were not sent yet to their partners; the others are left alone.

    :raises Forbidden: the caller may not bill
    :raises Invalid: there are none, too many, or filters that the list does not know
    :raises TooMany: the caller has too much long work going on
    """
    filters = [dict(one) for one in target.filters]
    query = lists.parse(INVOICES, reader, search=target.search, filters=filters)
    found = lists.select(INVOICES, query, reader)
    if target.ids is not None:
        found = INVOICES.rows(reader).filter(pk__in=target.ids)
    ids = list(found.filter(status="unsent").order_by("pk").values_list("pk", flat=True)[: MOST + 1])
    if not ids:
        raise Invalid({"ids": ["None of these invoices is waiting to be sent."]})
    if len(ids) > MOST:
        raise Invalid({"ids": [f"Send at most {MOST} invoices at once."]})
    params = {"invoice_ids": ids, "message": message}
    return _start(SEND, params, {"count": len(ids)}, len(ids), reader, name, at)


def _start(
    kind: str,
    params: Mapping[str, object],
    title: Mapping[str, object],
    total: int,
    reader: ListReader,
    name: str,
    at: datetime,
) -> jobs.JobRow:
    job = start(kind=kind, params=params, title=title, reader=reader, name=name, at=at, total_cnt=total)
    return jobs.row_of(job)


def _step_creation(work: Work) -> Chunk:
    return _step(work, work.params["reseller_ids"], _bill)


def _step_sending(work: Work) -> Chunk:
    return _step(work, work.params["invoice_ids"], _send)


def _step(work: Work, ids: Sequence[int], act: Callable[[Work, int], _Done]) -> Chunk:
    """Do the next of these ids and count it."""
    place = int(work.state.get("place", 0))
    done = act(work, ids[place])
    kept: dict[str, Any] = dict(work.state.get("result", {"created_cnt": 0, "sent_cnt": 0}))
    amounts = dict(kept.get("amounts", {}))
    for currency, amount in (done.amounts or {}).items():
        amounts[currency] = amounts.get(currency, 0) + amount
    problems = [*kept.get("problems", ()), *([done.problem] if done.problem else [])]
    result = {
        "created_cnt": kept["created_cnt"] + done.created,
        "sent_cnt": kept["sent_cnt"] + done.sent,
        "amounts": amounts,
        "problems": problems,
    }
    is_last = place + 1 >= len(ids)
    failures = [Failure(done.problem["reseller"]["name"], done.problem["message"])] if done.problem else []
    return Chunk(
        state=None if is_last else {"place": place + 1, "result": result},
        done_cnt=0 if failures else 1,
        failures=failures,
        result=result,
    )


def _bill(work: Work, reseller_id: int) -> _Done:
    params = work.params
    wanted = InvoiceRequest(
        (reseller_id,),
        params["direction"],
        params["date_type"],
        date.fromisoformat(params["date_from"]),
        date.fromisoformat(params["date_to"]),
        date.fromisoformat(params["due_date"]) if params["due_date"] else None,
    )
    made: list[int] = []
    problem = _try(lambda: made.extend(operations.create(wanted=wanted, at=work.at)))
    if problem is not None:
        return _Done(problem=_told(reseller_id, None, problem))
    invoice = invoices.get_invoice(invoice_id=made[0])
    done = _Done(created=1, amounts={invoice.currency: invoice.total_amount})
    if params["is_sent"]:
        return _sent(work, invoice.pk, reseller_id, done)
    return done


def _send(work: Work, invoice_id: int) -> _Done:
    try:
        invoice = invoices.get_invoice(invoice_id=invoice_id)
    except invoices.InvoiceNotFound:
        # Deleted since this was asked for: there is nothing to send, and nobody to tell about it.
        return _Done()
    if invoice.status != "unsent":
        return _Done()
    return _sent(work, invoice_id, invoice.reseller_id, _Done())


def _sent(work: Work, invoice_id: int, reseller_id: int, done: _Done) -> _Done:
    problem = _try(lambda: _mail(work, invoice_id))
    if problem is None:
        done.sent = 1
        invoice = invoices.get_invoice(invoice_id=invoice_id)
        # What it comes to is settled in the moment it is sent.
        done.amounts = {invoice.currency: invoice.total_amount}
    else:
        done.problem = _told(reseller_id, invoice_id, problem)
    return done


def _mail(work: Work, invoice_id: int) -> None:
    invoice = invoices.get_invoice(invoice_id=invoice_id)
    emails = resellers.own_emails(invoice.reseller)
    if not emails:
        raise NoBillingEmail("There is no email address to send invoices to.")
    letters.send(
        invoice_id=invoice_id,
        letter=Letter(emails[:_ADDRESSES], message=work.params["message"]),
        # Who sends it at the same time sends it alone.
        version=invoice.version,
        by=TripActor(work.reader.avatar_id, permissions=work.reader.permissions),
        at=work.at,
    )


def _try(act: Callable[[], object]) -> DomainError | None:
    """Do something whole or not at all; returns why not."""
    try:
        with transaction.atomic():
            act()
    except Busy:
        raise  # somebody else holds it for a moment: the whole chunk is tried again
    except DomainError as problem:
        return problem
    return None


def _told(reseller_id: int, invoice_id: int | None, problem: DomainError) -> Problem:
    name = resellers.names_of(ids=[reseller_id]).get(reseller_id, f"#{reseller_id}")
    partner = {"id": reseller_id, "name": name}
    return Problem(reseller=partner, invoice_id=invoice_id, code=problem.code, message=problem.message)


def install() -> None:
    """Make both kinds of work known; called when the apps are ready."""
    handles(JobType(CREATE, PERMISSION, _step_creation))
    handles(JobType(SEND, PERMISSION, _step_sending))
