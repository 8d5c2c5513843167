"""Routes of a cash drawer's papers and of the pulse that opens it (ADR 138)."""

from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router

from outfitter.api.principal import allow, caller_of
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS, Id
from outfitter.kit import zones
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Forbidden, Invalid
from outfitter.pdf.recipient import Recipient
from outfitter.printers import slip_sheet
from outfitter_tenants.backoffice.cash_papers import drawer_pulses, shift_list, shift_slip
from outfitter_tenants.backoffice.cash_papers import schemas as s
from outfitter_tenants.backoffice.manifests.staff_reader import reader_of
from outfitter_tenants.checkout.printouts.customer_paper import pdf_answer
from outfitter_tenants.devices.print_queue.api import data_out
from outfitter_tenants.ledger.queries import cash_shifts
from outfitter_tenants.people import queries as people

if TYPE_CHECKING:
    from outfitter_tenants.devices.models import PrintJob

router = Router(tags=["payments"])
TAKE = allow("payment.take")
WORDS: Final = Path(__file__).parent / "words"
PULSES_A_MINUTE: Final = 30
# A year and a day: longer lists are reports.
MOST_DAYS: Final = 366
_OPENED = {200: s.DrawerOpenedOut, **ERRORS}
_FILE = {200: None, **ERRORS}
Day = Annotated[date, Query()]


@router.post(
    "/api/cashShift/{cashShift}/openDrawer", auth=TAKE, response=_OPENED, operation_id="cash_drawer_pulse"
)
def cash_drawer_pulse(request: HttpRequest, cashShift: Id, body: s.DrawerOpenIn) -> dict[str, object]:
    """Open the drawer of one's shift without a sale, with a reason."""
    by = _person(request)
    return _opened(
        drawer_pulses.open_with_reason(shift_id=cashShift, reason=body.reason, by=by, at=utc_now())
    )


@router.post(
    "/api/cashDrawer/openForCash", auth=TAKE, response=_OPENED, operation_id="cash_drawer_open_for_cash"
)
def cash_drawer_open_for_cash(request: HttpRequest) -> dict[str, object]:
    """Open the drawer of who took or gave back cash just now; nothing happens where no printer can."""
    return _opened(drawer_pulses.open_for_cash(by=_person(request), at=utc_now()))


@router.get("/api/cashShift/{cashShift}/slip", auth=TAKE, response=_FILE, operation_id="cash_shift_slip")
def cash_shift_slip(request: HttpRequest, cashShift: Id) -> HttpResponse:
    """Return a shift's slip as PDF, as wide as a roll."""
    row = cash_shifts.get_shift(shift_id=cashShift)
    reader = reader_of(caller_of(request))
    slip = shift_slip.shift_slip(
        row,
        _names([row]),
        Recipient(WORDS, reader.locale, reader.time_zone, reader.currency, reader.operator, reader.country),
    )
    return pdf_answer(slip_sheet.render([slip]), f"shift-{row.id}.pdf")


@router.get("/api/cashShift/{cashShift}/csv", auth=TAKE, response=_FILE, operation_id="cash_shift_csv")
def cash_shift_csv(request: HttpRequest, cashShift: Id) -> HttpResponse:
    """Return a shift as CSV."""
    row = cash_shifts.get_shift(shift_id=cashShift)
    return _csv([row], f"shift-{row.id}.csv")


@router.get(
    "/api/cashShifts/csv", auth=allow("report.finance"), response=_FILE, operation_id="cash_shifts_csv"
)
def cash_shifts_csv(request: HttpRequest, first: Day, last: Day) -> HttpResponse:
    """Return the shifts that were opened from one day to another as CSV, the oldest first."""
    if last < first or last - first >= timedelta(days=MOST_DAYS):
        raise Invalid({"last": ["Choose a year at most, from an earlier day to a later one."]})
    zone = people.get_properties().time_zone
    since, until = zones.day_bounds(first, zone)[0], zones.day_bounds(last, zone)[1]
    return _csv(cash_shifts.shifts_between(since=since, until=until), f"shifts-{first}-{last}.csv")


def _csv(rows: list[cash_shifts.ShiftRow], name: str) -> HttpResponse:
    text = shift_list.csv_of(rows, _names(rows), time_zone=people.get_properties().time_zone)
    # The mark at the beginning tells spreadsheets that letters are UTF-8.
    response = HttpResponse("\ufeff" + text, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "private, no-store"
    return response


def _names(rows: list[cash_shifts.ShiftRow]) -> dict[int, str]:
    ids = {one for row in rows for one in (*row.members, row.opened_by, row.closed_by) if one is not None}
    return {pk: row.name for pk, row in people.list_avatars(ids=sorted(ids)).items()}


def _person(request: HttpRequest) -> int:
    avatar_id = caller_of(request).avatar_id
    if avatar_id is None:
        raise Forbidden("Only people work on a shift.")
    limit(f"drawer:{avatar_id}", times=PULSES_A_MINUTE, seconds=60)
    return avatar_id


def _opened(job: "PrintJob | None") -> dict[str, object]:
    if job is None:
        return {"via": "none", "data": None}
    return {"via": job.via, "data": data_out(job) if job.via == "qz" else None}
