"""Cash drawers open by a pulse from the receipt printer they hang on (ADR 137)."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from outfitter.kit.errors import DomainError
from outfitter.printers import escpos
from outfitter_tenants.devices.print_queue import print_jobs, print_routes
from outfitter_tenants.ledger.operations import cash_shifts
from outfitter_tenants.ledger.queries import cash_shifts as shift_rows

if TYPE_CHECKING:
    from outfitter_tenants.devices.models import PrintJob, PrintRoute

# Only cash of just now opens a drawer by itself: any later, a reason is asked for.
JUST_NOW: Final = timedelta(minutes=2)
PULSE: Final = escpos.INIT + escpos.DRAWER


class NoDrawerPrinter(DomainError):
    """No receipt printer that a device or QZ Tray reaches stands where the drawer is."""

    code = "no_drawer_printer"
    status = 409


def open_with_reason(*, shift_id: int, reason: str, by: int, at: datetime) -> "PrintJob":
    """
    Open the drawer of a shift that somebody works on, and write down why.

    :raises ShiftNotFound: there is none
    :raises ShiftClosed: it was counted
    :raises NotOnShift: somebody else's drawer
    :raises NoDrawerPrinter: nothing can open it from here
    """
    shift = shift_rows.get_shift(shift_id=shift_id)
    route = _route(shift.location_id)
    if route is None:
        raise NoDrawerPrinter("No receipt printer opens this drawer. Choose one under Setup, Devices.")
    cash_shifts.note_opening(shift_id=shift_id, reason=reason, by=by, at=at)
    return _pulse(route, shift.drawer, at)


def open_for_cash(*, by: int, at: datetime) -> "PrintJob | None":
    """Open the drawer of who took or gave back cash just now; None: they did not, or nothing can open it."""
    shift_id = shift_rows.open_shift_of(avatar_id=by)
    if shift_id is None or not shift_rows.moved_since(shift_id=shift_id, by=by, since=at - JUST_NOW):
        return None
    shift = shift_rows.get_shift(shift_id=shift_id)
    route = _route(shift.location_id)
    if route is None:
        return None
    return _pulse(route, shift.drawer, at)


def _pulse(route: "PrintRoute", drawer: str, at: datetime) -> "PrintJob":
    return print_jobs.create_on(route=route, title=drawer, payload=PULSE, at=at, kind=print_jobs.DRAWER)


def _route(location_id: int | None) -> "PrintRoute | None":
    route = print_routes.find_route(kind="receipt", location_id=location_id)
    return None if route is None or route.via == "browser" else route
