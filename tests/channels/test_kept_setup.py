"""What is set up of a channel and its partner is true for the next call, though it is kept in memory."""

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from outfitter.kit.clock import utc_now
from outfitter.plugins.channels import errors
from outfitter.plugins.channels.booking_types import Booking
from outfitter.sdk import channels
from outfitter_tenants.channels.models import ChannelAllotment, ChannelConnection, ProductMapping, UnitMapping
from outfitter_tenants.channels.operations import connections
from outfitter_tenants.resellers import operations as resellers
from tests.support.fake_channel import ask
from tests.support.kept_reads import unchecked

PRICE = 2 * 4900


class Desk:
    """Asks for two seats by another reference each time."""

    def __init__(self, stall: Any, offer: Any) -> None:
        self.stall, self.offer, self._numbers = stall, offer, count()
        self.row = ChannelConnection.objects.get(pk=stall.id)

    def hold(self) -> Booking:
        return channels.hold(self.stall, ask(self.offer, reference=f"R-{next(self._numbers)}"))

    def book(self) -> Booking:
        return channels.book(self.stall, ask(self.offer, reference=f"R-{next(self._numbers)}"))

    def agree(self, **values: Any) -> None:
        """Change what was agreed with the partner."""
        resellers.change_reseller(reseller_id=self.row.reseller_id, values=values, at=utc_now())


@pytest.fixture
def desk(stall: Any, offer: Any) -> Iterator[Desk]:
    """Answers come from memory as in production, after a first call has filled it."""
    made = Desk(stall, offer)
    with unchecked():
        made.hold()
        yield made


def test_the_next_hold_is_under_the_new_commission(desk: Desk) -> None:
    before = desk.hold().price
    desk.agree(commission_ppm=500_000)
    after = desk.hold().price
    assert (before.retail, after.retail) == (after.retail, before.retail)
    assert (before.net, after.net) == (before.retail * 8 // 10, before.retail // 2)


def test_terms_of_one_experience_count_at_once(desk: Desk) -> None:
    term = {
        "experience_id": desk.offer.experience_id,
        "is_hidden": True,
        "commission_ppm": None,
        "commission_amount": None,
        "wholesale_ppm": None,
    }
    resellers.set_terms(reseller_id=desk.row.reseller_id, terms=[term], at=utc_now())
    with pytest.raises(errors.NoAvailability):
        desk.hold()


def test_a_partner_who_stopped_sells_nothing(desk: Desk) -> None:
    desk.agree(status="paused")
    with pytest.raises(errors.ConnectionClosed):
        desk.hold()


def test_a_credit_limit_binds_the_next_booking(desk: Desk) -> None:
    desk.book()
    desk.agree(credit_limit_amount=1)
    with pytest.raises(errors.NoAvailability):
        desk.book()
    desk.agree(credit_limit_amount=None)
    assert desk.book().state == "confirmed"


def test_a_product_that_is_paused_is_unknown(desk: Desk) -> None:
    ProductMapping.objects.filter(connection_id=desk.stall.id).update(state="paused")
    with pytest.raises(errors.UnknownProduct):
        desk.hold()


def test_a_unit_that_is_taken_off_is_unknown(desk: Desk) -> None:
    UnitMapping.objects.filter(mapping__connection_id=desk.stall.id, unit_ref="ADULT").delete()
    with pytest.raises(errors.UnknownUnit):
        desk.hold()


def test_a_bound_counts_what_is_held_already(desk: Desk) -> None:
    desk.hold()
    ChannelAllotment.objects.create(connection_id=desk.stall.id, most=5, created_at=utc_now())
    with pytest.raises(errors.SoldOut):
        desk.hold()


def test_a_connection_that_is_paused_is_closed(desk: Desk) -> None:
    assert channels.connection_of(uuid=desk.stall.uuid).id == desk.stall.id
    connections.set_state(connection_id=desk.stall.id, state="paused", at=utc_now())
    with pytest.raises(errors.ConnectionClosed):
        channels.connection_of(uuid=desk.stall.uuid)
    with pytest.raises(errors.BadCredentials):
        channels.connection_of(uuid="no-such-name")
