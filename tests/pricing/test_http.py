"""Prices of a departure over HTTP."""

from datetime import timedelta
from typing import Any

import pytest

from outfitter.kit.clock import utc_now
from tests.support.api_operations import assert_error
from tests.support.catalog import make_experience, make_price, price_ids
from tests.support.departures import make_hold, make_timeslot
from tests.support.owner_client import owner_of

pytestmark = pytest.mark.usefixtures("reef")


@pytest.fixture
def slot() -> Any:
    experience = make_experience(prices=(4900,), min_pax=1, max_pax=8)
    make_price(experience=experience, slug="boat", kind="unit", base_price=19_900, pax_per_booking=4)
    make_price(experience=experience, slug="infant", base_price=0, is_consume_capacity=False)
    make_price(experience=experience, slug="crew", kind="other", base_price=100, is_public=False)
    adult = price_ids(experience)[0]
    return make_timeslot(
        experience=experience,
        day=(utc_now() + timedelta(days=3)).date(),
        online_allotment=9,
        price_override={str(adult): 3900},
    )


def test_strangers_see_what_they_can_buy(slot: Any, client_for: Any) -> None:
    make_hold(timeslot=slot, qty=2, at=utc_now())
    found = client_for("reef").get(f"/api/prices/getForTimeslot/{slot.pk}/ecommerce").json()
    assert (found["currency"], found["min_pax"], found["max_pax"]) == ("USD", 1, 8)
    shown = ("label", "price", "price_source", "remaining")
    assert [tuple(price[name] for name in shown) for price in found["prices"]] == [
        ("Adult", 3900, "timeslot", 7),
        ("Boat", 19_900, "base", 1),
        ("Infant", 0, "base", None),
    ]


def test_staff_see_everything_but_try_out_the_online_way(slot: Any, client_for: Any) -> None:
    staff = owner_of(client_for)
    path = f"/api/prices/getForTimeslot/{slot.pk}"
    assert len(staff.get(f"{path}/phone").json()["prices"]) == 4
    assert len(staff.get(f"{path}/ecommerce").json()["prices"]) == 3
    # A stranger who calls himself staff is none.
    assert len(client_for("reef").get(f"{path}/phone").json()["prices"]) == 3


def test_departures_without_prices(slot: Any, client_for: Any) -> None:
    public = client_for("reef")
    draft = make_timeslot(experience=make_experience(status="draft"))
    for wrong in ("999999/ecommerce", "abc/ecommerce", f"{draft.pk}/ecommerce", f"{slot.pk}/UP!"):
        assert_error(public.get(f"/api/prices/getForTimeslot/{wrong}"), 404, "not_found")
    path = f"/api/prices/getForTimeslot/{slot.pk}/ecommerce"
    assert_error(client_for("peak").get(path), 404, "not_found")
