"""Tickets as printers take them."""

import base64

import pytest

from outfitter_tenants.checkout.printouts import tickets
from outfitter_tenants.trips import queries as trips
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.trip_states import make_reserved

TICKET = tickets.Ticket(
    "Reef Runners",
    "Kayak ^XA~HS",
    "Jun 1, 2026 09:00",
    "Zoë Żółć 東",
    "Adult",
    "The old boathouse",
    "ABCD2345",
    "T_1",
)


def test_a_receipt_printer_gets_texts_a_code_and_a_cut():
    out = tickets.escpos(TICKET)

    assert out.startswith(b"\x1b@\x1bt\x13")
    # The printer has ë, knows Ż and ć as bare letters, and nothing for ł and 東.
    assert "Zoë Zó?c ? - Adult".encode("cp858") in out
    assert b"\x1d(k\x06\x00\x31\x50\x30T_1" in out
    assert out.endswith(b"\x1dV\x42\x00")


def test_what_people_wrote_is_no_command():
    control = tickets.escpos(tickets.Ticket("A", "B\x1b@\x1dV", "", "", "", "", "", "T1"))
    label = tickets.zpl(TICKET)

    assert control.count(b"\x1b@") == 1
    assert label.count("^XA") == 1
    assert "Kayak _5EXA_7EHS" in label
    assert "MA,T_5F1" in label


def test_a_page_is_escaped():
    page = tickets.html(tickets.Ticket("A", "<b>", "", "", "", "", "", "T1"))

    assert "&lt;b&gt;" in page
    assert "style" not in page


@pytest.fixture
def staff(reef, client_for):
    return owner_of(client_for)


def test_over_http(staff, client_for):
    trip = trips.get_trip(trip_id=make_reserved())
    guest = trip.all_orders[0].live_bookings[0]
    path = f"/api/booking/{guest.pk}/ticketPrinting/rawData"

    raw = staff.get(path).json()

    assert guest.ticket_code.encode() in base64.b64decode(raw["escpos"])
    assert "Ana Ruiz" in raw["zpl"]
    assert "Kayak" in raw["html"]
    assert_error(staff.get("/api/booking/999999/ticketPrinting/rawData"), 404)
    assert_error(client_for("reef").get(path), 401)
