"""More guests than seats: staff with permission alone, counted, audited, told."""

from typing import Any

import pytest

from outfitter.plugins import outbox
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.scheduling import queries
from outfitter_tenants.scheduling.models import ExperienceDate, TimeslotPool
from outfitter_tenants.scheduling.operations import SoldOut
from tests.support.catalog import make_experience, price_ids
from tests.support.departures import NOW, make_hold, make_pools, make_timeslot, swap_hold

pytestmark = pytest.mark.usefixtures("reef")
STAFF: dict[str, Any] = {"audience": "direct", "kind": "staff", "may_overbook": True}


def offer(**given: Any) -> Any:
    return make_timeslot(experience=make_experience(is_allow_manual_overbooking=True), **given)


def test_staff_sell_beyond_the_seats_and_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[dict[str, Any]] = []
    monkeypatch.setitem(
        outbox._own,
        "timeslot.overbooked",
        {"core:test": lambda _ctx, event: told.append(dict(event.payload))},
    )
    slot = offer(capacity=2)
    make_hold(timeslot=slot, qty=1)
    make_hold(timeslot=slot, qty=3, **STAFF)
    slot.refresh_from_db()
    assert (slot.held_pax_cnt, slot.overbook_cnt) == (4, 2)
    row = AuditLog.objects.get(action="timeslot.overbooked")
    assert (row.before, row.after) == ({"overbook_cnt": 0}, {"overbook_cnt": 2, "pax_cnt": 3})
    with pytest.raises(SoldOut):
        make_hold(timeslot=slot)
    assert queries.get_timeslot(timeslot_id=slot.pk, at=NOW).remaining.total == 0


@pytest.mark.parametrize(
    ("given", "is_allowed"),
    [
        ({"audience": "online", "may_overbook": True}, True),
        ({"audience": "reseller", "kind": "channel", "may_overbook": True}, True),
        ({"audience": "direct", "kind": "staff"}, True),
        (STAFF, False),
    ],
)
def test_nobody_else_does(given: dict[str, Any], is_allowed: bool) -> None:
    experience = make_experience(is_allow_manual_overbooking=is_allowed)
    slot = make_timeslot(experience=experience, capacity=1)
    with pytest.raises(SoldOut):
        make_hold(timeslot=slot, qty=2, **given)
    slot.refresh_from_db()
    assert (slot.held_pax_cnt, slot.overbook_cnt) == (0, 0)
    assert not AuditLog.objects.filter(action="timeslot.overbooked").exists()


def test_pools_and_the_day_go_along() -> None:
    slot = offer(capacity=None, day_capacity=1)
    adult, child = price_ids(slot.experience)
    make_pools(slot, types={adult: 1, child: 5})
    hold = make_hold(timeslot=slot, qty_by_type={adult: 2, child: 1}, **STAFF)
    pools = dict(TimeslotPool.objects.values_list("experience_customer_type_id", "overbook_cnt"))
    assert pools == {adult: 1, child: 0}
    assert ExperienceDate.objects.get().overbook_cnt == 2
    swap_hold(
        hold_id=hold.id,
        timeslot_id=slot.pk,
        qty_by_type={adult: 3, child: 1},
        audience="direct",
        minutes=15,
        at=NOW,
        may_overbook=True,
    )
    assert TimeslotPool.objects.get(experience_customer_type=adult).overbook_cnt == 2
    assert queries.count_drift() == []
