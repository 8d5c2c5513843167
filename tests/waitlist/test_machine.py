"""
Seats come and go in any order; a waiting list never loses one, gives one twice, or lets one by.

A counter takes and gives back seats of two departures of a day, a stranger buys what the calendar has,
parties join, move in line, take their offers, let them run out or leave; jobs run late, twice or by the
sweep alone. After every step, with the end of each transaction played by the deferred trigger:

- what is held is what active holds say, and never more than there is (invariant 1 of domain.md 7.3);
- a party with an offer has one hold of exactly its seats, and no seats are held for anybody else;
- every departure knows the smallest party that waits for it;
- seats are offered in the order of the line, passing only who does not fit;
- a stranger gets no seats that came back to a departure while a party that fits waits for it.
"""

from typing import Any

import pytest
from django.db import connection, transaction
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
from outfitter.kit.errors import DomainError
from outfitter.plugins.models import DueJob
from outfitter_tenants.checkout.waitlist import acceptance, entries, offers
from outfitter_tenants.scheduling import operations as scheduling
from outfitter_tenants.scheduling import queries
from outfitter_tenants.scheduling.models import Hold, Timeslot
from outfitter_tenants.scheduling.operations import HoldRef
from outfitter_tenants.waitlist import operations as waitlist
from outfitter_tenants.waitlist.models import WaitlistEntry
from outfitter_tenants.waitlist.queries import party_of
from outfitter_tenants.waitlist.rules.line_order import Departure, line_for, smallest_party
from tests.support.departures import ask_seats, make_timeslot
from tests.support.example_count import how_many, patience
from tests.support.sales import Offer, make_offer
from tests.support.waitlist_parties import fill, give_back, run_due, wait

EXAMPLES = how_many(8)
SEATS = 5
WHICH, PICK, PARTY = st.integers(0, 1), st.integers(0, 30), st.integers(1, 4)
# From here on chance is no excuse for an act that is never done.
ENOUGH = 60
ACTS = {
    *("take", "give back", "buy", "join", "leave", "reorder", "accept", "run out"),
    *("offer by staff", "serve", "sweep"),
}
# How often each act was done and refused; a machine that is refused everything proves nothing.
OUTCOMES: dict[str, int] = {}


