"""
Two desks and a stranger change the same trips in any order; after every step everything adds up.

Whatever is refused changes nothing; whatever is undone leaves the very prices and seats that were
there; whatever happens is in the log once (invariants 1 to 5, 9, 10, 11 and 15 of domain.md 7.3;
12 is tried with real threads in test_trip_races.py).
"""

from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from outfitter.kit.clock import utc_now
from outfitter_tenants.scheduling.models import Hold
from outfitter_tenants.scheduling.operations.hold_expiry import sweep_expired_holds
from tests.checkout import trip_world as w
from tests.support.example_count import how_many, patience
from tests.support.owner_client import owner_of

# In parts, so that as many processors as there are can share them.
PARTS = 2
EXAMPLES = how_many(40)
WHO = st.integers(0, 1)
PICK = st.integers(0, 30)
PARTIES = st.fixed_dictionaries({"adult": st.integers(0, 3), "child": st.integers(0, 2)}).filter(
    lambda party: any(party.values())
)
REASON = {"reason": "asked for"}
CANCELS = st.sampled_from([("customer", "policy"), ("weather", "full"), ("operator", "none")])


class Trips(w.Shelf, RuleBasedStateMachine):
    """What people at two desks do, one after the other, each as they last saw a trip."""

    def __init__(self) -> None:
        super().__init__()
        # Strangers may save sixty times a minute; each run is a stranger of its own.
        cache.clear()
        self.undo = transaction.atomic()
        self.undo.__enter__()
        self.trips: dict[int, dict[str, Any]] = {}
        # What each desk has on its screen.
        self.screens: list[dict[int, int]] = [{}, {}]

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.undo.__exit__(None, None, None)

    def has_lapsed(self, trip_id: int) -> bool:
        """A cart whose hold ended has no seats to come back to: others may have its van."""
        live = Hold.objects.filter(trip_id=trip_id, status="active", expires_at__gt=utc_now())
        return self.trips[trip_id]["status"]["slug"] == "draft" and not live.exists()

    # One call of one desk.

    def call(self, who: int, trip_id: int, path: str, body: dict[str, Any], **more: Any) -> bool:
        """Return whether it was done; a refusal leaves everything as it was."""
        before = (w.money(trip_id), w.counters(), w.told(trip_id))
        version = self.trips[trip_id]["version"]
        status, answer = w.post(self.world.desks[who], path, body, **more)
        if status != 200:
            assert (w.money(trip_id), w.counters(), w.told(trip_id)) == before, (path, answer)
            return False
        trip = answer["trip"]
        assert trip["version"] >= version
        # What changed is in the log once, what did not is not there at all (invariant 15).
        grown = w.told(trip_id) - before[2]
        assert grown == (trip["version"] > version), (path, body, grown)
        self.trips[trip_id] = trip
        self.screens[who][trip_id] = trip["version"]
        return True

    def there_and_back(
        self, who: int, trip_id: int, there: tuple[str, dict[str, Any]], back: tuple[str, dict[str, Any]]
    ) -> None:
        """Do something and its opposite: prices and seats are what they were (invariants 5, 9)."""
        # Whoever needs seats frees those of carts whose time is over, and nobody takes them back.
        sweep_expired_holds(at=utc_now())
        before = (w.money(trip_id), w.counters())
        if not self.call(who, trip_id, *there):
            return
        assert self.call(who, trip_id, *back), (there, back)
        assert (w.money(trip_id), w.counters()) == before, (there, back)

    # Selling.

    @initialize(n=st.integers(0, 1), party=PARTIES)
    def begin_with_a_trip(self, n: int, party: dict[str, int]) -> None:
        # Nearly every rule needs one.
        self.sell(0, n, 0, party)

    @rule(who=WHO, n=st.integers(0, 1), slot=st.integers(0, 1), party=PARTIES)
    def sell(self, who: int, n: int, slot: int, party: dict[str, int]) -> None:
        slots = self.world.slots[self.world.offers[n].experience_id]
        body = {
            "method": "phone",
            "contact": {"first_name": "Ana", "last_name": "Ruiz", "email": "ana@example.com"},
            "orders": [self.wanted(n, slots[slot], party)],
        }
        before = w.counters()
        status, answer = w.post(self.world.desks[who], "/api/trip/save", body)
        if status != 200:
            assert w.counters() == before
            return
        self.trips[answer["trip"]["id"]] = answer["trip"]

    @precondition(lambda self: self.trips)
    @rule(who=WHO, n=PICK)
    def reserve(self, who: int, n: int) -> None:
        trip = self.trip(n)
        self.call(who, trip["id"], f"/api/trip/{trip['id']}/reserve", {"notify": False})

    @precondition(lambda self: self.trips)
    @rule(who=WHO, n=PICK)
    def take_cash(self, who: int, n: int) -> None:
        trip = self.trip(n)
        body = {"method": "cash", "expected_total": trip["totals"]["total"], "notify": False}
        self.call(who, trip["id"], f"/api/trip/{trip['id']}/directPay/convert", body)

    @precondition(lambda self: self.trips)
    @rule(n=PICK)
    def let_a_hold_lapse(self, n: int) -> None:
        trip = self.trip(n)
        live = Hold.objects.filter(trip_id=trip["id"], status="active")
        live.update(expires_at=trip["created_at"], hard_expires_at=trip["created_at"])

    # Changing who comes.

    @precondition(lambda self: self.order(0))
    @rule(who=WHO, n=PICK, party=PARTIES)
    def add_guests(self, who: int, n: int, party: dict[str, int]) -> None:
        trip_id, order = self.order(n)  # type: ignore[misc]
        body = {"quantities": self.quantities(order, party)}
        self.call(who, trip_id, f"/api/tripOrder/{order['id']}/booking/add", body)

    @precondition(lambda self: self.guest(0))
    @rule(who=WHO, n=PICK)
    def clone_a_guest(self, who: int, n: int) -> None:
        trip_id, guest = self.guest(n)  # type: ignore[misc]
        self.call(who, trip_id, f"/api/booking/clone/{guest['id']}", {"qty": 1})

    @precondition(lambda self: self.guest(0))
    @rule(who=WHO, n=PICK)
    def remove_a_guest(self, who: int, n: int) -> None:
        trip_id, guest = self.guest(n)  # type: ignore[misc]
        self.call(who, trip_id, f"/api/booking/delete/{guest['id']}", REASON)

    @precondition(lambda self: self.guest(0))
    @rule(who=WHO, n=PICK, kind=st.sampled_from(["adult", "child"]))
    def retype_a_guest(self, who: int, n: int, kind: str) -> None:
        trip_id, guest = self.guest(n)  # type: ignore[misc]
        order = next(o for o in self.trips[trip_id]["tripOrders"] if guest in o["bookings"])
        to = self.quantities(order, {kind: 1})[0]["experience_customer_type_id"]
        body = {"changes": [{"booking_id": guest["id"], "to": to}]}
        self.call(who, trip_id, f"/api/tripOrder/{order['id']}/changeCustomerTypes", body)

    # Changing when.

    @precondition(lambda self: self.order(0))
    @rule(who=WHO, n=PICK, slot=st.integers(0, 1), mode=st.sampled_from(["keep", "reprice"]))
    def rebook(self, who: int, n: int, slot: int, mode: str) -> None:
        trip_id, order = self.order(n)  # type: ignore[misc]
        slots = self.world.slots[order["experience"]["id"]]
        path = f"/api/tripOrder/{order['id']}/rebook/{slots[slot % len(slots)]}"
        self.call(who, trip_id, path, {"price_mode": mode, "notify": False})

    @precondition(lambda self: self.order(0))
    @rule(who=WHO, n=PICK)
    def rebook_there_and_back(self, who: int, n: int) -> None:
        trip_id, order = self.order(n)  # type: ignore[misc]
        if order["timeslot"] is None or self.has_lapsed(trip_id):
            return
        here = order["timeslot"]["id"]
        away = next(s for s in self.world.slots[order["experience"]["id"]] if s != here)
        path, body = f"/api/tripOrder/{order['id']}/rebook", {"price_mode": "keep", "notify": False}
        self.there_and_back(who, trip_id, (f"{path}/{away}", body), (f"{path}/{here}", body))

    @precondition(lambda self: self.order(0))
    @rule(who=WHO, n=PICK)
    def unschedule(self, who: int, n: int) -> None:
        trip_id, order = self.order(n)  # type: ignore[misc]
        self.call(who, trip_id, f"/api/tripOrder/{order['id']}/unschedule", {"notify": False})

    # Ending.

    @precondition(lambda self: self.order(0))
    @rule(who=WHO, n=PICK, how=CANCELS)
    def cancel(self, who: int, n: int, how: tuple[str, str]) -> None:
        trip_id, order = self.order(n)  # type: ignore[misc]
        reason, mode = how
        body = {"reason": reason, "notify": False, "refund": {"mode": mode}}
        self.call(who, trip_id, f"/api/tripOrder/{order['id']}/cancel", body)

    @precondition(lambda self: self.order(0, status="cancelled"))
    @rule(who=WHO, n=PICK)
    def uncancel(self, who: int, n: int) -> None:
        trip_id, order = self.order(n, status="cancelled")  # type: ignore[misc]
        self.call(who, trip_id, f"/api/tripOrder/{order['id']}/uncancel", {})

    @precondition(lambda self: self.trips)
    @rule(who=WHO, n=PICK)
    def delete_or_restore(self, who: int, n: int) -> None:
        trip = self.trip(n)
        path = f"/api/trip/{trip['id']}"
        if trip["status"]["slug"] == "deleted":
            self.call(who, trip["id"], f"{path}/restore", {})
        else:
            body = {**REASON, "notify": False, "force": True}
            self.call(who, trip["id"], f"{path}/delete", body)

    # What is done and undone.

    @precondition(lambda self: self.guest(0))
    @rule(who=WHO, n=PICK, amount=st.integers(0, 9000))
    def a_guest_for_less_and_back(self, who: int, n: int, amount: int) -> None:
        trip_id, guest = self.guest(n)  # type: ignore[misc]
        if guest["is_comped"] or guest["customer_type_amount_override"] is not None:
            return
        path = f"/api/booking/{guest['id']}"
        free = f"{path}/toggleComp"
        self.there_and_back(
            who, trip_id, (free, {"is_comped": True, **REASON}), (free, {"is_comped": False, **REASON})
        )
        price = f"{path}/customerTypeAmountOverride"
        self.there_and_back(
            who, trip_id, (price, {"amount": amount, **REASON}), (price, {"amount": None, **REASON})
        )

    @precondition(lambda self: self.trips)
    @rule(who=WHO, n=PICK)
    def exempt_and_back(self, who: int, n: int) -> None:
        trip = self.trip(n)
        path = f"/api/trip/{trip['id']}/tax/toggle"
        self.there_and_back(
            who,
            trip["id"],
            (path, {"is_tax_exempt": True, **REASON}),
            (path, {"is_tax_exempt": False, **REASON}),
        )

    @precondition(lambda self: self.trips)
    @rule(who=WHO, n=PICK, ppm=st.sampled_from([-100_000, -333_333, 50_000]))
    def a_discount_and_back(self, who: int, n: int, ppm: int) -> None:
        trip = self.trip(n)
        path = f"/api/trip/{trip['id']}/adjustment"
        before = (w.money(trip["id"]), w.counters())
        if self.call(who, trip["id"], f"{path}/add", {"ppm": ppm, **REASON}):
            body = {"adjustment_id": self.trips[trip["id"]]["adjustments"][-1]["id"], **REASON}
            assert self.call(who, trip["id"], f"{path}/remove", body)
            assert (w.money(trip["id"]), w.counters()) == before

    @precondition(lambda self: self.trips)
    @rule(who=WHO, n=PICK, code=st.sampled_from(["TENTH", "TWENTY"]))
    def a_code_and_back(self, who: int, n: int, code: str) -> None:
        trip = self.trip(n)
        path = f"/api/trip/{trip['id']}/payments/offerCode"
        before = (w.money(trip["id"]), w.counters())
        if self.call(who, trip["id"], f"{path}/add", {"code": code}):
            body = {"offer_code_id": self.trips[trip["id"]]["offerCodes"][-1]["id"]}
            assert self.call(who, trip["id"], f"{path}/remove", body)
            assert (w.money(trip["id"]), w.counters()) == before

    @rule(n=st.integers(0, 1), party=PARTIES, is_kept=st.booleans())
    def somebody_online(self, n: int, party: dict[str, int], is_kept: bool) -> None:
        """A visitor takes seats into a cart and stays, or leaves and gives them back."""
        offer = self.world.offers[n]
        body = {"orders": [self.wanted(n, offer.timeslot_id, party)]}
        before = w.counters()
        status, answer = w.post(self.world.stranger, "/api/trip/save", body)
        if status == 200 and not is_kept:
            trip = answer["trip"]
            path = f"/api/tripOrder/{trip['tripOrders'][0]['id']}/holds/cancel"
            status, _ = w.post(self.world.stranger, path, {"trip": trip["hash"]})
            assert status == 200
        if status != 200 or not is_kept:
            assert w.counters() == before

    @precondition(lambda self: self.trips)
    @rule(who=WHO, n=PICK)
    def say_it_twice(self, who: int, n: int) -> None:
        """A call that is sent again under its key changes nothing (invariant 10)."""
        trip = self.trip(n)
        key = {"HTTP_IDEMPOTENCY_KEY": f"again-{trip['id']}-{trip['version']}"}
        body = {"id": trip["id"], "group_name": f"Group {trip['version']}"}
        first = w.post(self.world.desks[who], "/api/trip/save", body, **key)
        before = (w.money(trip["id"]), w.counters(), w.told(trip["id"]))
        assert w.post(self.world.desks[who], "/api/trip/save", body, **key) == first
        assert (w.money(trip["id"]), w.counters(), w.told(trip["id"])) == before
        if first[0] == 200:
            self.trips[trip["id"]] = first[1]["trip"]

    @precondition(lambda self: self.trips)
    @rule(who=WHO, n=PICK)
    def work_on_an_old_screen(self, who: int, n: int) -> None:
        """Whoever saw the trip before the other desk changed it is told so."""
        trip = self.trip(n)
        seen = self.screens[who].get(trip["id"], 0)
        if not 0 < seen < trip["version"]:
            return
        body = {"group_name": "From an old screen", "version": seen}
        path = f"/api/trip/{trip['id']}/groupName/save"
        assert not self.call(who, trip["id"], path, body)

    # What always holds.

    @invariant()
    def seats_add_up(self) -> None:
        w.check_seats()
        w.check_resources()

    @invariant()
    def money_adds_up(self) -> None:
        for trip_id in self.trips:
            w.check_money(trip_id)


