"""
A sale under settings that change: what a process keeps of them is never another than what is stored.

Each answer from memory is held against the database here, an eighth of them in all other tests.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from outfitter.db import configuration
from outfitter.db.tenant_schema import in_schema
from outfitter.kit.clock import utc_now
from outfitter_tenants.catalog.models import Experience, ExperienceCustomerType
from outfitter_tenants.checkout.carts import cart_orders
from outfitter_tenants.people import queries as people
from outfitter_tenants.people.models import Properties, UserAvatar
from outfitter_tenants.pricing.models import OfferCode, PriceRules, RateSheet, RateSheetPrice, Surcharge
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.models import TripMethod
from tests.support.example_count import how_many
from tests.support.kept_reads import always_checked, unchecked
from tests.support.sales import Offer, fill_cart, make_offer

Change = Callable[[Offer, int], object]


@pytest.fixture(autouse=True)
def _checked() -> Iterator[None]:
    with always_checked():
        yield


def _tax(offer: Offer, number: int) -> None:
    Surcharge.objects.create(
        kind="tax", name=f"Tax {number}", calc="percent", rate_ppm=number * 1000, applies_to=["tickets"]
    )


def _sheet(offer: Offer, number: int) -> None:
    sheet = RateSheet.objects.create(experience_id=offer.experience_id, name="Summer", status="live")
    RateSheetPrice.objects.create(
        rate_sheet=sheet, experience_customer_type_id=offer.adult, mode="fixed", value=100 * number
    )


CHANGES: Final[dict[str, Change]] = {
    "a price": lambda offer, number: ExperienceCustomerType.objects.filter(pk=offer.adult).update(
        base_price=100 * number
    ),
    "a tax more": _tax,
    "no taxes": lambda offer, number: Surcharge.objects.all().delete(),
    "a rate sheet": _sheet,
    "no rate sheets": lambda offer, number: RateSheet.objects.update(status="archived"),
    "how taxes round": lambda offer, number: PriceRules.objects.update_or_create(
        pk=1, defaults={"round_per": "trip" if number % 2 else "line"}
    ),
    "the booking fee": lambda offer, number: Properties.objects.update(
        booking_fee={"kind": "percent", "rate_ppm": number * 1000, "who_pays": "customer"}
    ),
    "the deposit": lambda offer, number: Properties.objects.update(
        deposit={"kind": "percent", "rate_ppm": number * 10_000}
    ),
    "its own deposit": lambda offer, number: Experience.objects.update(
        deposit={"kind": "percent", "rate_ppm": number * 10_000}
    ),
    "a code that applies by itself": lambda offer, number: OfferCode.objects.create(
        code=f"AUTO{OfferCode.objects.count()}",
        kind="percent",
        value=number * 10_000,
        is_auto_apply=True,
        created_at=utc_now(),
    ),
    "its codes": lambda offer, number: OfferCode.objects.update(is_active=bool(number % 2)),
    "a name": lambda offer, number: TripMethod.objects.update(name=f"Way {number}"),
    "a change that is taken back": lambda offer, number: _taken_back(offer, number),
}


def _taken_back(offer: Offer, number: int) -> None:
    with transaction.atomic():
        CHANGES["a price"](offer, number + 1)
        fill_cart(offer)
        transaction.set_rollback(True)


def _price_of_a_sale(offer: Offer) -> list[tuple[str, str, int]]:
    trip = trips.get_trip(trip_id=fill_cart(offer))
    return [(line.kind, line.label, line.amount) for line in trip.live_lines]  # type: ignore[attr-defined]


@given(changes=st.lists(st.tuples(st.sampled_from(sorted(CHANGES)), st.integers(1, 60)), max_size=6))
@settings(
    max_examples=how_many(12),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_every_sale_is_under_what_is_stored(reef: Any, changes: list[tuple[str, int]]) -> None:
    """With memory as with none, whatever changed between two sales."""
    with transaction.atomic(), unchecked():
        offer = make_offer(capacity=None)
        _price_of_a_sale(offer)
        for name, number in changes:
            CHANGES[name](offer, number)
            kept = _price_of_a_sale(offer)
            configuration.forget_configuration()
            assert kept == _price_of_a_sale(offer), name
        transaction.set_rollback(True)


@pytest.mark.parametrize("name", [one for one in CHANGES if one != "a change that is taken back"])
def test_a_change_during_a_sale_is_in_the_next(reef: Any, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """The sale that runs is under what it began with, or what came; the next under what is stored."""
    offer = make_offer(capacity=None)
    real = cart_orders.sync_orders

    def changed_meanwhile(**given: Any) -> Any:
        CHANGES[name](offer, 7)
        return real(**given)

    with unchecked():
        before = _price_of_a_sale(offer)
        monkeypatch.setattr(cart_orders, "sync_orders", changed_meanwhile)
        during = _price_of_a_sale(offer)
        monkeypatch.setattr(cart_orders, "sync_orders", real)
        after = _price_of_a_sale(offer)
        configuration.forget_configuration()
        assert after == _price_of_a_sale(offer)
        assert during in (before, after)


def test_what_decides_nothing_changes_no_version(reef: Any) -> None:
    before = configuration.read_version()
    UserAvatar.objects.update(last_seen_at=utc_now())
    OfferCode.objects.update(used_cnt=3)
    assert configuration.read_version() == before
    UserAvatar.objects.update(status="disabled")
    assert configuration.read_version() != before


def test_versions_are_told_apart_however_many_changes_there_were(reef: Any) -> None:
    seen = {configuration.read_version()}
    for number in range(90):
        Properties.objects.update(hold_minutes_web=number + 1)
        seen.add(configuration.read_version())
    assert len(seen) == 91
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM configuration_change")
        assert cursor.fetchone()[0] <= 65


def test_a_change_that_is_taken_back_leaves_the_version(reef: Any) -> None:
    before = configuration.read_version()
    with transaction.atomic():
        Properties.objects.update(hold_minutes_web=7)
        inside = configuration.read_version()
        with configuration.configuration(inside):
            assert people.get_properties().hold_minutes_web == 7
        transaction.set_rollback(True)
    assert configuration.read_version() == before != inside
    with transaction.atomic():
        Properties.objects.update(hold_minutes_web=8)
        assert configuration.read_version() != inside


def test_memory_answers_without_a_statement_and_only_in_its_block(reef: Any) -> None:
    with unchecked():
        version = configuration.read_version()
        with configuration.configuration(version):
            people.get_properties()
        with CaptureQueriesContext(connection) as sent, configuration.configuration(version):
            people.get_properties()
        assert not sent.captured_queries
        with CaptureQueriesContext(connection) as sent:
            people.get_properties()
        assert len(sent) == 1


def test_one_operators_memory_is_not_anothers(reef: Any, peak: Any) -> None:
    with unchecked(), in_schema("t_reef"):
        version = configuration.read_version()
        with configuration.configuration(version):
            here = people.get_properties().currency
            with in_schema("t_peak"):
                assert people.get_properties().currency != here
                with configuration.configuration():
                    assert people.get_properties().currency != here
            assert people.get_properties().currency == here
        with in_schema("t_peak"):
            assert configuration.read_version() != version
