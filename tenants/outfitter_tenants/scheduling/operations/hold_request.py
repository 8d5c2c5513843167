"""What seats somebody asks for, and the hold to be: seats first, what explains them is written with them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal
from uuid import UUID, uuid4

from django.db import connection

from outfitter.db.locks import atomic, wait_for_locks
from outfitter_tenants.scheduling.operations import availability_events, seat_allocation
from outfitter_tenants.scheduling.operations.booking_rules import Buyer, Check, Party

HoldKind = Literal["checkout", "staff", "channel", "rebook", "waitlist"]
# However often a hold is touched, it ends after so long (domain.md 4.3).
HARD_LIMIT: Final[Mapping[str, timedelta]] = {
    "checkout": timedelta(minutes=30),
    "staff": timedelta(minutes=120),
    "channel": timedelta(hours=24),
    "rebook": timedelta(minutes=30),
    # An offer ends when it says so.
    "waitlist": timedelta(),
}


@dataclass(frozen=True, slots=True)
class HoldRef:
    """A hold as its owner needs it."""

    id: int
    uuid: UUID
    expires_at: datetime
    pax_cnt: int
    # What would have stopped strangers: composition, min_party, max_party (domain.md 4.4).
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """
    Who wants which seats of a timeslot until when: experience customer type id -> how many.

    `check(timeslot_id=, pax_cnt=)` may return further reasons against it. `visitor` and `ip` are a
    stranger's, of whom not many holds are taken.
    """

    timeslot_id: int
    qty_by_type: Mapping[int, int]
    buyer: Buyer
    until: datetime
    kind: HoldKind = "staff"
    trip_id: int | None = None
    trip_order_id: int | None = None
    visitor: str | None = None
    ip: str | None = None
    check: Check | None = None

    @property
    def is_counted(self) -> bool:
        """Return whether the hold counts against those of its visitor and address."""
        return self.kind == "checkout" and bool(self.visitor or self.ip)


@dataclass(frozen=True, slots=True)
class HoldDraft:
    """
    A request that nothing but the number of seats can speak against, with the party it is for.

    `is_late`: the money is here, so no cut-off counts. `most` bounds the live holds of visitor and
    address, where they are counted; both have queued up then (queries.timeslot_for_sale).
    """

    party: Party
    request: SeatRequest
    is_late: bool = False
    most: tuple[int, int] | None = None

    def place(self, at: datetime) -> HoldRef:
        """
        Take the seats, write the hold, tell who has to know.

        Most departures give seats by their own row alone: then it is one statement, which needs no
        transaction around it. Caps of days, pools, resources and refusals take the long way.

        :raises SoldOut: the seats are not there, expired holds given back
        :raises ResourceUnavailable: the seats are there, the resources are not
        """
        uuid = uuid4()
        values = self._values(uuid, at)
        is_alone = seat_allocation.is_alone(self.party) and (
            connection.in_atomic_block or not availability_events.is_hold_heard()
        )
        hold_id = None
        if is_alone:
            with wait_for_locks():
                hold_id = seat_allocation.place_alone(self.party, values, at=at, is_late=self.is_late)
        if hold_id is not None:
            availability_events.hold_placed(party=self.party, hold_id=hold_id, kind=self.request.kind, at=at)
        else:
            hold_id = self._place_whole(values, at, is_refused=is_alone)
        availability_events.sweep_at(self.request.until)
        return HoldRef(hold_id, uuid, self.request.until, self.party.pax_cnt, self.party.warnings)

    def _place_whole(self, values: Mapping[str, object], at: datetime, *, is_refused: bool) -> int:
        with atomic():
            hold_id = seat_allocation.place(
                self.party, values, at=at, is_late=self.is_late, is_refused=is_refused
            )
            availability_events.hold_placed(party=self.party, hold_id=hold_id, kind=self.request.kind, at=at)
        return hold_id

    def _values(self, uuid: UUID, at: datetime) -> dict[str, object]:
        request = self.request
        return {
            "uuid": uuid,
            "trip_id": request.trip_id,
            "trip_order_id": request.trip_order_id,
            "qty_by_type": json.dumps(json_keys(self.party.ask.quantities)),
            "kind": request.kind,
            "expires_at": request.until,
            "hard_expires_at": max(request.until, at + HARD_LIMIT[request.kind]),
            "visitor": request.visitor,
            "ip": request.ip,
            "most_of_visitor": self.most[0] if self.most and request.visitor else None,
            "most_of_ip": self.most[1] if self.most and request.ip else None,
            "at": at,
        }


def json_keys(quantities: Mapping[int, int]) -> dict[str, int]:
    """Return the same as JSON has it."""
    return {str(kind): qty for kind, qty in sorted(quantities.items())}
