"""Two tablets sign at the same moment: nothing is lost, nothing counts twice."""

from datetime import timedelta
from functools import partial

import pytest

from outfitter.db.tenant_schema import in_schema
from outfitter.kit.clock import utc_now
from outfitter_tenants.catalog.models import ExperienceCustomerType
from outfitter_tenants.checkout.trip_changes.change import TripActor
from outfitter_tenants.checkout.waivers import operations as waivers
from outfitter_tenants.checkout.waivers.operations import SignerOrigin
from outfitter_tenants.waivers import operations
from outfitter_tenants.waivers.models import BookingWaiver, Waiver, WaiverSignature
from outfitter_tenants.waivers.types import Signer, SignRequest
from tests.support.add_ons import sell
from tests.support.sales import make_offer
from tests.support.threads import at_once
from tests.waivers.conftest import Tour, guests_of, states_of, template

SCHEMA = "t_reef"
GUEST = TripActor(avatar_id=None)


def make_tour() -> Tour:
    """A tour whose adults sign, committed for other connections to see."""
    offer = make_offer()
    ExperienceCustomerType.objects.filter(pk=offer.adult).update(requires_waiver="adult")
    made = template()
    operations.set_experience_waivers(experience_id=offer.experience_id, template_ids=[made], at=utc_now())
    return Tour(offer, made)


def sign(tour: Tour, trip_id: int, booking_id: int, *, act: str) -> object:
    """Have Ana sign on a tablet for a guest."""
    request = SignRequest(
        template_id=tour.template_id,
        template_version=1,
        locale="en",
        signer=Signer("Ana", "Ruiz", "ana@example.com"),
        consent_at=utc_now() - timedelta(seconds=3),
        typed_name="Ana Ruiz",
        client_id=act,
    )
    origin = SignerOrigin(trip_id=trip_id, booking_id=booking_id, device_id=1)
    return waivers.sign(request=request, origin=origin, by=GUEST, at=utc_now())


@pytest.mark.django_db(transaction=True)
class TestAtOnce:
    @pytest.fixture
    def booked(self):
        with in_schema(SCHEMA):
            tour = make_tour()
            trip_id = sell(tour.offer, adults=2, children=0)
            yield tour, trip_id, [one.pk for one in guests_of(trip_id)]

    def test_two_tablets_sign_for_one_guest(self, booked):
        tour, trip_id, [first, _second] = booked

        results = at_once([partial(sign, tour, trip_id, first, act=act) for act in ("one", "two")], SCHEMA)

        assert all(isinstance(one, tuple) for one in results), results
        # Both are kept; the guest has one, and the other counts for whoever is still to sign or
        # waits on the day's list.
        assert WaiverSignature.objects.count() == Waiver.objects.count() == 2
        given = list(BookingWaiver.objects.filter(state="signed").values_list("booking_id", "waiver_id"))
        assert first in {booking for booking, _ in given}
        assert len({booking for booking, _ in given}) == len({waiver for _, waiver in given}) == len(given)

    def test_one_act_sent_by_two_connections_counts_once(self, booked):
        tour, trip_id, [first, _second] = booked

        results = at_once([partial(sign, tour, trip_id, first, act="one") for _ in range(3)], SCHEMA)

        assert all(isinstance(one, tuple) for one in results), results
        assert WaiverSignature.objects.count() == Waiver.objects.count() == 1
        assert states_of(trip_id) == ["signed", "unsigned"]

    def test_two_tablets_sign_for_two_guests(self, booked):
        tour, trip_id, guests = booked

        results = at_once([partial(sign, tour, trip_id, guest, act=str(guest)) for guest in guests], SCHEMA)

        assert all(isinstance(one, tuple) for one in results), results
        assert states_of(trip_id) == ["signed", "signed"]
