"""
Rules, holds, sales, cancellations, day caps and pools in any order, against a naive model.

The model keeps plain rows and counts them; the product keeps counters. After every step they have
to agree, nothing is oversold that nobody allowed, and lapsed holds are in nobody's way (invariants
1, 9 and 11 of domain.md 7.3; 12 is tried with real threads in test_last_seats.py).
"""

from datetime import time, timedelta
from typing import Any

import pytest
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

from outfitter_tenants.scheduling import booking_port, operations, queries
from outfitter_tenants.scheduling.models import Hold, Timeslot
from outfitter_tenants.scheduling.operations import RuleDraft, SoldOut
from tests.support.catalog import make_experience, make_price, price_ids
from tests.support.departures import NOW, TOMORROW, make_rule
from tests.support.example_count import how_many
from tests.support.seat_model import Row, SeatModel

HOURS = (9, 12, 15)
BUYERS = st.sampled_from(
    [("online", "ecommerce"), ("direct", "phone"), ("reseller", "ota"), ("reseller", "reseller")]
)
PARTIES = st.fixed_dictionaries(
    {"adult": st.integers(0, 3), "boat": st.integers(0, 1), "infant": st.integers(0, 2)}
).filter(lambda party: party["adult"] or party["boat"])
LIMITS = st.none() | st.integers(0, 12)