class Line(RuleBasedStateMachine):
    """Two departures of a day, five seats each, and who waits for them."""

    def __init__(self) -> None:
        super().__init__()
        self.undo = transaction.atomic()
        self.undo.__enter__()
        self.offer: Offer = make_offer(capacity=SEATS)
        first = Timeslot.objects.get(pk=self.offer.timeslot_id)
        later = make_timeslot(
            experience=first.experience, start_at=first.start_at.replace(minute=30), capacity=SEATS
        )
        self.slots = [first.pk, later.pk]
        self.taken: list[HoldRef] = []
        self.names = 0

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.undo.__exit__(None, None, None)

    def act(self, name: str, work: Any) -> Any:
        """Do something whole or not at all, and end its transaction."""
        try:
            with transaction.atomic():
                done = work()
        except DomainError:
            OUTCOMES[f"{name}, refused"] = OUTCOMES.get(f"{name}, refused", 0) + 1
            return None
        OUTCOMES[name] = OUTCOMES.get(name, 0) + 1
        self.settle()
        return done

    def settle(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS scheduling_returned_seats IMMEDIATE")
            cursor.execute("SET CONSTRAINTS scheduling_returned_seats DEFERRED")

    def waiting(self) -> list[WaitlistEntry]:
        return list(WaitlistEntry.objects.filter(status="waiting").order_by("position", "pk"))

    def offered(self) -> list[WaitlistEntry]:
        return list(WaitlistEntry.objects.filter(status="offered").order_by("pk"))

    def free(self, slot: Timeslot) -> int:
        """Return the seats of a departure that nobody has or was offered."""
        kept = Hold.objects.filter(timeslot=slot, status="active", kind="waitlist", qty_by_type={})
        return slot.capacity - slot.booked_pax_cnt - slot.held_pax_cnt + sum(one.pax_cnt for one in kept)

    # Seats.

    @initialize(seats=st.integers(0, SEATS))
    def begin(self, seats: int) -> None:
        self.take(0, SEATS)
        self.take(1, seats or SEATS)

    @rule(which=WHICH, seats=st.integers(1, SEATS))
    def take(self, which: int, seats: int) -> None:
        slot = Timeslot.objects.get(pk=self.slots[which])
        seats = min(seats, slot.capacity - slot.held_pax_cnt) or seats
        hold = self.act("take", lambda: fill(self.offer, seats=seats, timeslot_id=slot.pk))
        if hold is not None:
            self.taken.append(hold)

    @precondition(lambda self: self.taken and self.waiting())
    @rule(pick=PICK)
    def give_back(self, pick: int) -> None:
        hold = self.taken.pop(pick % len(self.taken))
        self.act("give back", lambda: give_back(hold))

    @precondition(lambda self: self.waiting())
    @rule(which=WHICH, seats=PARTY)
    def buy(self, which: int, seats: int) -> None:
        at, slot = utc_now(), Timeslot.objects.get(pk=self.slots[which])
        had = self.free(slot)
        wanted = ask_seats(
            timeslot_id=slot.pk, qty_by_type={self.offer.adult: seats}, method="ecommerce", at=at
        )
        hold = self.act("buy", lambda: scheduling.place_hold(wanted, at=at))
        if hold is None:
            return
        self.taken.append(hold)
        own = [row.pax_cnt for row in self.waiting() if row.timeslot_id == slot.pk]
        assert all(pax > had for pax in own), (own, had)

    # People.

    @rule(which=WHICH, adults=PARTY, flexibility=st.sampled_from(["departure", "day", "days"]))
    def join(self, which: int, adults: int, flexibility: str) -> None:
        self.names += 1
        self.act(
            "join",
            lambda: wait(
                self.offer,
                f"Guest{self.names}",
                adults=adults,
                flexibility=flexibility,
                timeslot_id=self.slots[which],
            ),
        )

    @precondition(lambda self: self.waiting() or self.offered())
    @rule(pick=PICK)
    def leave(self, pick: int) -> None:
        line = [*self.waiting(), *self.offered()]
        entry_id = line[pick % len(line)].pk
        self.act("leave", lambda: entries.leave(entry_id=entry_id, status="left", at=utc_now()))

    @precondition(lambda self: len(self.waiting()) > 1)
    @rule(data=st.data(), which=WHICH)
    def reorder(self, data: Any, which: int) -> None:
        slot = Timeslot.objects.get(pk=self.slots[which])
        ids = data.draw(st.permutations([row.pk for row in self.waiting()]))
        departure = Departure(slot.pk, slot.experience_date.date)
        self.act(
            "reorder",
            lambda: waitlist.reorder(
                departure=departure, experience_id=slot.experience_id, wanted=ids, at=utc_now()
            ),
        )

    @precondition(lambda self: self.offered())
    @rule(pick=PICK)
    def accept(self, pick: int) -> None:
        row = self.offered()[pick % len(self.offered())]
        entry = self.act("accept", lambda: acceptance.accept(entry_id=row.pk, at=utc_now()))
        assert entry is not None
        held = Hold.objects.filter(trip_id=entry.trip_id, status="active")
        assert [(one.timeslot_id, one.pax_cnt) for one in held] == [(row.offer_timeslot_id, row.pax_cnt)]
        self.taken.extend(HoldRef(one.pk, one.uuid, one.expires_at, one.pax_cnt) for one in held)

    @precondition(lambda self: self.offered())
    @rule(pick=PICK)
    def run_out(self, pick: int) -> None:
        row = self.offered()[pick % len(self.offered())]
        self.act("run out", lambda: offers.end_offer(entry_id=row.pk, at=row.offer_expires_at))

    @precondition(lambda self: self.waiting())
    @rule(pick=PICK, which=WHICH)
    def offer_by_staff(self, pick: int, which: int) -> None:
        row = self.waiting()[pick % len(self.waiting())]
        self.act(
            "offer by staff",
            lambda: offers.offer_by_hand(entry_id=row.pk, timeslot_id=self.slots[which], at=utc_now()),
        )

    # Jobs.

    @precondition(lambda self: DueJob.objects.filter(kind=offers.SERVE).exists())
    @rule(is_twice=st.booleans())
    def serve(self, is_twice: bool) -> None:
        """What the trigger scheduled is done: to the first who fit, in their order."""
        for job in DueJob.objects.filter(kind=offers.SERVE, status="waiting").order_by("pk"):
            slot = Timeslot.objects.get(pk=job.payload["timeslot_id"])
            expected = self.expected(slot)
            before = {row.pk for row in self.offered()}
            self.act("serve", lambda job=job: offers.serve(job.payload, utc_now()))
            assert [row.pk for row in self.offered() if row.pk not in before] == sorted(expected)
            if is_twice:
                self.act("serve", lambda job=job: offers.serve(job.payload, utc_now()))
                assert len(self.offered()) == len(before) + len(expected)
            job.delete()

    def expected(self, slot: Timeslot) -> list[int]:
        left, found = self.free(slot), []
        departure = Departure(slot.pk, slot.experience_date.date)
        for party in line_for(departure, [party_of(row) for row in self.waiting()]):
            if party.pax_cnt <= left:
                left -= party.pax_cnt
                found.append(party.id)
        return found

    @precondition(lambda self: self.waiting())
    @rule()
    def sweep(self) -> None:
        """Whoever fits anywhere is offered something by the next sweep, at the latest."""
        run_due()
        self.act("sweep", lambda: offers.sweep({}, utc_now()))
        self.settle()
        run_due()
        for slot in Timeslot.objects.filter(pk__in=self.slots):
            assert self.expected(slot) == []

    # What is always so.

    @invariant()
    def nothing_is_held_twice_or_lost(self) -> None:
        assert queries.count_drift() == []
        for slot in Timeslot.objects.filter(pk__in=self.slots):
            assert slot.booked_pax_cnt + slot.held_pax_cnt <= slot.capacity

    @invariant()
    def offers_are_backed_by_their_seats(self) -> None:
        holds = Hold.objects.filter(kind="waitlist", status="active").exclude(qty_by_type={})
        assert {one.pk: (one.timeslot_id, one.pax_cnt) for one in holds} == {
            row.offer_hold_id: (row.offer_timeslot_id, row.pax_cnt) for row in self.offered()
        }

    @invariant()
    def departures_know_who_waits(self) -> None:
        parties = [party_of(row) for row in self.waiting()]
        for slot in Timeslot.objects.select_related("experience_date").filter(pk__in=self.slots):
            departure = Departure(slot.pk, slot.experience_date.date)
            assert slot.waiting_pax_min == smallest_party(departure, parties)


@pytest.mark.usefixtures("reef")
@pytest.mark.timeout(patience(240))
def test_a_list_loses_no_seat_and_gives_none_twice() -> None:
    OUTCOMES.clear()
    run_state_machine_as_test(
        Line,
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=25,
            deadline=None,
            phases=(Phase.explicit, Phase.generate),
            suppress_health_check=list(HealthCheck),
        ),
    )
    print(f"\n{EXAMPLES} examples: {OUTCOMES}")
    if EXAMPLES >= ENOUGH:
        assert OUTCOMES.keys() >= ACTS


@pytest.mark.usefixtures("reef")
def test_the_machine_is_not_refused_everything() -> None:
    """An act that is always refused would prove nothing: the plainest of each is done."""
    OUTCOMES.clear()
    it = Line()
    it.begin(seats=SEATS)
    for adults in (4, 2, 1):
        it.join(which=0, adults=adults, flexibility="departure")
    it.give_back(pick=0)
    it.buy(which=0, seats=1)
    it.serve(is_twice=True)
    assert [row.pax_cnt for row in it.offered()] == [4, 1]
    it.run_out(pick=0)
    it.serve(is_twice=False)
    it.accept(pick=1)
    it.offers_are_backed_by_their_seats()
    it.nothing_is_held_twice_or_lost()
    it.departures_know_who_waits()
    left = dict(OUTCOMES)
    it.teardown()
    assert left == {
        "take": 2,
        "join": 3,
        "give back": 1,
        "buy, refused": 1,
        "serve": 3,
        "run out": 1,
        "accept": 1,
    }
