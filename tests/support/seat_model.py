"""A naive model of seats: plain rows, counted each time somebody asks."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from outfitter.kit.errors import Invalid
from outfitter_tenants.scheduling import operations
from outfitter_tenants.scheduling.models import ExperienceDate, Timeslot, TimeslotPool
from outfitter_tenants.scheduling.operations import SoldOut
from tests.support.departures import ask_seats

PAX = {"adult": 1, "boat": 3, "infant": 0}


@dataclass
class Row:
    """Seats that a hold or a sale takes."""

    hold_id: int
    slot_id: int
    party: dict[str, int]
    audience: str
    method: str
    expires_at: datetime
    hard_expires_at: datetime
    state: str = "active"
    pax: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.pax = {kind: qty * PAX[kind] for kind, qty in self.party.items() if PAX[kind]}

    @property
    def total(self) -> int:
        return sum(self.pax.values())


class SeatModel:
    """What the model knows of one experience, and how a wish is put to the product."""

    experience: Any
    kinds: dict[str, int]
    now: datetime
    rows: list[Row]

    def limits(self, adults: int, boats: int, ota: int | None) -> dict[str, Any]:
        types = {str(self.kinds["adult"]): adults, str(self.kinds["boat"]): boats}
        return {"capacity_by_type": types, "channel_allotments": {} if ota is None else {"ota": ota}}

    def slots(self) -> list[Timeslot]:
        return list(
            Timeslot.objects.filter(experience=self.experience)
            .exclude(status="cancelled")
            .order_by("start_at")
        )

    def live(self, row: Row) -> bool:
        return row.state == "sold" or (row.state == "active" and row.expires_at > self.now)

    def fits(self, slot: Timeslot, new: Row, *, instead_of: Row | None = None) -> bool:
        """Count rows: does a party fit, in the place of what it had?"""
        others = [row for row in self.rows if self.live(row) and row is not instead_of]
        here = [row for row in others if row.slot_id == slot.pk]
        old = instead_of if self.same_seats(instead_of, new) else None
        beyond = new.audience == "direct"
        day = ExperienceDate.objects.get(pk=slot.experience_date_id)
        pools = self.pools(slot)
        own = pools.get(new.method)

        def ok(limit: int | None, over: int, used: int, wanted: int, had: int) -> bool:
            if limit is None or wanted - had <= 0:
                return True
            return used + wanted <= limit + (over if beyond else 0)

        total, had = new.total, old.total if old else 0
        found = ok(slot.capacity, slot.overbook_cnt, sum(r.total for r in here), total, had)
        day_ids = {other.pk for other in self.slots()}
        on_day = sum(r.total for r in others if r.slot_id in day_ids)
        found &= ok(day.capacity, day.overbook_cnt, on_day, total, had)
        for kind in ("adult", "boat"):
            pool = pools[self.kinds[kind]]
            used = sum(r.pax[kind] for r in here)
            before = old.pax[kind] if old else 0
            found &= ok(pool.capacity, pool.overbook_cnt, used, new.pax[kind], before)
        if own is not None:
            used = sum(r.total for r in here if r.method == new.method)
            found &= ok(own.capacity, own.overbook_cnt, used, total, had)
        elif new.audience != "direct":
            used = sum(r.total for r in here if self.is_online(r, pools))
            found &= ok(slot.online_allotment, 0, used, total, had)
        return found

    def same_seats(self, old: Row | None, new: Row) -> bool:
        """Say whether only the difference is taken."""
        if old is None or old.slot_id != new.slot_id:
            return False
        pools = self.pools(Timeslot.objects.get(pk=new.slot_id))
        return self.is_online(old, pools) == self.is_online(new, pools)

    def is_online(self, row: Row, pools: dict[Any, TimeslotPool]) -> bool:
        return row.audience != "direct" and row.method not in pools

    def pools(self, slot: Timeslot) -> dict[Any, TimeslotPool]:
        rows = TimeslotPool.objects.filter(timeslot=slot)
        return {row.experience_customer_type_id or row.method: row for row in rows}

    def pick(self, n: int) -> Timeslot | None:
        slots = self.slots()
        return slots[n % len(slots)] if slots else None

    def row(self, slot: Timeslot, party: dict[str, int], buyer: Any, minutes: int) -> Row:
        until = self.now + timedelta(minutes=minutes)
        hard = max(until, self.now + timedelta(minutes=120))
        return Row(0, slot.pk, party, *buyer, until, hard)

    def quantities(self, party: dict[str, int]) -> dict[int, int]:
        return {self.kinds[kind]: qty for kind, qty in party.items() if qty}

    def take(self, row: Row, minutes: int, *, may_overbook: bool = False) -> None:
        row.hold_id = operations.place_hold(
            self.request(row, minutes, may_overbook=may_overbook), at=self.now
        ).id

    def request(self, row: Row, minutes: int, *, may_overbook: bool = False) -> operations.SeatRequest:
        return ask_seats(
            timeslot_id=row.slot_id,
            qty_by_type=self.quantities(row.party),
            audience=row.audience,
            method=row.method,
            may_overbook=may_overbook,
            minutes=minutes,
            at=self.now,
        )

    def swap(self, old: Row, new: Row, *, expected: bool) -> bool:
        try:
            ref = operations.replace_hold(hold_id=old.hold_id, request=self.request(new, 15), at=self.now)
        except SoldOut:
            assert not expected
            return False
        assert expected
        new.hold_id, new.expires_at, new.hard_expires_at = (ref.id, ref.expires_at, old.hard_expires_at)
        return True

    def counters(self) -> Any:
        return (
            list(Timeslot.objects.order_by("pk").values_list("pk", "held_pax_cnt", "online_held_pax_cnt")),
            list(TimeslotPool.objects.order_by("pk").values_list("pk", "held_pax_cnt")),
            list(ExperienceDate.objects.order_by("pk").values_list("pk", "held_pax_cnt")),
        )

    def active(self, n: int) -> Row:
        rows = [row for row in self.rows if row.state == "active"]
        return rows[n % len(rows)]

    def forget_lapsed(self) -> None:
        for row in self.rows:
            if row.state == "active" and not self.live(row):
                row.state = "gone"

    def is_there(self, row: Row) -> bool:
        return row.slot_id in {slot.pk for slot in self.slots()}

    def edit(self, slot: Timeslot, changes: Any, *, is_refused: bool) -> None:
        self.try_to(
            lambda: operations.edit_timeslot(timeslot_id=slot.pk, changes=changes, version=None, at=self.now),
            is_refused=is_refused,
        )

    def try_to(self, change: Any, *, is_refused: bool) -> None:
        try:
            change()
        except Invalid:
            assert is_refused
        else:
            assert not is_refused
