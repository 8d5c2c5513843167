"""Routes of the print set-up, of jobs, and of devices that print (ADR 137)."""

import base64
from typing import Annotated

from django.http import HttpRequest
from ninja import Path, Router

from outfitter.api.principal import SignedInFetch, allow, anonymous, confirmed
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS
from outfitter.kit.clock import utc_now
from outfitter_tenants.checkout.printouts.slips.paper_fields import FIELDS
from outfitter_tenants.devices import print_signatures
from outfitter_tenants.devices.device_access import device_of
from outfitter_tenants.devices.models import PrintJob, PrintRoute
from outfitter_tenants.devices.print_queue import print_jobs, print_routes
from outfitter_tenants.devices.print_queue import schemas as s

router = Router(tags=["printing"])
PRINT = allow("ticket.print")
SET_UP = allow("setup.general")
RouteId = Annotated[int, Path(ge=1, le=2**63 - 1)]
JobId = Annotated[int, Path(ge=1, le=2**63 - 1)]
# An agent asks every second, and once more after each job.
CLAIMS_A_MINUTE = 240
_SETTINGS = {200: s.PrintSettingsOut, **ERRORS}
_KEY = {200: s.PrintKeyOut, **ERRORS}


def settings_now() -> dict[str, object]:
    """Return where papers come out and what stands on them."""
    return {
        "routes": [_route(row) for row in print_routes.list_routes()],
        "templates": [
            {
                "kind": kind,
                "fields": row.fields,
                "all_fields": FIELDS[kind],
                "footer": row.footer,
                "version": row.version,
            }
            for kind, row in print_routes.list_templates().items()
        ],
    }


@router.get("/api/printing/settings/get", auth=PRINT, response=_SETTINGS, operation_id="print_settings_get")
def print_settings(request: HttpRequest) -> dict[str, object]:
    """Return where papers come out and what stands on them."""
    return settings_now()


@router.post("/api/printing/route/save", auth=SET_UP, response=_SETTINGS, operation_id="print_route_save")
def print_route_save(request: HttpRequest, body: s.PrintRouteIn) -> dict[str, object]:
    """Set where papers of a kind come out at a place."""
    print_routes.save(choice=print_routes.RouteChoice(**body.model_dump()), at=utc_now())
    return settings_now()


@router.post(
    "/api/printing/route/{printRoute}/delete",
    auth=SET_UP,
    response=_SETTINGS,
    operation_id="print_route_delete",
)
def print_route_delete(request: HttpRequest, printRoute: RouteId) -> dict[str, object]:
    """Remove a route."""
    print_routes.delete(route_id=printRoute, at=utc_now())
    return settings_now()


@router.post(
    "/api/printing/template/save", auth=SET_UP, response=_SETTINGS, operation_id="print_template_save"
)
def print_template_save(request: HttpRequest, body: s.PrintTemplateIn) -> dict[str, object]:
    """Set what stands on papers of a kind."""
    print_routes.save_template(**body.model_dump(), at=utc_now())
    return settings_now()


@router.get(
    "/api/printing/jobs/get", auth=PRINT, response={200: s.PrintJobsOut, **ERRORS}, operation_id="print_jobs"
)
def print_jobs_get(request: HttpRequest) -> dict[str, object]:
    """Return the last print jobs and what became of them."""
    return {"jobs": [job_out(row) for row in print_jobs.recent(at=utc_now())]}


@router.post(
    "/api/printing/job/{printJob}/cancel",
    auth=PRINT,
    response={200: s.PrintJobOut, **ERRORS},
    operation_id="print_job_cancel",
)
def print_job_cancel(request: HttpRequest, printJob: JobId) -> dict[str, object]:
    """Have a job that waits not printed."""
    return job_out(print_jobs.cancel(job_id=printJob, at=utc_now()))


@router.post(
    "/api/printing/job/{printJob}/ended",
    auth=PRINT,
    response={200: s.PrintJobOut, **ERRORS},
    operation_id="print_job_ended",
)
def print_job_ended(request: HttpRequest, printJob: JobId, body: s.PrintEndIn) -> dict[str, object]:
    """Note what became of a job that this browser printed by QZ Tray."""
    return job_out(print_jobs.end(job_id=printJob, device_id=None, **body.model_dump(), at=utc_now()))


