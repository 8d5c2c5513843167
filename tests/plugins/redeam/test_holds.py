"""Holds: made, repeated, released, run out; and what cannot be held."""

from uuid import uuid4

import pytest

from outfitter_tenants.channels.models import ExternalBooking
from tests.plugins.redeam.world import ADULT, CHILD, PRODUCT, RATE, Redeam, connect, run_out, seats_of, sell
from tests.support.sales import make_offer


def test_a_hold_keeps_seats_and_says_at_what_price(redeam: Redeam, offer):
    answer = redeam.hold(
        redeam.seat(offer, 2, travelerType="ADULT"),
        redeam.seat(offer, 1, CHILD),
        ext={"channel": "gyg"},
        request="r-1",
    )

    assert answer.status == 200
    assert answer.body["meta"] == {"reqId": "r-1"}
    hold = answer.body["hold"]
    assert (hold["status"], hold["ext"]) == ("HELD", {"channel": "gyg"})
    assert [(item["priceId"], item["quantity"]) for item in hold["items"]] == [(ADULT, 2), (CHILD, 1)]
    rate = hold["items"][0]["rate"]
    assert (rate["id"], rate["productId"], rate["type"]) == (RATE, PRODUCT, "RESERVED")
    assert rate["prices"][0]["retail"] == {"amount": 4900, "currency": "USD"}
    assert rate["prices"][0]["travelerType"]["ageBand"] == "ADULT"
    assert hold["items"][1]["travelerType"] == "CHILD"
    assert seats_of(offer) == (0, 3)
    assert redeam.get(f"holds/{hold['id']}").body["hold"] == hold


def test_the_same_request_id_gets_the_same_hold(redeam: Redeam, offer):
    first = redeam.hold(redeam.seat(offer), request="r-1")
    again = redeam.hold(redeam.seat(offer), request="r-1")
    other = redeam.hold(redeam.seat(offer), request="r-2")

    assert first.body == again.body
    assert other.body["hold"]["id"] != first.body["hold"]["id"]
    assert seats_of(offer) == (0, 4)
    changed = redeam.hold(redeam.seat(offer, 5), request="r-1")
    assert (changed.status, changed.code) == (409, "CONFLICT")
    assert seats_of(offer) == (0, 4)


def test_where_it_was_not_agreed_every_request_is_a_hold(redeam: Redeam, offer):
    redeam.agree(is_hold_repeatable=False)

    redeam.hold(redeam.seat(offer), request="r-1")
    redeam.hold(redeam.seat(offer), request="r-1")

    assert seats_of(offer) == (0, 4)


def test_a_hold_is_released_once_and_again(redeam: Redeam, offer):
    hold_id = redeam.held(offer)

    first = redeam.ask("DELETE", f"holds/{hold_id}")
    again = redeam.ask("DELETE", f"holds/{hold_id}")

    assert first.body["hold"]["status"] == again.body["hold"]["status"] == "RELEASED"
    assert (first.status, again.status) == (200, 200)
    assert redeam.get(f"holds/{hold_id}").body["hold"]["status"] == "RELEASED"
    assert seats_of(offer) == (0, 0)


def test_after_its_release_the_same_request_holds_anew(redeam: Redeam, offer):
    first = redeam.hold(redeam.seat(offer), request="r-1")
    redeam.ask("DELETE", f"holds/{first.body['hold']['id']}")

    again = redeam.hold(redeam.seat(offer), request="r-1")

    assert again.body["hold"]["status"] == "HELD"
    assert redeam.get(f"holds/{again.body['hold']['id']}").body["hold"]["status"] == "HELD"
    assert seats_of(offer) == (0, 2)


def test_a_hold_that_ran_out_says_so(redeam: Redeam, offer):
    hold_id = redeam.held(offer)
    run_out()

    assert redeam.get(f"holds/{hold_id}").body["hold"]["status"] == "EXPIRED"
    released = redeam.ask("DELETE", f"holds/{hold_id}")
    assert (released.status, released.code) == (410, "GONE")


def test_the_words_for_states_are_the_connections_own(redeam: Redeam, offer):
    redeam.agree(hold_held="ACTIVE")

    assert redeam.hold(redeam.seat(offer)).body["hold"]["status"] == "ACTIVE"


