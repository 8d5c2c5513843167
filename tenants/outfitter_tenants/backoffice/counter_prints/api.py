"""Routes of printing at the counter (ADR 137)."""

import base64
from pathlib import Path as FilePath
from typing import Annotated, Final
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from ninja import Path, Query, Router

from outfitter.api.principal import allow, caller_of
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS, Id
from outfitter.kit import zones
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter.pdf.recipient import Recipient
from outfitter.printers import slip_sheet
from outfitter_tenants.backoffice.counter_prints import papers, raw_jobs, sample_papers
from outfitter_tenants.backoffice.counter_prints import schemas as s
from outfitter_tenants.backoffice.counter_prints.papers import Subject
from outfitter_tenants.backoffice.manifests.staff_reader import reader_of
from outfitter_tenants.checkout.printouts.customer_paper import pdf_answer
from outfitter_tenants.checkout.printouts.slips.paper_fields import FIELDS, PaperChoice
from outfitter_tenants.devices import queries as devices
from outfitter_tenants.devices.print_queue import encoders, print_jobs, print_routes
from outfitter_tenants.devices.print_queue.api import printed_out

router = Router(tags=["printing"])
PRINT = allow("ticket.print")
JobId = Annotated[int, Path(ge=1, le=2**63 - 1)]
WORDS: Final = FilePath(__file__).parent / "words"
PRINTS_A_MINUTE: Final = 60
_WIDTHS: Final = {"roll_58": 58, "roll_80": 80, "label_4x2": 102, "wristband": 203}
_PRINTED = {200: s.PrintedOut, **ERRORS}


@router.get(
    "/api/booking/{booking}/ticketPrinting/rawData",
    auth=allow("manifest.view"),
    response={200: s.RawDataOut, **ERRORS},
    operation_id="ticket_raw_data",
)
def ticket_raw_data(request: HttpRequest, booking: Id, wanted: Query[s.RawParams]) -> dict[str, object]:
    """Return one guest's ticket for receipt printers, label printers and programs that print HTML."""
    at = utc_now()
    made = papers.slips_of(request, "ticket", Subject(booking_ids=(booking,)), at=at)
    route = None
    if wanted.device_id is not None:
        devices.require_device(device_id=wanted.device_id)
        route = print_routes.route_of_device(device_id=wanted.device_id)
    return {"jobs": raw_jobs.of(made.slips, route, wanted.format)}


@router.post("/api/ticketPrinting/print", auth=PRINT, response=_PRINTED, operation_id="ticket_print")
def ticket_print(request: HttpRequest, body: s.PrintIn) -> dict[str, object]:
    """Print papers where those of their kind come out: all of them in one job."""
    limit(f"print:{caller_of(request).avatar_id}", times=PRINTS_A_MINUTE, seconds=60)
    at, subject = utc_now(), _subject(body)
    made = papers.slips_of(request, body.kind, subject, at=at)
    route = print_routes.find_route(kind=body.kind, location_id=body.location_id)
    if route is None or route.via == "browser":
        return {
            "via": "browser",
            "papers_cnt": len(made.slips),
            "job": None,
            "data": None,
            "pdf": _pdf_path(body),
        }
    payload = encoders.encode(made.slips, print_routes.target_of(route))
    job = print_jobs.create_on(route=route, title=made.title, payload=payload, at=at)
    return printed_out(job, papers_cnt=len(made.slips), pdf=_pdf_path(body))


@router.get(
    "/api/ticketPrinting/pdf", auth=PRINT, response={200: None, **ERRORS}, operation_id="ticket_print_pdf"
)
def ticket_pdf(request: HttpRequest, wanted: Query[s.SubjectIn]) -> HttpResponse:
    """Return papers as a PDF that any browser prints."""
    made = papers.slips_of(request, wanted.kind, _subject(wanted), at=utc_now())
    return pdf_answer(slip_sheet.render(made.slips), f"{wanted.kind}.pdf")


@router.post(
    "/api/ticketPrinting/preview",
    auth=PRINT,
    response={200: s.PaperPreviewOut, **ERRORS},
    operation_id="ticket_print_preview",
)
def ticket_preview(request: HttpRequest, body: s.PaperPreviewIn) -> dict[str, object]:
    """Return pictures of a made-up paper: those of rolls are drawn from the very bytes a printer gets."""
    if not set(body.fields) <= set(FIELDS[body.kind]):
        raise Invalid({"fields": ["This paper doesn't have one of these fields."]})
    reader = _reader(request)
    choice = papers.with_logo(PaperChoice(frozenset(body.fields), body.footer))
    day = zones.local_day(utc_now(), reader.time_zone)
    slips = sample_papers.sample(body.kind, choice, reader, day=day)
    made = encoders.pictures(slips, encoders.Target(body.paper, is_drawn=body.is_drawn))
    return {"pictures": [base64.b64encode(one).decode() for one in made], "width_mm": _WIDTHS[body.paper]}


@router.post("/api/ticketPrinting/test", auth=PRINT, response=_PRINTED, operation_id="ticket_print_test")
def ticket_test(request: HttpRequest, body: s.TestPrintIn) -> dict[str, object]:
    """Print a test on a route's printer."""
    limit(f"print:{caller_of(request).avatar_id}", times=PRINTS_A_MINUTE, seconds=60)
    route = print_routes.get_route(route_id=body.route_id)
    if route.via == "browser":
        raise Invalid({"route_id": ["This prints in the browser. Print a ticket to try it."]})
    reader, at = _reader(request), utc_now()
    target = encoders.Target(route.paper, is_drawn=route.is_drawn)
    payload = encoders.encode([sample_papers.test_slip(reader, at=at)], target)
    job = print_jobs.create_on(route=route, title=reader.say("test"), payload=payload, at=at)
    return printed_out(job, papers_cnt=1, pdf="")


@router.post(
    "/api/printing/job/{printJob}/again", auth=PRINT, response=_PRINTED, operation_id="print_job_again"
)
def print_job_again(request: HttpRequest, printJob: JobId) -> dict[str, object]:
    """Print a job that ended once more; where something may have come out before, the paper says so."""
    mark = _reader(request).say("again")
    job = print_jobs.again(job_id=printJob, mark=mark, at=utc_now())
    return printed_out(job, papers_cnt=1, pdf="")


def _subject(body: s.SubjectIn) -> Subject:
    return Subject(body.trip_id, tuple(body.booking_ids), body.timeslot_id)


def _pdf_path(body: s.SubjectIn) -> str:
    wanted = body.model_dump(include={"kind", "trip_id", "booking_ids", "timeslot_id"}, exclude_none=True)
    return f"/api/ticketPrinting/pdf?{urlencode(wanted, doseq=True)}"


def _reader(request: HttpRequest) -> Recipient:
    reader = reader_of(caller_of(request))
    return Recipient(
        WORDS,
        locale=reader.locale,
        time_zone=reader.time_zone,
        currency=reader.currency,
        operator=reader.operator,
        country=reader.country,
    )
