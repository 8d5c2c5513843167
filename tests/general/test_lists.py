"""The lists of the general set-up over HTTP."""

from typing import Any

import pytest

from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.catalog.models import Experience, Location
from outfitter_tenants.pricing.models import CancellationPolicy, Surcharge
from outfitter_tenants.trips.models import Booking, BookingStatus, TripOrder, TripSource
from tests.support.api_operations import assert_error
from tests.support.catalog import make_experience
from tests.support.owner_client import owner_of
from tests.support.sales import fill_cart, make_offer

pytestmark = pytest.mark.usefixtures("reef")
VAT = {"name": "VAT", "rate_ppm": 190_000, "mode": "inclusive"}


@pytest.fixture
def post(client_for: Any) -> Any:
    staff = owner_of(client_for)

    def send(path: str, body: dict[str, Any] | None = None) -> Any:
        return staff.post(f"/api/setup/{path}", body or {}, content_type="application/json")

    return send


def test_a_tax_is_made_changed_deleted_and_brought_back(post: Any) -> None:
    made = post("tax/save", VAT).json()
    row = made["general"]["taxes"][0]
    assert (row["id"], row["name"], row["rate_ppm"], row["version"]) == (made["id"], "VAT", 190_000, 1)
    changed = post("tax/save", {**VAT, "id": row["id"], "version": 1, "rate_ppm": 200_000}).json()
    assert changed["general"]["taxes"][0]["rate_ppm"] == 200_000
    stale = post("tax/save", {**VAT, "id": row["id"], "version": 1})
    assert_error(stale, 409, "stale_version")
    gone = post(f"general/taxes/{row['id']}/delete").json()
    assert gone["general"]["taxes"] == []
    assert Surcharge.objects.get().archived_at is not None
    back = post(f"general/taxes/{row['id']}/restore").json()
    assert len(back["general"]["taxes"]) == 1
    actions = AuditLog.objects.filter(entity_type="tax").order_by("id").values_list("action", flat=True)
    assert list(actions) == ["tax.created", "tax.changed", "tax.changed", "tax.changed"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"name": "A"}, "rate_ppm"),
        ({"name": "A", "calc": "fixed"}, "amount"),
        ({"name": "A", "rate_ppm": 1, "applies_to": []}, "applies_to"),
        ({"name": "A", "rate_ppm": 1, "is_compound": True, "mode": "inclusive"}, "mode"),
        ({"name": "A", "calc": "fixed", "amount": 1, "mode": "inclusive"}, "mode"),
        ({"name": "A", "rate_ppm": 1, "experience_ids": [999_999]}, "experience_ids"),
        ({"name": "A", "rate_ppm": 1, "valid_from": "2026-05-02", "valid_to": "2026-05-01"}, "valid_to"),
        ({"name": "A", "rate_ppm": 1_000_001}, "rate_ppm"),
        ({"name": " ", "rate_ppm": 1}, "name"),
    ],
)
def test_a_tax_that_makes_no_sense(post: Any, body: dict[str, Any], field: str) -> None:
    answer = assert_error(post("tax/save", body), 422, "validation_failed")
    assert field in answer["detail"]["fields"]
    assert not Surcharge.objects.exists()


def test_a_fee_is_never_inside_the_price_and_no_tax(post: Any) -> None:
    assert_error(post("fee/save", VAT), 422, "validation_failed")
    tax = post("tax/save", VAT).json()["id"]
    assert_error(post("fee/save", {"id": tax, "name": "Fee", "rate_ppm": 1}), 404, "not_found")
    assert_error(post(f"general/fees/{tax}/delete"), 404, "not_found")


def test_an_order_is_the_whole_list(post: Any) -> None:
    first, second = (post("fee/save", {"name": n, "rate_ppm": 1}).json()["id"] for n in "AB")
    turned = post("general/fees/reorder", {"ids": [second, first]}).json()["general"]["fees"]
    assert [row["name"] for row in turned] == ["B", "A"]
    for wrong in ([first], [first, second, 999], [first, first]):
        assert_error(post("general/fees/reorder", {"ids": wrong}), 422, "validation_failed")


def tiers(*steps: tuple[int, int]) -> list[dict[str, int]]:
    return [{"hours_before": hours, "refund_ppm": ppm} for hours, ppm in steps]


