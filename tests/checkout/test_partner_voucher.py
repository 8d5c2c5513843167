"""Vouchers and tickets of partners' guests: by a signed link, without prices, for a while."""

from datetime import timedelta
from typing import Any

import pytest

from outfitter.kit.clock import utc_now
from outfitter.pdf.recipient import Recipient
from outfitter.sdk import channels
from outfitter_tenants.channels.models import ExternalBooking
from outfitter_tenants.checkout.printouts import partner_links
from outfitter_tenants.checkout.printouts.partner_links import VoucherLink
from outfitter_tenants.checkout.printouts.voucher import printout
from outfitter_tenants.checkout.trip_response.serializers import trip_full
from outfitter_tenants.scheduling.models import Timeslot
from outfitter_tenants.trips.models import TripOrder
from tests.support import database
from tests.support.api_operations import assert_error
from tests.support.fake_channel import ask, connect, open_fair
from tests.support.sales import make_offer
from tests.support.tenant_clients import enter_operator


@pytest.fixture
def stall(reef: Any) -> Any:
    with open_fair(database.REEF.schema_name):
        yield connect(make_offer())


@pytest.fixture
def sold(stall: Any) -> channels.Booking:
    """Return a booking of two that the channel has confirmed."""
    row = stall
    from outfitter_tenants.channels.models import ProductMapping
    from tests.support.sales import Offer

    mapping = ProductMapping.objects.get(connection_id=row.id)
    slot = Timeslot.objects.get()
    units = {unit.unit_ref: unit.experience_customer_type_id for unit in mapping.units.all()}
    offer = Offer(mapping.experience_id, slot.pk, units["ADULT"], units["CHILD"])
    return channels.book(stall, ask(offer))


def path_of(url: str | None) -> str:
    assert url is not None
    return "/api" + url.partition("/api")[2]


def get(client_for: Any, path: str, operator: str = "reef") -> Any:
    answer = client_for(operator).get(path)
    enter_operator(database.REEF.schema_name)
    return answer


def test_a_booking_and_each_of_its_guests_have_one(client_for: Any, sold: channels.Booking) -> None:
    urls = [sold.voucher_url, *(unit.ticket_url for unit in sold.units)]
    assert len(set(urls)) == 3
    for url in urls:
        answer = get(client_for, path_of(url))
        assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
        assert answer.content.startswith(b"%PDF")
        assert answer["Cache-Control"] == "private, no-store"


def test_it_is_the_same_link_every_time(stall: Any, sold: channels.Booking) -> None:
    again = channels.booking(stall, channels.BookingKey(uuid=sold.uuid))
    assert again.voucher_url == sold.voucher_url
    assert [one.ticket_url for one in again.units] == [one.ticket_url for one in sold.units]


def test_it_names_no_price_and_a_ticket_names_one_guest(sold: channels.Booking) -> None:
    row = ExternalBooking.objects.get()
    trip = trip_full(trip_id=row.trip_id, at=utc_now())
    reader = Recipient(printout.WORDS, "en-US", "America/New_York", "USD", "Reef", "US")
    whole = printout.sheet(trip, reader, contact="", is_priced=False)
    assert (whole["bill"], whole["sums"]) == ([], [])
    assert whole["notice"] == "This trip is paid where it was booked. Nothing is due here."
    assert "$" not in str(whole)
    guest = row.units[0]["booking_id"]
    one: Any = printout.sheet(trip, reader, contact="", is_priced=False, booking_id=guest)
    [shown] = one["orders"][0]["guests"]
    assert shown["code"] == sold.units[0].ticket_code


def test_nobody_can_write_one(client_for: Any, sold: channels.Booking) -> None:
    row = ExternalBooking.objects.get()
    path = path_of(sold.voucher_url)
    other = partner_links.path_of(VoucherLink(row.trip_order_id), schema="t_other")
    for wrong in (path.replace("/pdf", "x/pdf"), f"/api/voucher/partner/{row.trip_order_id}-0/pdf", other):
        assert_error(get(client_for, wrong), 404, "not_found")


def test_another_operator_does_not_know_it(client_for: Any, sold: channels.Booking) -> None:
    assert_error(get(client_for, path_of(sold.voucher_url), "peak"), 404, "not_found")


def test_a_token_that_is_none_is_refused(client_for: Any, reef: Any) -> None:
    assert_error(get(client_for, "/api/voucher/partner/%20%21/pdf"), 404, "not_found")


def test_a_hold_has_none_and_a_canceled_booking_has_it_no_more(
    client_for: Any, stall: Any, sold: channels.Booking
) -> None:
    path = path_of(sold.voucher_url)
    ended = channels.cancel(stall, channels.BookingKey(uuid=sold.uuid))
    assert (ended.voucher_url, {unit.ticket_url for unit in ended.units}) == (None, {None})
    assert_error(get(client_for, path), 409, "not_booked")


def test_sixty_days_after_the_departure_it_ends(client_for: Any, sold: channels.Booking) -> None:
    row = ExternalBooking.objects.get()
    slot = TripOrder.objects.get(pk=row.trip_order_id).timeslot_id
    Timeslot.objects.filter(pk=slot).update(date=utc_now().date() - timedelta(days=59))
    assert get(client_for, path_of(sold.voucher_url)).status_code == 200
    Timeslot.objects.filter(pk=slot).update(date=utc_now().date() - timedelta(days=62))
    assert_error(get(client_for, path_of(sold.voucher_url)), 404, "not_found")
