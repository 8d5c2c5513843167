"""Staff, jobs and buyers who change the same departures at once, in real transactions."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from outfitter.kit.errors import DomainError, NotFound
from outfitter_tenants.scheduling import operations, queries
from outfitter_tenants.scheduling.models import (
    Blackout,
    BookingResource,
    ExperienceTimeslot,
    Hold,
    Timeslot,
    TimeslotGuide,
)
from outfitter_tenants.scheduling.operations import (
    NotBookable,
    RuleDraft,
    SoldOut,
    blackouts,
    guides,
    resource_assignments,
    resources,
)
from outfitter_tenants.scheduling.operations.resource_claims import ResourceUnavailable
from tests.scheduling.test_last_seats import at_once
from tests.support.catalog import make_experience, price_ids
from tests.support.departures import NOW, TOMORROW, make_hold, make_rule, make_timeslot
from tests.support.resources import make_group, make_resource, make_use
from tests.support.team import make_person

pytestmark = pytest.mark.django_db(transaction=True)
HOUR = timedelta(hours=1)


def darken(slot: Timeslot, **target: int) -> Callable[[], Any]:
    """Return somebody who blacks the time of a departure out."""
    [(name, key)] = target.items()
    return lambda: blackouts.add_blackouts(
        target=name, ids=[key], span=(slot.start_at, slot.end_at), reason="", again=None, at=NOW
    )  # type: ignore[arg-type]


def buy(slot: Timeslot, qty: int = 1) -> Callable[[], Any]:
    """Return somebody who wants seats; what they are is read before, not under the locks."""
    kind = price_ids(slot.experience)[0]

    def run() -> Any:
        hold = make_hold(timeslot=slot, qty_by_type={kind: qty}, trip_id=1)
        return operations.convert_hold(hold_id=hold.id, at=NOW)

    return run


def failed(results: list[Any], *kinds: type[Exception]) -> int:
    bad = [item for item in results if isinstance(item, Exception)]
    assert all(isinstance(item, kinds) for item in bad), bad
    return len(bad)


def edit(rule: Any, **given: Any) -> Callable[[], Any]:
    values = {"date_from": TOMORROW, "date_to": TOMORROW + timedelta(days=6), **given}
    draft = RuleDraft(**{"times": rule.times, **values})
    return lambda: operations.edit_rule(rule_id=rule.id, draft=draft, version=None, at=NOW)


def test_two_move_the_same_boat(reef: Any) -> None:
    group = make_group()
    boats = [make_resource(group=group, capacity=4) for _ in range(3)]
    slot = make_timeslot()
    use = make_use(slot=slot, resource=boats[0], units=4, trip_order_id=1)
    later = (slot.start_at + HOUR, slot.end_at + HOUR)

    def move(**given: Any) -> Callable[[], Any]:
        values = {"window": (slot.start_at, slot.end_at), "resource_id": None, **given}
        return lambda: resource_assignments.reschedule(
            booking_resource_id=use.pk, force=False, at=NOW, **values
        )

    jobs = [move(resource_id=boats[1].pk), move(resource_id=boats[2].pk), move(window=later)]
    assert failed(at_once(reef.schema_name, jobs)) == 0
    row = BookingResource.objects.get()
    assert row.units == 4
    assert row.end_at - row.start_at == HOUR


def test_two_uses_want_the_same_boat(reef: Any) -> None:
    group = make_group()
    first, second, free = [make_resource(group=group, capacity=4) for _ in range(3)]
    slot = make_timeslot()
    uses = [
        make_use(slot=slot, resource=boat, units=3, trip_order_id=number)
        for number, boat in enumerate((first, second), 1)
    ]

    def move(use: BookingResource) -> Callable[[], Any]:
        return lambda: resource_assignments.reschedule(
            booking_resource_id=use.pk,
            window=(slot.start_at, slot.end_at),
            resource_id=free.pk,
            force=True,
            at=NOW,
        )

    assert failed(at_once(reef.schema_name, [move(use) for use in uses]), ResourceUnavailable) == 1
    assert BookingResource.objects.filter(resource=free).count() == 1


def test_a_boat_shrinks_while_somebody_is_put_on_it(reef: Any) -> None:
    group = make_group()
    boats = [make_resource(group=group, capacity=8) for _ in range(2)]
    slot = make_timeslot()
    use = make_use(slot=slot, resource=boats[0], units=6, trip_order_id=1)
    values = {
        "id": boats[1].pk,
        "group_id": group.pk,
        "name": "Small",
        "capacity": 2,
        "priority": 0,
        "status": "active",
        "buffer_minutes": 0,
        "color": "#000000",
    }
    results = at_once(
        reef.schema_name,
        [
            lambda: resources.update_resources(rows=[values], at=NOW),
            lambda: resource_assignments.reschedule(
                booking_resource_id=use.pk,
                window=(slot.start_at, slot.end_at),
                resource_id=boats[1].pk,
                force=False,
                at=NOW,
            ),
        ],
    )
    assert failed(results, ResourceUnavailable, resources.ResourceInUse) == 1
    boats[1].refresh_from_db()
    used = sum(row.units for row in BookingResource.objects.filter(resource=boats[1]))
    assert used <= boats[1].capacity


@pytest.mark.parametrize("round_", range(3))
def test_a_blackout_and_buyers_meet(reef: Any, round_: int) -> None:
    slot = make_timeslot(capacity=None)
    jobs = [*[buy(slot) for _ in range(4)], darken(slot, experience_id=slot.experience_id)]
    *sales, made = at_once(reef.schema_name, jobs)
    refused = failed(sales, NotBookable)
    assert {item.reason for item in sales if isinstance(item, NotBookable)} <= {"blackout"}
    slot.refresh_from_db()
    assert slot.is_blacked_out
    assert slot.booked_pax_cnt == 4 - refused
    assert {row.timeslot_id for row in made.conflicts} <= {slot.pk}
    assert failed([_tried(buy(slot))], NotBookable) == 1


def _tried(job: Callable[[], Any]) -> Any:
    try:
        return job()
    except DomainError as problem:
        return problem


def test_blackouts_made_and_deleted_at_once_leave_the_truth(reef: Any) -> None:
    slot = make_timeslot()
    key = slot.experience_id
    first = darken(slot, experience_id=key)().created[0].id

    def lighten() -> Any:
        return blackouts.delete_blackout(
            target="experience_id", blackout_id=first, whole_series=False, at=NOW
        )

    results = at_once(reef.schema_name, [lighten, darken(slot, experience_id=key), lighten])
    failed(results, NotFound)
    slot.refresh_from_db()
    assert slot.is_blacked_out is Blackout.objects.filter(experience_id=key).exists()


def test_a_rule_makes_departures_while_they_are_blacked_out(reef: Any) -> None:
    experience = make_experience()
    make_rule(experience=experience, date_to=TOMORROW)
    slot = Timeslot.objects.get()
    more = RuleDraft(date_from=TOMORROW, date_to=TOMORROW, times=(slot.end_at.time(),))
    span = (slot.start_at, slot.end_at + timedelta(days=1))
    at_once(
        reef.schema_name,
        [
            lambda: blackouts.add_blackouts(
                target="experience_id", ids=[experience.pk], span=span, reason="", again=None, at=NOW
            ),
            lambda: operations.create_rule(experience_id=experience.pk, draft=more, is_dry_run=False, at=NOW),
        ],
    )
    rows = {row.start_at: row.is_blacked_out for row in Timeslot.objects.all()}
    assert rows == {start: start < span[1] for start in rows}
    assert len(rows) == 2


@pytest.mark.parametrize("round_", range(3))
def test_a_rule_goes_while_its_seats_are_held(reef: Any, round_: int) -> None:
    rule = make_rule(date_to=TOMORROW + timedelta(days=2)).rule
    assert rule is not None
    slots = list(Timeslot.objects.order_by("start_at"))
    *sales, gone = at_once(
        reef.schema_name,
        [
            *[buy(slot) for slot in slots],
            lambda: operations.delete_rule(rule_id=rule.id, version=None, at=NOW),
        ],
    )
    refused = failed(sales, NotFound, NotBookable, SoldOut)
    left = Timeslot.objects.exclude(status="cancelled")
    assert left.count() == 3 - refused == len(gone.kept)
    assert sorted(left.values_list("booked_pax_cnt", flat=True)) == [1] * left.count()
    # The rule stays as long as something points at it.
    assert ExperienceTimeslot.objects.filter(pk=rule.id).exists() is (gone.rule is not None)
    assert queries.count_drift() == []


@pytest.mark.parametrize("round_", range(3))
def test_a_rule_shrinks_while_seats_are_sold(reef: Any, round_: int) -> None:
    rule = make_rule(date_to=TOMORROW, capacity=6).rule
    assert rule is not None
    slot = Timeslot.objects.get()
    jobs = [buy(slot, 2), buy(slot, 2), edit(rule, date_to=TOMORROW, capacity=1)]
    *sales, edited = at_once(reef.schema_name, jobs)
    assert failed([edited]) == 0
    refused = failed(sales, SoldOut)
    slot.refresh_from_db()
    assert slot.booked_pax_cnt == 2 * (2 - refused)
    # Smaller only as long as nobody had bought; a kept one says so.
    assert slot.capacity == (1 if refused == 2 else 6)
    assert queries.count_drift() == []


def test_two_edit_one_rule(reef: Any) -> None:
    rule = make_rule().rule
    assert rule is not None
    times = [rule.times[0].replace(hour=hour) for hour in (10, 11)]
    jobs = [edit(rule, times=(at,)) for at in times]
    assert failed(at_once(reef.schema_name, jobs)) == 0
    starts = set(Timeslot.objects.values_list("start_time", flat=True))
    assert len(starts) == 1
    assert list(starts) == ExperienceTimeslot.objects.get().times
    assert Timeslot.objects.count() == 7


def test_a_guide_is_taken_and_blacked_out_at_once(reef: Any) -> None:
    guide = make_person("Ida", is_guide=True).pk
    slot = make_timeslot()

    def assign() -> Any:
        return guides.assign_guides(timeslot_id=slot.pk, crew=[(guide, "lead")], force=False, at=NOW)

    results = at_once(reef.schema_name, [assign, darken(slot, guide_avatar_id=guide)])
    refused = failed(results, guides.GuideConflict)
    [made] = [item for item in results if isinstance(item, blackouts.CreatedBlackouts)]
    # Either the blackout knows of the departure, or the assignment of the blackout.
    assert len(made.conflicts) + refused == 1
    assert TimeslotGuide.objects.count() == 1 - refused


def test_two_rules_want_one_default_guide(reef: Any) -> None:
    guide = make_person("Ida", is_guide=True).pk
    experiences = [make_experience() for _ in range(3)]
    jobs = [
        lambda pk=row.pk: operations.create_rule(
            experience_id=pk,
            is_dry_run=False,
            at=NOW,
            draft=RuleDraft(
                date_from=TOMORROW,
                date_to=TOMORROW + timedelta(days=6),
                guide_ids=(guide,),
                times=(NOW.replace(hour=9).time(),),
            ),
        )
        for row in experiences
    ]
    assert failed(at_once(reef.schema_name, jobs)) == 0
    assert Timeslot.objects.count() == 21
    assert TimeslotGuide.objects.count() == 7


def test_departures_are_cancelled_while_seats_are_bought(reef: Any) -> None:
    slot = make_timeslot()
    kind = price_ids(slot.experience)[0]
    jobs = [
        *[lambda: make_hold(timeslot=slot, qty_by_type={kind: 1})] * 4,
        lambda: operations.cancel_timeslot(timeslot_id=slot.pk, reason="Storm", at=NOW),
    ]
    *_, done = at_once(reef.schema_name, jobs)
    slot.refresh_from_db()
    assert (slot.status, slot.held_pax_cnt) == ("cancelled", 0)
    # Nobody holds a seat of what does not take place: who came before was released.
    assert Hold.objects.filter(status="released").count() == done.hold_cnt
    assert not Hold.objects.filter(status="active").exists()
    assert queries.count_drift() == []
