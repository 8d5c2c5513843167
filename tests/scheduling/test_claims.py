"""Resources set aside with seats: claimed, kept, moved, turned into an order's, given back."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from outfitter.db.tenant_schema import current_schema
from outfitter.plugins import contexts
from outfitter.plugins.models import OutboxEvent
from outfitter.plugins.types import Event
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.notifications import subscribers
from outfitter_tenants.notifications.models import Notification
from outfitter_tenants.notifications.translations import translate
from outfitter_tenants.people.models import Properties
from outfitter_tenants.scheduling import operations, queries
from outfitter_tenants.scheduling.models import BookingGuide, BookingResource, Hold, Timeslot
from outfitter_tenants.scheduling.operations import resource_claims, timeslot_cancellations
from outfitter_tenants.scheduling.operations.booking_rules import Buyer, find_party
from outfitter_tenants.scheduling.operations.resource_claims import ResourceUnavailable
from outfitter_tenants.scheduling.queries.resource_capacity import resource_room
from outfitter_tenants.scheduling.queries.resource_capacity_range import load_rooms
from tests.support.catalog import make_experience, make_price, price_ids
from tests.support.departures import NOW, make_hold, make_timeslot
from tests.support.resources import (
    hold_with_resources,
    make_blackout,
    make_group,
    make_resource,
    make_usage,
    make_use,
    party_of,
    uses,
)
from tests.support.team import make_person

pytestmark = pytest.mark.usefixtures("reef")
LATER = NOW + timedelta(minutes=16)


@pytest.fixture
def vans(reef: Any) -> Any:
    """Two vans of eight, and a tour that needs a seat in one."""
    group = make_group()
    experience = make_experience(default_capacity=None)
    make_usage(experience=experience, group=group, sharing_scope="any")
    return {
        "group": group,
        "experience": experience,
        "vans": [make_resource(group=group), make_resource(group=group)],
        "slot": make_timeslot(experience=experience, capacity=None),
    }


def ids(vans: Any) -> list[int]:
    return [van.pk for van in vans["vans"]]


def test_a_hold_takes_its_seats_in_a_van(vans: Any) -> None:
    hold_id = hold_with_resources(vans["slot"], 5)
    [row] = BookingResource.objects.filter(hold_id=hold_id)
    assert (row.resource_id, row.units, row.trip_order_id) == (ids(vans)[0], 5, None)
    assert (row.start_at, row.end_at) == (vans["slot"].start_at, vans["slot"].end_at)
    assert row.sharing_scope == "any"


@pytest.mark.parametrize(("scope", "fits"), [("timeslot", 8), ("any", 11)])
def test_golden_shared_vans(vans: Any, scope: str, fits: int) -> None:
    """domain.md 4.31, E7, over the database."""
    first, second = vans["vans"]
    make_use(slot=vans["slot"], resource=first, units=5, sharing_scope=scope)
    other = make_experience(name="Other tour", default_capacity=None)
    make_usage(experience=other, group=vans["group"], sharing_scope=scope)
    slot = make_timeslot(experience=other, capacity=None)
    with pytest.raises(ResourceUnavailable) as refused:
        hold_with_resources(slot, 12)
    assert refused.value.detail["max_fit"] == fits
    assert refused.value.detail["asked"] == 12
    if scope == "any":
        assert uses(hold_id=hold_with_resources(slot, 9)) == [(first.pk, 1), (second.pk, 8)]
    assert Hold.objects.count() == (1 if scope == "any" else 0)


def test_experiences_without_usages_cost_nothing(reef: Any) -> None:
    slot = make_timeslot()
    assert party_of(slot).slot.needs_resources is False


def test_a_usage_that_staff_assign_by_hand_refuses_nobody(vans: Any) -> None:
    vans["group"].is_auto_assign = False
    vans["group"].save()
    assert uses(hold_id=hold_with_resources(vans["slot"], 40)) == []


@pytest.mark.parametrize("is_legal_limit", [False, True])
def test_an_operator_who_assigns_everything_by_hand_is_refused_by_law_alone(
    vans: Any, is_legal_limit: bool
) -> None:
    Properties.objects.update_or_create(pk=1, defaults={"is_auto_assign_resources": False})
    vans["group"].is_legal_limit = is_legal_limit
    vans["group"].save()
    day = vans["slot"].date
    rooms = load_rooms(
        experience_ids=[vans["experience"].pk], first=day, last=day, at=NOW, is_open_ended=False
    )
    assert bool(rooms.of_shown()) == is_legal_limit
    if is_legal_limit:
        with pytest.raises(ResourceUnavailable):
            hold_with_resources(vans["slot"], 40)
        assert uses(hold_id=hold_with_resources(vans["slot"], 4)) == [(ids(vans)[0], 4)]
    else:
        assert uses(hold_id=hold_with_resources(vans["slot"], 40)) == []


def test_claiming_again_keeps_the_van_and_a_bigger_party_gets_another(vans: Any) -> None:
    hold_id = hold_with_resources(vans["slot"], 5)
    row = BookingResource.objects.get(hold_id=hold_id)
    resource_claims.claim(party=party_of(vans["slot"], 5), hold_id=hold_id, at=NOW)
    assert BookingResource.objects.get(hold_id=hold_id).pk == row.pk
    resource_claims.claim(party=party_of(vans["slot"], 12), hold_id=hold_id, at=NOW)
    assert uses(hold_id=hold_id) == [(ids(vans)[0], 8), (ids(vans)[1], 4)]
    with pytest.raises(ResourceUnavailable):
        resource_claims.claim(party=party_of(vans["slot"], 17), hold_id=hold_id, at=NOW)
    assert uses(hold_id=hold_id) == [(ids(vans)[0], 8), (ids(vans)[1], 4)]


def test_a_hold_that_lapsed_blocks_nobody_and_is_forgotten(vans: Any) -> None:
    old = hold_with_resources(vans["slot"], 16, trip_id=1, trip_order_id=1)
    hold_with_resources(vans["slot"], 10, at=LATER)
    assert uses(hold_id=old) == []
    with pytest.raises(ResourceUnavailable):
        resource_claims.convert(hold_id=old, trip_order_id=1, at=LATER)


def test_a_lapsed_hold_claims_anew_when_it_is_sold(vans: Any) -> None:
    old = hold_with_resources(vans["slot"], 8, trip_id=1, trip_order_id=1)
    hold_with_resources(vans["slot"], 8, at=LATER)
    resource_claims.convert(hold_id=old, trip_order_id=1, at=LATER)
    assert sum(units for _, units in uses(trip_order_id=1)) == 8


def test_what_is_sold_stays_and_is_given_back_with_the_order(vans: Any) -> None:
    hold_id = hold_with_resources(vans["slot"], 3, trip_id=1, trip_order_id=7)
    assert resource_claims.convert(hold_id=hold_id, trip_order_id=7, at=NOW) == 1
    assert uses(hold_id=hold_id) == []
    assert uses(trip_order_id=7) == [(ids(vans)[0], 3)]
    assert resource_claims.release_order(trip_order_id=7, timeslot_id=vans["slot"].pk + 1) == 0
    assert resource_claims.release_order(trip_order_id=7, timeslot_id=vans["slot"].pk) == 1


def test_a_cancelled_order_gives_back_its_van_and_its_guide(vans: Any) -> None:
    slot, guide = vans["slot"], make_person("Ida", is_guide=True)
    hold_id = hold_with_resources(slot, 3, trip_id=1, trip_order_id=7)
    operations.convert_hold(hold_id=hold_id, at=NOW)
    for order in (7, 8):
        BookingGuide.objects.create(timeslot=slot, trip_order_id=order, user_avatar=guide)
    kind = price_ids(slot.experience)[0]
    operations.release_booked(
        timeslot_id=slot.pk, pax_by_type={kind: 3}, audience="online", method=None, trip_order_id=7, at=NOW
    )
    assert uses(trip_order_id=7) == []
    assert list(BookingGuide.objects.values_list("trip_order_id", flat=True)) == [8]
    slot.refresh_from_db()
    assert slot.booked_pax_cnt == 0


def test_release_gives_back(vans: Any) -> None:
    hold_id = hold_with_resources(vans["slot"], 16)
    assert resource_claims.release(hold_id=hold_id) == 2
    assert uses(hold_id=hold_with_resources(vans["slot"], 16)) == [(n, 8) for n in ids(vans)]


def test_blackout_and_maintenance_leave_nothing(vans: Any) -> None:
    first, second = vans["vans"]
    slot = vans["slot"]
    make_blackout(
        resource=first, begin=slot.start_at - timedelta(hours=3), end=slot.start_at + timedelta(minutes=1)
    )
    second.status = "maintenance"
    second.save()
    with pytest.raises(ResourceUnavailable) as refused:
        hold_with_resources(slot)
    assert refused.value.detail["max_fit"] == 0


def test_own_minutes_outlast_the_tour(vans: Any) -> None:
    usage = vans["experience"].resource_usages.get()
    usage.duration_mode, usage.duration_minutes, usage.offset_minutes = "minutes", 180, -30
    usage.save()
    row = BookingResource.objects.get(hold_id=hold_with_resources(vans["slot"]))
    begin = vans["slot"].start_at - timedelta(minutes=30)
    assert (row.start_at, row.end_at) == (begin, begin + timedelta(hours=3))


def test_staff_may_sell_without_a_van_but_not_beyond_a_licence(vans: Any) -> None:
    slot = vans["slot"]
    type(vans["experience"]).objects.update(is_allow_manual_overbooking=True)
    hold = make_hold(timeslot=slot, qty=17, audience="direct", kind="staff", may_overbook=True)
    party = party_of(slot, 17)
    usage = vans["experience"].resource_usages.get()
    lacking = resource_claims.claim(party=party, hold_id=hold.id, at=NOW, may_lack=True)
    assert lacking == (usage.pk,)
    vans["group"].is_legal_limit = True
    vans["group"].save()
    with pytest.raises(ResourceUnavailable):
        resource_claims.claim(party=party, hold_id=hold.id, at=NOW, may_lack=True)


def test_what_is_sold_without_a_van_is_told(vans: Any) -> None:
    slot = vans["slot"]
    type(vans["experience"]).objects.update(is_allow_manual_overbooking=True)
    hold = make_hold(
        timeslot=slot, qty=17, audience="direct", kind="staff", may_overbook=True, trip_id=1, trip_order_id=1
    )
    assert not OutboxEvent.objects.filter(name="resource.lacking").exists()
    operations.convert_hold(hold_id=hold.id, at=NOW)
    assert AuditLog.objects.get(action="timeslot.resources_lacking").entity_id == slot.pk
    told = OutboxEvent.objects.get(name="resource.lacking")
    assert told.payload["resource_group_names"] == ["Vans"]
    context = contexts.context_for(schema_name=current_schema())
    subscribers.on_event(context, Event(str(told.pk), told.name, told.payload, told.occurred_at))
    row = Notification.objects.get()
    said = translate(row.kind, row.params, locale="en", time_zone="America/New_York")
    assert said.title == "Sold without Vans: Reef tour"


def test_another_order_on_the_departure_makes_room(reef: Any) -> None:
    group = make_group(name="Boats", kind="vessel")
    experience = make_experience(default_capacity=None)
    make_usage(experience=experience, group=group, sharing_scope="trip_order")
    big = make_resource(group=group, capacity=8)
    slot = make_timeslot(experience=experience, capacity=None)
    couple = hold_with_resources(slot, 2)
    small = make_resource(group=group, capacity=2)
    crowd = hold_with_resources(slot, 8)
    assert uses(hold_id=couple) == [(small.pk, 2)]
    assert uses(hold_id=crowd) == [(big.pk, 8)]


def test_usages_by_customer_type_and_add_on(reef: Any) -> None:
    group, bikes = make_group(), make_group(name="Bikes", kind="equipment")
    experience = make_experience(default_capacity=None, prices=(4900, 2900))
    adult, child = price_ids(experience)
    van, bike = make_resource(group=group), make_resource(group=bikes, capacity=2)
    make_usage(experience=experience, group=group)
    make_usage(experience=experience, group=bikes, experience_customer_type_id=adult)
    slot = make_timeslot(experience=experience, capacity=None)
    hold = make_hold(timeslot=slot, qty_by_type={adult: 2, child: 3})
    party = find_party(
        timeslot_id=slot.pk, qty_by_type={adult: 2, child: 3}, buyer=Buyer("online"), at=NOW, check=None
    )
    resource_claims.claim(party=party, hold_id=hold.id, at=NOW)
    assert uses(hold_id=hold.id) == [(van.pk, 5), (bike.pk, 2)]
    # No bikes are left, but children need none.
    assert uses(hold_id=hold_with_resources(slot, 3, kind=child)) == [(van.pk, 3)]


def test_room_of_many_departures_in_a_fixed_number_of_statements(vans: Any) -> None:
    slots = [vans["slot"]] + [
        make_timeslot(
            experience=vans["experience"],
            capacity=None,
            start_at=vans["slot"].start_at + timedelta(hours=hours),
        )
        for hours in (2, 4, 6)
    ]
    free = make_timeslot(start_at=slots[0].start_at)
    hold_id = hold_with_resources(slots[0], 5)
    hold_with_resources(slots[1], 9)
    with CaptureQueriesContext(connection) as counted:
        room = resource_room(departures=[*slots, free], at=NOW)
    assert room == {slots[0].pk: 11, slots[1].pk: 7, slots[2].pk: 16, slots[3].pk: 16, free.pk: None}
    assert len(counted) == 4
    assert resource_room(departures=slots[:1], at=NOW, hold_id=hold_id) == {slots[0].pk: 16}
    assert resource_room(departures=slots[:2], at=LATER) == {slots[0].pk: 16, slots[1].pk: 16}


def test_room_counts_pax_and_types_that_need_nothing(vans: Any) -> None:
    boat = make_price(experience=vans["experience"], slug="boat", kind="unit", pax_per_booking=6)
    usage = vans["experience"].resource_usages.get()
    usage.units_per_booking = 4
    usage.save()
    # Four units each: two bookings a van; the boats stand for six guests.
    assert resource_room(departures=[vans["slot"]], at=NOW) == {vans["slot"].pk: 24}
    usage.experience_customer_type_id = boat.pk
    usage.save()
    assert resource_room(departures=[vans["slot"]], at=NOW) == {vans["slot"].pk: None}


def test_parties_are_checked_together(vans: Any) -> None:
    slot = vans["slot"]
    verdicts = resource_claims.check(parties=[party_of(slot, 9), party_of(slot, 8)], at=NOW)
    assert verdicts[0] is None
    assert verdicts[1] is not None
    assert verdicts[1].detail["max_fit"] == 7
    hold_id = hold_with_resources(slot, 16)
    assert resource_claims.check(parties=[party_of(slot, 1)], at=NOW)[0] is not None
    assert resource_claims.check(parties=[party_of(slot, 16)], at=NOW, hold_ids={hold_id}) == [None]


def test_capacity_by_resources_is_what_they_still_take(vans: Any) -> None:
    """domain.md 4.2.2: with capacity type `resource` the seats left are those that fit."""
    experience = vans["experience"]
    experience.capacity_type = "resource"
    experience.save()
    slot = vans["slot"]

    def left(at: Any = NOW) -> tuple[Any, Any]:
        row = queries.get_timeslot(timeslot_id=slot.pk, at=at)
        return row.remaining.total, row.remaining.online

    assert left() == (16, 16)
    hold_with_resources(slot, 5)
    assert left() == (11, 11)
    assert left(LATER) == (16, 16)
    make_use(slot=slot, resource=vans["vans"][0], units=2)
    assert left() == (9, 9)
    Timeslot.objects.filter(pk=slot.pk).update(capacity=8)
    assert left() == (3, 3)


def test_a_sale_with_resources_costs_a_fixed_number_of_statements(vans: Any) -> None:
    plain = make_timeslot(start_at=vans["slot"].start_at)
    # The first hold of a process asks which plugins are on, and remembers it.
    make_hold(timeslot=plain)
    costs = []
    for slot in (plain, vans["slot"]):
        with CaptureQueriesContext(connection) as counted:
            make_hold(timeslot=slot)
        costs.append(len(counted))
    assert costs[1] - costs[0] == 9  # two of them are a savepoint round the whole
    for _ in range(5):
        hold_with_resources(vans["slot"])
    with CaptureQueriesContext(connection) as counted:
        make_hold(timeslot=vans["slot"])
    assert len(counted) == costs[1]


def test_a_departure_that_is_cancelled_gives_its_van_back(vans: Any) -> None:
    slot = vans["slot"]
    make_use(slot=slot, resource=vans["vans"][0], units=8)
    hold_with_resources(slot, 8)
    timeslot_cancellations.cancel_timeslot(timeslot_id=slot.pk, reason="Storm", at=NOW)
    other = make_timeslot(
        experience=vans["experience"], capacity=None, start_at=slot.start_at + timedelta(minutes=30)
    )
    assert sum(units for _, units in uses(hold_id=hold_with_resources(other, 16))) == 16