class Seats(SeatModel, RuleBasedStateMachine):
    """One experience that counts its seats by customer type, with three departures a day."""

    def __init__(self) -> None:
        super().__init__()
        self.undo = transaction.atomic()
        self.undo.__enter__()
        self.now = NOW
        self.rows: list[Row] = []

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.undo.__exit__(None, None, None)

    @initialize(
        capacity=st.integers(2, 12),
        adults=st.integers(0, 8),
        boats=st.integers(0, 6),
        ota=LIMITS,
        online=LIMITS,
        day=LIMITS,
    )
    def begin(
        self, capacity: int, adults: int, boats: int, ota: int | None, online: int | None, day: int | None
    ) -> None:
        experience = make_experience(
            capacity_type="timeslot_customer_type", prices=(), is_allow_manual_overbooking=True
        )
        make_price(experience=experience, slug="adult")
        make_price(experience=experience, slug="boat", kind="unit", pax_per_booking=3)
        make_price(experience=experience, slug="infant", is_consume_capacity=False)
        self.experience = experience
        self.kinds = dict(zip(("adult", "boat", "infant"), price_ids(experience), strict=True))
        made = make_rule(
            experience=experience,
            date_to=TOMORROW,
            times=tuple(time(hour) for hour in HOURS),
            capacity=capacity,
            online_allotment=online,
            **self.limits(adults, boats, ota),
        )
        assert made.rule is not None
        self.rule_id = made.rule.id
        self.set_day(day)

    # What people do.

    @rule(n=st.integers(0, 5), party=PARTIES, buyer=BUYERS, minutes=st.integers(5, 20))
    def place(self, n: int, party: dict[str, int], buyer: tuple[str, str], minutes: int) -> None:
        slot = self.pick(n)
        if slot is None:
            return
        row = self.row(slot, party, buyer, minutes)
        expected = self.fits(slot, row)
        try:
            self.take(row, minutes)
        except SoldOut:
            assert not expected
        else:
            assert expected
            self.rows.append(row)

    @rule(n=st.integers(0, 5), party=PARTIES)
    def overbook(self, n: int, party: dict[str, int]) -> None:
        slot = self.pick(n)
        if slot is not None:
            row = self.row(slot, party, ("direct", "phone"), 15)
            self.take(row, 15, may_overbook=True)
            self.rows.append(row)

    @precondition(lambda self: any(row.state == "active" for row in self.rows))
    @rule(n=st.integers(0, 20), to=st.integers(0, 5), party=PARTIES, buyer=BUYERS)
    def replace(self, n: int, to: int, party: dict[str, int], buyer: tuple[str, str]) -> None:
        old = self.active(n)
        slot = self.pick(to)
        # A hold that lapsed is swept or still there; both are tried by the other rules.
        if slot is None or not self.live(old):
            return
        new = self.row(slot, party, buyer, 15)
        if self.swap(old, new, expected=self.fits(slot, new, instead_of=old)):
            self.rows[self.rows.index(old)] = new

    @precondition(lambda self: any(row.state == "active" for row in self.rows))
    @rule(n=st.integers(0, 20), to=st.integers(0, 5))
    def there_and_back(self, n: int, to: int) -> None:
        old, slot = self.active(n), self.pick(to)
        if slot is None or not self.live(old) or slot.pk == old.slot_id:
            return
        operations.sweep_expired_holds(at=self.now)
        self.forget_lapsed()
        before = self.counters()
        away = Row(
            old.hold_id, slot.pk, old.party, old.audience, old.method, old.expires_at, old.hard_expires_at
        )
        if not self.swap(old, away, expected=self.fits(slot, away, instead_of=old)):
            return
        back = Row(
            old.hold_id,
            old.slot_id,
            old.party,
            old.audience,
            old.method,
            away.expires_at,
            old.hard_expires_at,
        )
        index = self.rows.index(old)
        self.rows[index] = away
        home = Timeslot.objects.get(pk=old.slot_id)
        if self.swap(away, back, expected=self.fits(home, back, instead_of=away)):
            self.rows[index] = back
            assert self.counters() == before

    @precondition(lambda self: any(row.state == "active" for row in self.rows))
    @rule(n=st.integers(0, 20))
    def release(self, n: int) -> None:
        row = self.active(n)
        operations.release_hold(hold_id=row.hold_id, at=self.now)
        row.state = "gone"

    @precondition(lambda self: any(row.state == "active" for row in self.rows))
    @rule(n=st.integers(0, 20))
    def sell(self, n: int) -> None:
        row = self.active(n)
        if Hold.objects.get(pk=row.hold_id).status != "active":
            row.state = "gone"  # somebody else's wish swept it away
            return
        operations.convert_hold(hold_id=row.hold_id, at=self.now)
        operations.convert_hold(hold_id=row.hold_id, at=self.now)
        row.state = "sold"

    @precondition(lambda self: any(row.state == "sold" for row in self.rows))
    @rule(n=st.integers(0, 20))
    def give_back_sold(self, n: int) -> None:
        rows = [row for row in self.rows if row.state == "sold"]
        row = rows[n % len(rows)]
        operations.release_booked(
            timeslot_id=row.slot_id,
            audience=row.audience,
            method=row.method,
            at=self.now,
            pax_by_type={self.kinds[kind]: pax for kind, pax in row.pax.items()},
        )
        row.state = "gone"

    @rule(minutes=st.integers(1, 12))
    def wait(self, minutes: int) -> None:
        self.now += timedelta(minutes=minutes)

    @rule()
    def sweep(self) -> None:
        operations.sweep_expired_holds(at=self.now)
        self.forget_lapsed()

    # What the operator does.

    @rule(cap=LIMITS)
    def set_day(self, cap: int | None) -> None:
        used = sum(row.total for row in self.rows if self.live(row) and self.is_there(row))
        self.try_to(
            lambda: operations.set_day_capacity(
                experience_id=self.experience.pk, day=TOMORROW, capacity=cap, at=self.now
            ),
            is_refused=cap is not None and used > cap,
        )

    @rule(n=st.integers(0, 5), capacity=st.integers(0, 12))
    def resize(self, n: int, capacity: int) -> None:
        slot = self.pick(n)
        if slot is None:
            return
        used = sum(r.total for r in self.rows if self.live(r) and r.slot_id == slot.pk)
        self.edit(slot, {"capacity": capacity}, is_refused=used > capacity)

    @rule(n=st.integers(0, 5), adults=st.integers(0, 8), boats=st.integers(0, 6), ota=LIMITS)
    def resize_pools(self, n: int, adults: int, boats: int, ota: int | None) -> None:
        slot = self.pick(n)
        if slot is None:
            return
        here = [r for r in self.rows if self.live(r) and r.slot_id == slot.pk]
        pools = self.pools(slot)
        used = {"adult": sum(r.pax["adult"] for r in here), "boat": sum(r.pax["boat"] for r in here)}
        wanted = {"adult": adults, "boat": boats}
        over = {kind: pools[self.kinds[kind]].overbook_cnt for kind in wanted}
        is_refused = any(used[kind] > wanted[kind] + over[kind] for kind in wanted)
        if ota is not None:
            by_ota = sum(r.total for r in here if r.method == "ota")
            beyond = pools["ota"].overbook_cnt if "ota" in pools else 0
            is_refused |= by_ota > ota + beyond
        self.edit(slot, self.limits(adults, boats, ota), is_refused=is_refused)

    @rule(hours=st.sets(st.sampled_from(HOURS), min_size=1), capacity=st.integers(1, 12))
    def edit_rule(self, hours: set[int], capacity: int) -> None:
        there = {slot.start_time.hour: slot for slot in self.slots()}
        kept = {
            hour: slot
            for hour, slot in there.items()
            if slot.booked_pax_cnt or slot.held_pax_cnt or slot.is_edited
        }
        before = {slot.pk: (slot.capacity, slot.booked_pax_cnt) for slot in kept.values()}
        draft = RuleDraft(
            date_from=TOMORROW,
            date_to=TOMORROW,
            times=tuple(time(hour) for hour in hours),
            capacity=capacity,
            **self.limits(capacity, capacity, None),
        )
        result = operations.edit_rule(rule_id=self.rule_id, draft=draft, version=None, at=self.now)
        assert {item.timeslot_id for item in result.kept} == set(before)
        now = {slot.start_time.hour: slot for slot in self.slots()}
        assert set(now) == hours | set(kept)
        for hour, slot in kept.items():
            assert (now[hour].pk, now[hour].capacity, now[hour].booked_pax_cnt) == (slot.pk, *before[slot.pk])
        assert all(now[hour].capacity == capacity for hour in hours - set(kept))

    # What is always true.

    @invariant()
    def counters_are_their_rows(self) -> None:
        assert queries.count_drift() == []
        for slot in Timeslot.objects.all():
            bought = [r for r in self.rows if r.state == "sold" and r.slot_id == slot.pk]
            assert slot.booked_pax_cnt == sum(row.total for row in bought)
            pools = self.pools(slot)
            online = sum(row.total for row in bought if self.is_online(row, pools))
            assert slot.online_booked_pax_cnt == online
            for kind in ("adult", "boat"):
                booked = pools[self.kinds[kind]].booked_pax_cnt
                assert booked == sum(row.pax[kind] for row in bought)

    @invariant()
    def nothing_is_oversold(self) -> None:
        for slot in Timeslot.objects.exclude(capacity=None):
            here = sum(r.total for r in self.rows if self.live(r) and r.slot_id == slot.pk)
            assert here <= (slot.capacity or 0) + slot.overbook_cnt
            for pool in self.pools(slot).values():
                used = pool.booked_pax_cnt + pool.held_pax_cnt
                assert used <= pool.capacity + pool.overbook_cnt

    @invariant()
    def lapsed_holds_are_in_nobodys_way(self) -> None:
        for slot in self.slots():
            left = queries.get_timeslot(timeslot_id=slot.pk, at=self.now).remaining
            here = [r for r in self.rows if self.live(r) and r.slot_id == slot.pk]
            pools = self.pools(slot)
            for kind in ("adult", "boat"):
                pool = pools[self.kinds[kind]]
                free = max(0, pool.capacity - sum(row.pax[kind] for row in here))
                assert left.by_type_strict[pool.experience_customer_type_id or 0] == free


@pytest.mark.usefixtures("reef")
def test_seats_in_any_order(monkeypatch: pytest.MonkeyPatch) -> None:
    machines: list[Seats] = []

    class Watched(Seats):
        def __init__(self) -> None:
            super().__init__()
            machines.append(self)

    def seats_on(ids: Any = None) -> list[booking_port.SoldSeats]:
        machine = machines[-1]
        return [
            booking_port.SoldSeats(row.slot_id, machine.kinds[kind], row.audience, row.method, pax)  # type: ignore[arg-type]
            for row in machine.rows
            if row.state == "sold" and (ids is None or row.slot_id in ids)
            for kind, pax in row.pax.items()
            if pax
        ]

    monkeypatch.setattr(booking_port, "seats_on", seats_on)
    run_state_machine_as_test(
        Watched,
        settings=settings(
            max_examples=how_many(24),
            stateful_step_count=10,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            # Every step asks the database: making a failure shorter would take many minutes.
            phases=(Phase.explicit, Phase.reuse, Phase.generate),
        ),
    )