def test_the_first_policy_is_the_default_one(post: Any) -> None:
    first = post("policy/save", {"name": "Flex", "tiers": tiers((24, 500_000), (48, 1_000_000))}).json()
    row = first["general"]["policies"][0]
    assert row["is_default"] is True
    assert [tier["hours_before"] for tier in row["tiers"]] == [48, 24]
    second = post("policy/save", {"name": "Strict", "tiers": [], "is_default": True}).json()
    flags = {row["name"]: row["is_default"] for row in second["general"]["policies"]}
    assert flags == {"Flex": False, "Strict": True}
    assert_error(post(f"general/policies/{second['id']}/delete"), 409, "default_policy")
    assert post(f"general/policies/{first['id']}/delete").status_code == 200
    assert post(f"general/policies/{second['id']}/delete").status_code == 200
    assert post(f"general/policies/{first['id']}/restore").json()["general"]["policies"][0]["is_default"]


def test_an_experience_is_under_one_policy(post: Any) -> None:
    tour = make_experience()
    first = post("policy/save", {"name": "A", "tiers": [], "experience_ids": [tour.pk]}).json()["id"]
    assert Experience.objects.get(pk=tour.pk).cancellation_policy_id == first
    second = post("policy/save", {"name": "B", "tiers": [], "experience_ids": [tour.pk]}).json()
    named = {row["name"]: row["experience_ids"] for row in second["general"]["policies"]}
    assert named == {"A": [], "B": [tour.pk]}


@pytest.mark.parametrize("steps", [((24, 0), (24, 1)), ((48, 100), (24, 200))])
def test_steps_that_contradict_one_another(post: Any, steps: Any) -> None:
    assert_error(post("policy/save", {"name": "A", "tiers": tiers(*steps)}), 422, "validation_failed")
    assert not CancellationPolicy.objects.exists()


def test_built_in_statuses_are_renamed_but_stay(post: Any) -> None:
    arrived = BookingStatus.objects.get(slug="checked_in")
    named = post("bookingStatus/save", {"id": arrived.pk, "name": "On board", "color": "#00AA00"})
    assert named.status_code == 200
    arrived.refresh_from_db()
    assert (arrived.name, arrived.slug, arrived.kind, arrived.color) == (
        "On board",
        "checked_in",
        "arrived",
        "#00aa00",
    )
    assert_error(post(f"general/statuses/{arrived.pk}/delete"), 409, "system_row")


def test_a_status_in_use_is_kept_by_who_has_it(post: Any, client_for: Any) -> None:
    made = post("bookingStatus/save", {"name": "Geared up", "color": "#123456"}).json()["id"]
    fill_cart(make_offer())
    Booking.objects.update(booking_status_id=made)
    used = post(f"general/statuses/{made}/delete").json()["general"]["statuses"]
    assert made not in [row["id"] for row in used]
    assert Booking.objects.filter(booking_status_id=made).exists()
    shown = owner_of(client_for).get("/api/bookingStatuses/get").json()
    assert made not in [row["id"] for row in shown]
    assert post(f"general/statuses/{made}/restore").json()["general"]["statuses"][-1]["used_cnt"] == 3


def test_names_are_taken_once(post: Any) -> None:
    made = post("tripSource/save", {"name": "Podcast"}).json()["id"]
    assert TripSource.objects.get(pk=made).slug == "podcast"
    assert_error(post("tripSource/save", {"name": "podcast"}), 422, "validation_failed")
    post(f"general/sources/{made}/delete")
    again = post("tripSource/save", {"name": "Podcast"}).json()["id"]
    assert TripSource.objects.get(pk=again).slug == "podcast_2"


def test_reasons_of_flags(post: Any) -> None:
    made = post("flagReason/save", {"name": "Call back", "color": "#b91c1c"}).json()
    assert made["general"]["flags"] == [
        {"id": made["id"], "name": "Call back", "color": "#b91c1c", "used_cnt": 0}
    ]


