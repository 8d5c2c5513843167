"""A cart is found again by a token that is of no use to whoever else reads it (ADR 70)."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings

from outfitter.kit import crypto
from outfitter.kit.clock import utc_now
from outfitter_tenants.checkout.carts import resume_tokens
from outfitter_tenants.scheduling.models import Hold
from outfitter_tenants.trips.models import Trip
from tests.checkout.front_desk import Desk
from tests.support.api_operations import assert_error
from tests.support.sales import Offer, fill_cart

HOME, BROWSER = "203.0.113.7", "Firefox"
PLACE = {"ip": HOME, "browser": BROWSER}


@pytest.fixture
def cart(offer: Offer) -> int:
    """A visitor's cart whose seats are held."""
    return fill_cart(offer)


def token_of(cart: int) -> str:
    made = resume_tokens.make_resume_token(trip_id=cart, at=utc_now(), **PLACE)
    assert made is not None
    return made[0]


def find(token: str, *, at: Any = None, **place: Any) -> int:
    where = {**PLACE, **place}
    return resume_tokens.find_resumed_trip(token=token, at=at or utc_now(), **where)


def test_it_finds_the_cart_where_it_was_given_out(cart: int) -> None:
    assert find(token_of(cart)) == cart


@pytest.mark.parametrize(
    "place", [{"ip": "203.0.113.8"}, {"ip": None}, {"browser": "curl"}, {"ip": "2001:db8::1"}]
)
def test_it_finds_nothing_from_anywhere_else(cart: int, place: dict[str, Any]) -> None:
    with pytest.raises(resume_tokens.trips.TripNotFound):
        find(token_of(cart), **place)


def test_a_site_that_changes_its_addresses_is_one_place(cart: int) -> None:
    made = resume_tokens.make_resume_token(trip_id=cart, ip="2001:db8:1:2::aa", browser=BROWSER, at=utc_now())
    assert made
    assert find(made[0], ip="2001:db8:1:2::bb") == cart
    with pytest.raises(resume_tokens.trips.TripNotFound):
        find(made[0], ip="2001:db8:1:3::aa")


def test_it_ends_with_the_hold(cart: int) -> None:
    (until,) = Hold.objects.values_list("expires_at", flat=True)
    token = token_of(cart)
    assert find(token, at=until - timedelta(seconds=1)) == cart
    with pytest.raises(resume_tokens.trips.TripNotFound):
        find(token, at=until)


def test_seats_that_were_given_back_end_it_early(cart: int) -> None:
    token = token_of(cart)
    Hold.objects.update(status="released")
    with pytest.raises(resume_tokens.trips.TripNotFound):
        find(token)


def test_there_is_none_for_a_cart_without_seats(cart: int) -> None:
    Hold.objects.update(expires_at=utc_now() - timedelta(seconds=1))
    assert resume_tokens.make_resume_token(trip_id=cart, at=utc_now(), **PLACE) is None


@pytest.mark.parametrize("status", ["reserved", "under_review"])
def test_it_opens_no_booking(cart: int, status: str) -> None:
    token = token_of(cart)
    Trip.objects.filter(pk=cart).update(status=status, reserved_at=utc_now())
    with pytest.raises(resume_tokens.drafts.NotADraft):
        find(token)
    assert resume_tokens.make_resume_token(trip_id=cart, at=utc_now(), **PLACE) is None


def test_a_cart_that_was_deleted_is_gone(cart: int) -> None:
    token = token_of(cart)
    Trip.objects.filter(pk=cart).update(status="deleted")
    with pytest.raises(resume_tokens.trips.TripNotFound):
        find(token)


def test_whoever_reads_it_reads_nothing(cart: int) -> None:
    token = token_of(cart)
    assert Trip.objects.get(pk=cart).hash not in token
    assert HOME not in token
    inside = json.dumps(crypto.decrypt_json(settings.FIELD_KEYS, token))
    # Not even opened: neither the trip's secret nor who its visitor is.
    assert Trip.objects.get(pk=cart).hash not in inside
    assert HOME not in inside


@pytest.mark.parametrize("token", ["", "nothing", "gAAAAABnothing", "é"])
def test_what_was_not_sealed_here_finds_nothing(reef: Any, token: str) -> None:
    with pytest.raises(resume_tokens.trips.TripNotFound):
        find(token)


def test_through_http(cart: int, client_for: Any) -> None:
    visitor = Desk(client_for("reef"))
    trip = Trip.objects.get(pk=cart)
    made = visitor.done(f"/api/trip/{trip.hash}/resumeToken")
    assert made["until"] is not None
    assert visitor.done("/api/trip/resume", token=made["token"])["hash"] == trip.hash
    assert_error(visitor.post("/api/trip/resume", token=made["token"] + "x"), 404, "not_found")
    assert_error(visitor.post("/api/trip/resume"), 422, "validation_failed")
    assert_error(visitor.post("/api/trip/nothing/resumeToken"), 404, "not_found")
    Trip.objects.filter(pk=cart).update(status="reserved", reserved_at=utc_now())
    assert_error(visitor.post("/api/trip/resume", token=made["token"]), 409, "already_done")
    assert visitor.done(f"/api/trip/{trip.hash}/resumeToken") == {"token": None, "until": None}


@pytest.mark.parametrize("site", ["cross-site", "same-site", "none"])
def test_pages_of_other_sites_are_refused(cart: int, client_for: Any, site: str) -> None:
    client = client_for("reef")
    token = Desk(client).done(f"/api/trip/{Trip.objects.get(pk=cart).hash}/resumeToken")["token"]
    answer = client.post(
        "/api/trip/resume",
        json.dumps({"token": token}),
        content_type="application/json",
        headers={"Sec-Fetch-Site": site},
    )
    assert_error(answer, 403, "forbidden")


def test_the_cart_of_another_operator_is_not_found(cart: int, client_for: Any) -> None:
    path = f"/api/trip/{Trip.objects.get(pk=cart).hash}/resumeToken"
    token = Desk(client_for("reef")).done(path)["token"]
    assert_error(Desk(client_for("peak")).post("/api/trip/resume", token=token), 404, "not_found")