def test_the_availability_may_be_named_and_then_must_be_that_starts(redeam: Redeam, offer):
    (row,) = redeam.window().body["availabilities"]["byProduct"]["availability"]

    right = redeam.hold(redeam.seat(offer, availabilityId=row["id"]))
    wrong = redeam.hold(redeam.seat(offer, availabilityId=str(uuid4())))

    assert right.body["hold"]["items"][0]["availabilityId"] == row["id"]
    assert (wrong.status, wrong.code) == (404, "NOT_FOUND")


def test_a_basket_of_two_departures_is_all_or_nothing(redeam: Redeam, offer):
    rate, second = str(uuid4()), make_offer(name="Rafting", capacity=3)
    sell(redeam, second, product=str(uuid4()), rate=rate)

    made = redeam.hold(redeam.seat(offer), redeam.seat(second, 2, rateId=rate))
    full = redeam.hold(redeam.seat(offer), redeam.seat(second, 2, rateId=rate))

    assert len(made.body["hold"]["items"]) == 2
    assert (full.status, full.code) == (409, "CONFLICT")
    assert (seats_of(offer), seats_of(second)) == ((0, 2), (0, 2))
    redeam.ask("DELETE", f"holds/{made.body['hold']['id']}")
    assert (seats_of(offer), seats_of(second)) == ((0, 0), (0, 0))


def test_an_age_band_names_the_ticket_where_it_was_mapped_so(redeam: Redeam, offer):
    rate = str(uuid4())
    sell(redeam, offer, product=str(uuid4()), rate=rate, names=("ADULT", "CHILD"))

    made = redeam.hold(redeam.seat(offer, price="?", rateId=rate, travelerType="child"))
    none = redeam.hold(redeam.seat(offer, price="?", rateId=rate))

    assert made.body["hold"]["items"][0]["priceId"] == "CHILD"
    assert (none.status, none.code) == (404, "NOT_FOUND")


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"quantity": 11}, 409, "CONFLICT"),
        ({"at": "2020-01-01T09:00:00Z"}, 404, "NOT_FOUND"),
        ({"rateId": "2b0c1c1e-0000-4000-8000-000000000000"}, 404, "NOT_FOUND"),
        ({"priceId": "2b0c1c1e-0000-4000-8000-000000000000"}, 404, "NOT_FOUND"),
        ({"supplierId": "2b0c1c1e-0000-4000-8000-000000000000"}, 404, "NOT_FOUND"),
        ({"productId": "2b0c1c1e-0000-4000-8000-000000000000"}, 404, "NOT_FOUND"),
        ({"rate": {"prices": [{"net": {"amount": 1, "currency": "EUR"}}]}}, 400, "BAD_REQUEST"),
        ({"price": {"retail": {"amount": 1, "currency": "eur"}}}, 400, "BAD_REQUEST"),
        ({"at": "0001-01-01T00:00:00+14:00"}, 400, "BAD_REQUEST"),
        ({"quantity": -1}, 400, "BAD_REQUEST"),
        ({"at": ...}, 400, "BAD_REQUEST"),
    ],
)
def test_what_cannot_be_held(redeam: Redeam, offer, change, status, code):
    answer = redeam.hold(redeam.seat(offer, **change), request="r-7")

    assert (answer.status, answer.code) == (status, code)
    assert answer.body["meta"] == {"reqId": "r-7"}
    assert seats_of(offer) == (0, 0)
    assert not ExternalBooking.objects.exists()


def test_another_connections_hold_is_nobodys(redeam: Redeam, offer, client_for):
    other = connect(client_for("reef"))
    sell(other, offer)
    hold_id = redeam.held(offer)

    for answer in (other.get(f"holds/{hold_id}"), other.ask("DELETE", f"holds/{hold_id}")):
        assert (answer.status, answer.code) == (404, "NOT_FOUND")
    assert other.book(other.sale(offer), holdId=hold_id).code == "NOT_FOUND"
    assert seats_of(offer) == (0, 2)


@pytest.mark.parametrize("name", ["x", "a" * 300, "a%00b", "%F0%9F%8E%AB"])
def test_a_hold_that_is_none(redeam: Redeam, name):
    assert redeam.get(f"holds/{name}").code == "NOT_FOUND"
    assert redeam.ask("DELETE", f"holds/{name}").code == "NOT_FOUND"