@pytest.mark.slow
@pytest.mark.timeout(patience(240))
@pytest.mark.parametrize("part", range(PARTS))
def test_any_order_of_changes_adds_up(part: int, reef: Any, client_for: Any) -> None:
    desks = [owner_of(client_for), owner_of(client_for)]
    Trips.world = w.World.make(desks, client_for("reef"))
    run_state_machine_as_test(
        Trips,
        settings=settings(
            max_examples=EXAMPLES // PARTS,
            stateful_step_count=6,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            # Every step asks the database: making a failure shorter would take many minutes.
            phases=(Phase.explicit, Phase.reuse, Phase.generate),
        ),
    )


def test_the_machine_is_not_refused_everything(reef: Any, client_for: Any) -> None:
    """A rule that is always refused would prove nothing: the plainest of each is done."""
    w.CALLS.clear()
    Trips.world = w.World.make([owner_of(client_for), owner_of(client_for)], client_for("reef"))
    machine = Trips()
    machine.sell(who=0, n=0, slot=0, party={"adult": 2, "child": 1})
    machine.reserve(who=0, n=0)
    machine.add_guests(who=1, n=0, party={"adult": 1, "child": 0})
    machine.clone_a_guest(who=0, n=0)
    machine.retype_a_guest(who=0, n=0, kind="child")
    machine.remove_a_guest(who=1, n=0)
    machine.rebook(who=0, n=0, slot=1, mode="reprice")
    machine.rebook_there_and_back(who=0, n=0)
    machine.a_guest_for_less_and_back(who=0, n=0, amount=100)
    machine.exempt_and_back(who=0, n=0)
    machine.a_discount_and_back(who=0, n=0, ppm=-333_333)
    machine.a_code_and_back(who=1, n=0, code="TENTH")
    machine.unschedule(who=0, n=0)
    machine.cancel(who=0, n=0, how=("weather", "full"))
    machine.uncancel(who=0, n=0)
    machine.delete_or_restore(who=0, n=0)
    machine.delete_or_restore(who=0, n=0)
    machine.sell(who=0, n=1, slot=0, party={"adult": 1, "child": 0})
    machine.take_cash(who=0, n=1)
    machine.somebody_online(n=1, party={"adult": 1, "child": 0}, is_kept=False)
    machine.seats_add_up()
    machine.money_adds_up()
    machine.teardown()

    assert [path for path, status in w.CALLS if status != 200] == []
