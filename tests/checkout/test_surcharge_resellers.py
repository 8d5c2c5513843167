"""A tax or fee of some resellers alone: wherever a price is made or shown (domain.md 4.7)."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from outfitter.kit.clock import utc_now
from outfitter.sdk import channels
from outfitter_tenants.people.models import Properties
from outfitter_tenants.pricing import operations as pricing
from outfitter_tenants.pricing.models import Surcharge
from outfitter_tenants.resellers.models import Reseller
from outfitter_tenants.trips.models import Trip
from tests.calendar.test_ranges import slots_of
from tests.checkout.front_desk import Desk
from tests.support.api_operations import assert_error
from tests.support.database import REEF
from tests.support.fake_channel import ask, connect, open_fair
from tests.support.owner_client import owner_of
from tests.support.resellers import make_reseller
from tests.support.sales import ADULT, Offer, make_offer

pytestmark = pytest.mark.usefixtures("reef")
FEE = 300


@pytest.fixture
def staff(client_for: Any) -> Client:
    client: Client = owner_of(client_for)
    return client


@pytest.fixture
def partner() -> int:
    """A reseller whose sales alone have a fee of 3.00 a guest, where prices show all-in."""
    partner = make_reseller()
    pricing.save_surcharge(
        kind="fee",
        at=utc_now(),
        values={
            "name": "Pier fee",
            "calc": "fixed",
            "amount": FEE,
            "applies_to": ["tickets"],
            "reseller_ids": [partner],
        },
    )
    Properties.objects.update_or_create(pk=1, defaults={"price_display_mode": "all_in"})
    return partner


def cart(desk: Desk, offer: Offer, **body: Any) -> Trip:
    guests = {"experience_customer_type_id": offer.adult, "qty": 2}
    order = {"experience_id": offer.experience_id, "timeslot_id": offer.timeslot_id, "quantities": [guests]}
    made = desk.done("/api/trip/save", **{"orders": [order], **body})["trip"]
    return Trip.objects.get(hash=made["hash"])


def test_a_sale_has_it_while_it_is_theirs(staff: Client, partner: int) -> None:
    desk, other = Desk(staff), make_reseller("Beach Bar")
    trip = cart(desk, make_offer())
    fees = [trip.fee_amount]
    for path, body in (
        ("reseller/edit", {"reseller_id": partner}),
        ("reseller/edit", {"reseller_id": other}),
        ("reseller/edit", {"reseller_id": partner}),
        ("reseller/remove", {}),
    ):
        desk.done(f"/api/trip/{trip.pk}/{path}", **body)
        trip.refresh_from_db()
        fees.append(trip.fee_amount)
        assert trip.total_amount == 2 * ADULT + trip.fee_amount
    assert fees == [0, 2 * FEE, 0, 2 * FEE, 0]


def test_who_comes_by_their_link_sees_and_pays_the_operators_prices(client_for: Any, partner: int) -> None:
    trip = cart(Desk(client_for("reef")), make_offer(), reseller=partner)
    assert (trip.reseller_id, trip.fee_amount, trip.total_amount) == (partner, 0, 2 * ADULT)


def test_prices_of_a_departure(staff: Client, partner: int) -> None:
    offer = make_offer()
    path = f"/api/prices/getForTimeslot/{offer.timeslot_id}/reseller"

    def adult(where: str) -> int:
        return max(int(one["price"]) for one in staff.get(where).json()["prices"])

    assert adult(path) == ADULT
    assert adult(f"{path}/{partner}") == ADULT + FEE
    assert adult(f"{path}/{make_reseller('Beach Bar')}") == ADULT


@pytest.mark.parametrize("is_staff", [True, False])
def test_prices_of_a_calendar(staff: Client, client_for: Any, partner: int, is_staff: bool) -> None:
    offer = make_offer()
    day = utc_now().date()
    path = f"/api/experiences/getInDateRange/{day}/{day + timedelta(days=4)}"

    def least(**more: Any) -> int:
        body = {"showPrices": True, "isAuthenticated": True, **more}
        client = staff if is_staff else client_for("reef")
        answer = client.post(path, body, content_type="application/json")
        assert answer.status_code == 200, answer.content
        return slots_of(answer.json())[offer.timeslot_id] or 0

    plain = least()
    assert least(reseller=partner) == plain + (FEE if is_staff else 0)


def test_prices_and_sales_of_a_partners_system() -> None:
    with open_fair(REEF.schema_name):
        offer = make_offer()
        stall = connect(offer)
        reseller = Reseller.objects.get()
        values: Any = {"name": "Pier fee", "calc": "fixed", "amount": FEE, "applies_to": ["tickets"]}
        theirs = pricing.save_surcharge(
            kind="fee", at=utc_now(), values={**values, "reseller_ids": [reseller.pk]}
        )

        def told() -> int:
            [found] = channels.departures(
                stall, product_id=f"P{offer.experience_id}", departure_ids=[str(offer.timeslot_id)]
            )
            return found.price_of("ADULT").retail

        assert told() == ADULT + FEE
        assert channels.hold(stall, ask(offer)).price.retail == 2 * (ADULT + FEE)
        other = make_reseller("Beach Bar")
        Surcharge.objects.filter(pk=theirs).update(reseller_ids=[other])
        assert told() == ADULT
        assert channels.hold(stall, ask(offer, adults=1, reference="R-2")).price.retail == ADULT


class TestSettings:
    BODY = {"name": "Pier fee", "calc": "fixed", "amount": FEE}

    def save(self, staff: Client, kind: str, **more: Any) -> Any:
        return staff.post(f"/api/setup/{kind}/save", {**self.BODY, **more}, content_type="application/json")

    @pytest.mark.parametrize(("kind", "key"), [("tax", "taxes"), ("fee", "fees")])
    def test_it_is_kept_and_unknown_ones_are_refused(self, staff: Client, kind: str, key: str) -> None:
        partner = make_reseller()
        kept = self.save(staff, kind, reseller_ids=[partner]).json()["general"][key][0]
        assert kept["reseller_ids"] == [partner]
        refused = assert_error(self.save(staff, kind, reseller_ids=[partner, 999_999]), 422)
        assert refused["detail"]["fields"] == {"reseller_ids": ["Reseller not found: 999999."]}
        assert Surcharge.objects.count() == 1

    def test_whom_one_may_choose(self, staff: Client) -> None:
        gone, here = make_reseller("Gone"), make_reseller("Adam’s Inn")
        self.save(staff, "fee", reseller_ids=[gone])
        old = make_reseller("Old")
        Reseller.objects.filter(pk__in=[gone, old]).update(status="archived")
        found = staff.get("/api/setup/general/get").json()["resellers"]
        # One that is archived stays to be seen, and taken off, where it is named.
        assert found == [{"id": here, "name": "Adam’s Inn"}, {"id": gone, "name": "Gone"}]

    def test_the_example_is_a_sale_of_theirs(self, staff: Client) -> None:
        fee = {**self.BODY, "reseller_ids": [make_reseller()]}
        body = {"qty": 2, "unit_amount": 5000, "fee": fee, "price_display_mode": "all_in"}
        found = staff.post("/api/setup/preview", body, content_type="application/json").json()
        assert (found["fee"], found["ticket_price"]) == (2 * FEE, 5000 + FEE)
        body["fee"]["reseller_ids"] = [999_999]
        refused = staff.post("/api/setup/preview", body, content_type="application/json")
        assert list(assert_error(refused, 422)["detail"]["fields"]) == ["reseller_ids"]
