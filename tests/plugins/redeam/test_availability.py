"""What Redeam is told of departures: by product, by rate, exactly then."""

from datetime import timedelta
from uuid import uuid4

import pytest

from outfitter.kit.clock import utc_now
from tests.plugins.redeam.world import PRODUCT, RATE, Redeam, run_out, sell, start_of
from tests.support.sales import make_offer


def whole(answer) -> list:
    return answer.body["availabilities"]["byProduct"]["availability"]


def test_a_departure_is_told_by_product_and_by_rate(redeam: Redeam, offer):
    answer = redeam.window()

    assert answer.status == 200
    found = answer.body["availabilities"]
    assert found["productId"] == PRODUCT
    assert found["retrieved"] < found["expires"]
    (row,) = whole(answer)
    assert found["byRate"] == {RATE: {"availability": [row]}}
    assert (row["capacity"], row["maxCapacity"]) == (10, 10)
    assert row["start"].endswith(("-04:00", "-05:00"))
    assert len(row["id"]) == 36
    assert whole(redeam.window())[0]["id"] == row["id"]


def test_what_is_held_and_sold_is_not_told_any_more(redeam: Redeam, offer):
    hold_id = redeam.held(offer, 3)
    redeam.book(redeam.sale(offer, 2))

    assert redeam.capacity() == [5]
    redeam.ask("DELETE", f"holds/{hold_id}")
    assert redeam.capacity() == [8]
    redeam.held(offer, 8)
    assert redeam.capacity() == [0]
    run_out()
    assert redeam.capacity() == [8]


def test_one_rate_can_be_asked_for(redeam: Redeam, offer):
    other = str(uuid4())
    sell(redeam, offer, rate=other, title="With lunch")

    assert set(redeam.window().body["availabilities"]["byRate"]) == {RATE, other}
    assert set(redeam.window(rate_id=other).body["availabilities"]["byRate"]) == {other}
    assert len(whole(redeam.window())) == 1
    unknown = redeam.window(rate_id=str(uuid4()))
    assert (unknown.status, unknown.code) == (404, "NOT_FOUND")


def test_the_short_address_names_supplier_and_product_in_the_query(redeam: Redeam):
    now = utc_now()
    near = {"start": now.isoformat(), "end": (now + timedelta(days=7)).isoformat()}

    both = redeam.get("availabilities", supplier_id=redeam.supplier, product_id=PRODUCT, **near)
    camel = redeam.get("availabilities", supplierId=redeam.supplier, productId=PRODUCT, **near)
    none = redeam.get("availabilities", **near)

    assert whole(both) == whole(camel) == whole(redeam.window())
    assert (none.status, none.code) == (400, "BAD_REQUEST")


def test_a_departure_is_found_by_its_exact_start(redeam: Redeam, offer):
    at = start_of(offer.timeslot_id)

    answer = redeam.window("availability", at=at, qty=10)

    assert answer.status == 200
    assert answer.body["availability"] == whole(redeam.window())[0]
    assert redeam.window("availability", at=at, qty=1, rate_id=RATE).status == 200


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"qty": 11}, 409, "CONFLICT"),
        ({"qty": 0}, 400, "BAD_REQUEST"),
        ({"qty": "many"}, 400, "BAD_REQUEST"),
        ({"at": "2020-01-01T09:00:00Z"}, 404, "NOT_FOUND"),
        ({"at": "2020-01-01T09:00:00"}, 400, "BAD_REQUEST"),
        ({"rate_id": "no-such-rate"}, 404, "NOT_FOUND"),
    ],
)
def test_what_is_not_there_or_makes_no_sense(redeam: Redeam, offer, change, status, code):
    asked = {"at": start_of(offer.timeslot_id), "qty": 2, **change}

    answer = redeam.window("availability", **asked)

    assert (answer.status, answer.code) == (status, code)


def test_a_minute_off_is_another_start(redeam: Redeam, offer):
    at = start_of(offer.timeslot_id).replace(":00Z", ":01Z")

    assert redeam.window("availability", at=at, qty=1).code == "NOT_FOUND"


def test_short_seats_have_the_code_that_was_agreed(redeam: Redeam, offer):
    redeam.agree(no_room="NOT_FOUND")

    answer = redeam.window("availability", at=start_of(offer.timeslot_id), qty=11)

    assert (answer.status, answer.code) == (404, "NOT_FOUND")
    assert answer.body["error"]["data"]["left"] == "10"


@pytest.mark.parametrize(
    "window",
    [
        {"start": "2027-06-02T00:00:00Z", "end": "2027-06-01T00:00:00Z"},
        {"start": "2027-06-02T00:00:00Z", "end": "2029-06-01T00:00:00Z"},
        {"start": "2027-06-02", "end": "2027-06-03"},
        {"start": "2027-06-02T00:00:00Z"},
        {"start": "0001-01-01T00:00:00Z", "end": "0001-01-02T00:00:00Z"},
        {"start": "x" * 5000, "end": "y"},
    ],
)
def test_a_window_that_makes_no_sense_is_refused(redeam: Redeam, window):
    path = f"suppliers/{redeam.supplier}/products/{PRODUCT}/availabilities"

    answer = redeam.get(path, **window)

    assert (answer.status, answer.code) == (400, "BAD_REQUEST")


def test_days_that_are_over_have_nothing(redeam: Redeam):
    path = f"suppliers/{redeam.supplier}/products/{PRODUCT}/availabilities"

    answer = redeam.get(path, start="2020-01-01T00:00:00Z", end="2020-02-01T00:00:00Z")

    assert answer.status == 200
    assert whole(answer) == []


@pytest.mark.parametrize("which", ["supplier", "product", "nul"])
def test_names_that_are_nobodys(redeam: Redeam, which):
    supplier = str(uuid4()) if which == "supplier" else redeam.supplier
    product = {"product": str(uuid4()), "nul": "a%00b"}.get(which, PRODUCT)
    now = utc_now()
    near = {"start": now.isoformat(), "end": (now + timedelta(days=7)).isoformat()}

    answer = redeam.get(f"suppliers/{supplier}/products/{product}/availabilities", **near)

    assert (answer.status, answer.code) == (404, "NOT_FOUND")


def test_seats_that_are_not_counted_have_a_number_all_the_same(redeam: Redeam):
    product = str(uuid4())
    sell(redeam, make_offer(capacity=None, name="Walk"), product=product, rate=str(uuid4()))
    now = utc_now()

    answer = redeam.get(
        f"suppliers/{redeam.supplier}/products/{product}/availabilities",
        start=now.isoformat(),
        end=(now + timedelta(days=7)).isoformat(),
    )

    (row,) = whole(answer)
    assert (row["capacity"], row["maxCapacity"]) == (1000, -1)
