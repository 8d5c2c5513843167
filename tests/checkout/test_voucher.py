"""The voucher a customer brings along: whole, in their language, for who holds the key."""

from typing import Any

import pytest

from outfitter.kit.clock import utc_now
from outfitter.kit.locales import ROUTE_LOCALES
from outfitter.pdf.recipient import Recipient, words
from outfitter_tenants.checkout.printouts.voucher import printout
from outfitter_tenants.checkout.trip_response.serializers import trip_full
from outfitter_tenants.trips.models import Booking, Trip, TripOrder
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.resellers import make_reseller
from tests.support.sales import fill_cart, make_offer
from tests.support.sold_trips import guests_of, pay, sell

pytestmark = pytest.mark.usefixtures("reef")


def sheet_of(trip_id: int, locale: str = "en-US") -> dict[str, Any]:
    reader = Recipient(printout.WORDS, locale, "America/New_York", "USD", "Reef", "US")
    return printout.sheet(trip_full(trip_id=trip_id, at=utc_now()), reader, contact="+1 555 0100")


def path_of(trip_id: int) -> str:
    return f"/api/voucher/{Trip.objects.get(pk=trip_id).hash}/pdf"


def test_says_what_a_customer_needs_on_the_day() -> None:
    trip_id = sell(make_offer(), adults=2, children=1)
    Booking.objects.filter(pk=guests_of(trip_id)[0].pk).update(guest_first_name="Ana")
    pay(trip_id, 5000)

    data = sheet_of(trip_id)

    [order] = data["orders"]
    assert (order["experience"], order["place"]) == ("Kayak", "The old boathouse")
    assert order["time"].replace("\u202f", " ") == "9:00 AM"
    assert [(one["name"], one["kind"]) for one in order["guests"]] == [
        ("Ana", "Adult"),
        ("", "Adult"),
        ("", "Child"),
    ]
    assert [(row["name"], row["amount"]) for row in data["sums"]] == [
        ("Total", "$127.00"),
        ("Paid", "$50.00"),
        ("Still to pay", "$77.00"),
    ]


def test_a_guest_who_pays_a_partner_reads_so() -> None:
    """In place of sums: what they paid the partner is not ours to say."""
    trip_id = sell(make_offer())
    assert sheet_of(trip_id)["notice"] == ""
    Trip.objects.filter(pk=trip_id).update(reseller_id=make_reseller(), collect_type="reseller_collects")

    data = sheet_of(trip_id)

    assert data["sums"] == []
    assert data["notice"] == "This trip is paid where it was booked. Nothing is due here."
    full = trip_full(trip_id=trip_id, at=utc_now())
    reader = Recipient(printout.WORDS, "en-US", "UTC", "USD", "Reef", "US")
    assert printout.print_voucher(full, reader, contact="", at=utc_now()).startswith(b"%PDF-")


def test_each_guest_has_a_code_of_their_own() -> None:
    trip_id = sell(make_offer(), adults=2)
    [order] = sheet_of(trip_id)["orders"]
    assert [one["code"] for one in order["guests"]] == [row.ticket_code for row in guests_of(trip_id)]
    assert len({one["qr"] for one in order["guests"]}) == len(order["guests"])


def test_an_order_without_a_time_says_so() -> None:
    trip_id = sell(make_offer())
    TripOrder.objects.filter(trip_id=trip_id).update(timeslot=None, schedule_state="unscheduled")
    [order] = sheet_of(trip_id)["orders"]
    assert (order["time"], order["waiting"]) == ("", "We will agree on a new time with you.")


@pytest.mark.parametrize("locale", [*ROUTE_LOCALES, "ar", "el", "he", "hi", "zh-TW"])
def test_every_language_has_its_words_and_is_set(locale: str) -> None:
    own, english = words(printout.WORDS, locale), words(printout.WORDS, "en")
    assert own.keys() == english.keys()
    assert all(hole in own["page"] for hole in ("{n}", "{all}"))
    reader = Recipient(printout.WORDS, locale, "UTC", "EUR", "Reef", "DE")
    full = trip_full(trip_id=sell(make_offer()), at=utc_now())
    assert printout.print_voucher(full, reader, contact="", at=utc_now()).startswith(b"%PDF-")


def test_the_customer_and_the_desk_may_have_it(client_for: Any) -> None:
    trip_id = sell(make_offer())
    for client, path in (
        (client_for("reef"), path_of(trip_id)),
        (owner_of(client_for), path_of(trip_id)),
        (owner_of(client_for), f"/api/voucher/{trip_id}/pdf"),
    ):
        answer = client.get(path)
        assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
        assert answer.content.startswith(b"%PDF-")
        assert answer["Cache-Control"] == "private, no-store"


def test_refusals(client_for: Any) -> None:
    cart, sold = fill_cart(make_offer()), sell(make_offer())
    of_cart, of_sold, anyone = path_of(cart), path_of(sold), client_for("reef")
    assert_error(anyone.get(of_cart), 409, "not_booked")
    assert_error(anyone.get(f"/api/voucher/{sold}/pdf"), 404, "not_found")
    TripOrder.objects.filter(trip_id=sold).update(status="cancelled", schedule_state="cancelled")
    assert_error(anyone.get(of_sold), 409, "not_booked")
    Trip.objects.filter(pk=cart).update(status="deleted")
    assert_error(anyone.get(of_cart), 404, "not_found")
    assert_error(client_for("peak").get(of_sold), 404, "not_found")