def test_places(post: Any) -> None:
    home = Location.objects.get(is_default=True)
    made = post("location/save", {"name": "North pier", "address": "1 Pier", "lat": 44.39, "lng": -68.2})
    pier = made.json()["id"]
    assert_error(post("location/save", {"name": "X", "lat": 1.0}), 422, "validation_failed")
    assert_error(post("location/save", {"name": "X", "time_zone": "Moon"}), 422, "validation_failed")
    assert_error(post(f"general/locations/{home.pk}/delete"), 409, "default_location")
    tour = make_experience(location_id=pier)
    assert_error(post(f"general/locations/{pier}/delete"), 409, "in_use")
    Experience.objects.filter(pk=tour.pk).update(status="archived")
    gone = post(f"general/locations/{pier}/delete").json()["general"]["locations"]
    assert [row["id"] for row in gone] == [home.pk]
    assert len(post(f"general/locations/{pier}/restore").json()["general"]["locations"]) == 2
    swapped = post("location/save", {"id": pier, "name": "North pier", "is_default": True}).json()
    assert [row["is_default"] for row in swapped["general"]["locations"]] == [True, False]


def test_another_operators_experience_is_none_of_ours(post: Any, client_for: Any) -> None:
    from django.db import connection

    from outfitter.accounts.models import Account

    connection.set_tenant(Account.objects.get(schema_name="t_peak"))
    foreign = [make_experience(name=f"Peak {n}").pk for n in range(3)][-1]
    connection.set_tenant(Account.objects.get(schema_name="t_reef"))
    body = {"name": "A", "rate_ppm": 1, "experience_ids": [foreign]}
    assert_error(post("tax/save", body), 422, "validation_failed")
    assert_error(post("policy/save", {"name": "A", "tiers": [], "experience_ids": [foreign]}), 422)


def test_the_example_is_the_price_itself(post: Any) -> None:
    post("fee/save", {"name": "Park fee", "calc": "fixed", "amount": 300})
    body = {
        "qty": 2,
        "unit_amount": 5000,
        "tax": {"name": "Sales tax", "rate_ppm": 100_000},
        "deposit": {"kind": "per_booking_percent", "rate_ppm": 250_000, "balance_due_hours": 48},
        "booking_fee": {"rate_ppm": 50_000},
    }
    found = post("preview", body).json()
    sums = [found[name] for name in ("subtotal", "fee", "tax", "booking_fee", "total", "deposit_due")]
    assert sums == [10_000, 600, 1000, 530, 12_130, 2500]
    assert [(line["kind"], line["qty"], line["amount"]) for line in found["lines"]] == [
        ("ticket", 2, 10_000),
        ("fee", 2, 600),
        ("booking_fee", 1, 530),
        ("tax", 2, 1000),
    ]
    assert found["balance_due_at"] is not None
    assert not Surcharge.objects.filter(kind="tax").exists()
    assert_error(post("preview", {"tax": {"name": "A"}}), 422, "validation_failed")


class TestWhatGuestsMayDoThemselves:
    PATH = "policy/save"
    LIMITS = {"self_cancel_until_hours": 24, "self_rebook_until_hours": None}

    def limits(self, answer: Any) -> dict[str, Any]:
        [policy] = answer.json()["general"]["policies"]
        return {name: policy[name] for name in self.LIMITS}

    def test_is_kept_and_stays_when_nothing_is_said_of_it(self, post: Any) -> None:
        plain = {"name": "House", "tiers": []}
        made = post(self.PATH, plain)
        assert self.limits(made) == dict.fromkeys(self.LIMITS)
        row = {**plain, "id": made.json()["id"]}
        assert self.limits(post(self.PATH, {**row, **self.LIMITS})) == self.LIMITS
        # The form, which does not offer them yet.
        assert self.limits(post(self.PATH, row)) == self.LIMITS
        assert self.limits(post(self.PATH, {**row, "self_cancel_until_hours": None})) == dict.fromkeys(
            self.LIMITS
        )

    @pytest.mark.parametrize("hours", [-1, 24 * 365 + 1, "soon"])
    @pytest.mark.parametrize("name", sorted(LIMITS))
    def test_is_some_hours(self, post: Any, name: str, hours: Any) -> None:
        refused = assert_error(post(self.PATH, {"name": "House", "tiers": [], name: hours}), 422)
        assert list(refused["detail"]["fields"]) == [name]

    def test_an_order_keeps_what_it_was_sold_under(self, post: Any) -> None:
        post(self.PATH, {"name": "House", "tiers": [], **self.LIMITS})
        trip_id = fill_cart(make_offer())
        kept = TripOrder.objects.get(trip_id=trip_id).cancellation_policy or {}
        assert {name: kept[name] for name in self.LIMITS} == self.LIMITS