@router.post(
    "/api/device/printJobs/claim",
    auth=anonymous,
    response={200: s.NextPrintJobOut, **ERRORS},
    operation_id="device_print_job_claim",
)
def device_claim(request: HttpRequest) -> dict[str, object]:
    """Hand a device the next job that waits for it; nobody else gets it meanwhile."""
    device = device_of(request, kinds=print_routes.PRINTS_ON)
    limit(f"print-claim:{device.pk}", times=CLAIMS_A_MINUTE, seconds=60)
    row = print_jobs.claim_next(device_id=device.pk, at=utc_now())
    return {"job": None if row is None else data_out(row)}


@router.post(
    "/api/device/printJob/{printJob}/ended",
    auth=anonymous,
    response={200: s.PrintJobOut, **ERRORS},
    operation_id="device_print_job_ended",
)
def device_ended(request: HttpRequest, printJob: JobId, body: s.PrintEndIn) -> dict[str, object]:
    """Note what became of a job on the device that took it."""
    device = device_of(request, kinds=print_routes.PRINTS_ON)
    return job_out(print_jobs.end(job_id=printJob, device_id=device.pk, **body.model_dump(), at=utc_now()))


@router.get(
    "/api/ticketPrinting/qz/key/get",
    auth=SignedInFetch("setup.general"),
    response=_KEY,
    operation_id="qz_key_get",
)
def qz_key(request: HttpRequest) -> dict[str, object]:
    """Return what the certificate of print calls is known by."""
    return print_signatures.described(operator=_operator(request), at=utc_now())


@router.post(
    "/api/ticketPrinting/qz/key/set",
    auth=confirmed("setup.general", passes=frozenset()),
    response=_KEY,
    operation_id="qz_key_set",
)
def qz_key_set(request: HttpRequest, body: s.PrintKeyIn) -> dict[str, object]:
    """Sign print calls with a certificate and key of the operator's own."""
    at = utc_now()
    print_signatures.set_own(certificate=body.certificate, private_key=body.private_key, at=at)
    return print_signatures.described(operator=_operator(request), at=at)


@router.post(
    "/api/ticketPrinting/qz/key/rotate",
    auth=confirmed("setup.general", passes=frozenset()),
    response=_KEY,
    operation_id="qz_key_rotate",
)
def qz_key_rotate(request: HttpRequest) -> dict[str, object]:
    """Make a new key and certificate; computers that trust the old one have to be told."""
    at = utc_now()
    print_signatures.rotate(operator=_operator(request), at=at)
    return print_signatures.described(operator=_operator(request), at=at)


def job_out(row: PrintJob) -> dict[str, object]:
    """Return PrintJobOut of a job."""
    names = ("kind", "title", "via", "device_id", "printer_name", "state", "error", "attempt_cnt")
    return {
        "id": row.pk,
        **{name: getattr(row, name) for name in names},
        "device_name": row.device.name if row.device else "",
        "created_at": row.created_at,
        "ended_at": row.ended_at,
    }


def data_out(row: PrintJob) -> dict[str, object]:
    """Return PrintDataOut of a job that somebody took."""
    return {
        **job_out(row),
        "language": row.language,
        "data_base64": base64.b64encode(bytes(row.payload)).decode(),
        "claim": row.claim,
    }


def printed_out(row: PrintJob, *, papers_cnt: int, pdf: str) -> dict[str, object]:
    """Return PrintedOut of a job: with its bytes when the browser that asks prints it itself."""
    return {
        "via": row.via,
        "papers_cnt": papers_cnt,
        "job": job_out(row),
        "data": data_out(row) if row.via == "qz" else None,
        "pdf": pdf,
    }


def _route(row: PrintRoute) -> dict[str, object]:
    names = (
        "kind",
        "location_id",
        "via",
        "device_id",
        "printer_name",
        "paper",
        "copies",
        "is_drawn",
        "version",
    )
    return {
        "id": row.pk,
        **{name: getattr(row, name) for name in names},
        "location_name": row.location.name if row.location else "",
        "device_name": row.device.name if row.device else "",
    }


def _operator(request: HttpRequest) -> str:
    return str(request.tenant.name)  # type: ignore[attr-defined]
