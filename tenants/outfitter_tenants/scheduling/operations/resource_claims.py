"""
Resources set aside with the seats: claimed for a hold, turned into an order's, given back.

Every claim runs under the locks of its resource groups, taken by ascending id after timeslot,
experience date and hold (outfitter.db.locks). Rows of holds that have lapsed block nobody: whoever
claims what they had forgets them, and a hold that lives again claims anew.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from outfitter.kit.errors import DomainError
from outfitter.plugins import outbox
from outfitter_tenants.audit.operations import record
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.scheduling.models import BookingGuide, BookingResource, Hold
from outfitter_tenants.scheduling.operations.booking_rules import MESSAGES, Buyer, Party, ask_of
from outfitter_tenants.scheduling.queries import resource_claims as fleets
from outfitter_tenants.scheduling.queries import timeslots
from outfitter_tenants.scheduling.queries.resource_capacity import pax_room
from outfitter_tenants.scheduling.rules.availability import Audience
from outfitter_tenants.scheduling.rules.resource_assignment import Move, Placement, assign
from outfitter_tenants.scheduling.rules.resource_capacity import Claim, Fleet, Need, free
from outfitter_tenants.scheduling.rules.resource_needs import Usage, needs_of


class ResourceUnavailable(DomainError):
    """The boats, vans or people that this party needs are taken."""

    code = "resource_unavailable"
    status = 409


@dataclass(frozen=True, slots=True)
class ClaimPlan:
    """A party's needs on the fleet as it is, and where they go; `kept` stays as it was."""

    party: Party
    usages: Sequence[Usage]
    kinds: Sequence[catalog.CustomerTypeRow]
    fleet: Fleet
    kept: tuple[Placement, ...]
    placements: tuple[Placement, ...]
    moves: tuple[Move, ...]
    lacking: tuple[Need, ...]

    def refusal(self) -> ResourceUnavailable:
        """Return the refusal with the pax of the asked types that would still fit."""
        asked = {kind.id: kind.pax_of(1) for kind in self.kinds if kind.id in self.party.ask.quantities}
        return ResourceUnavailable(
            MESSAGES["resource_unavailable"],
            max_fit=pax_room(self.fleet, self.usages, self.party.slot, asked),
            asked=self.party.pax_cnt,
            resource_group_ids=sorted({need.group_id for need in self.lacking}),
        )


def claim(
    *,
    party: Party,
    hold_id: int,
    at: datetime,
    addons: Mapping[int, int] | None = None,
    may_lack: bool = False,
) -> tuple[int, ...]:
    """
    Set aside the resources that a party needs for an active hold, in the caller's transaction.

    Called again for the same hold it keeps what still fits the party and changes the rest; a party
    that needs nothing gives back what the hold had. `may_lack`: staff may sell without them, but
    never beyond what a law or licence allows. Returns the usages that found no room.

    :raises ResourceUnavailable: they are taken; `detail.max_fit` is how many pax would fit
    """
    usages = _usages(party)
    if not usages:
        release(hold_id=hold_id)
        return ()
    fleets.lock_groups(group_ids={usage.resource_group_id for usage in usages})
    loaded = _load(party, usages, hold_id, at)
    plan = _plan(party, usages, loaded, _owner(hold_id), addons)
    legal = {usage.resource_group_id for usage in usages if usage.is_legal_limit}
    if plan.lacking and not (may_lack and not legal & {n.group_id for n in plan.lacking}):
        raise plan.refusal()
    _write(plan, loaded, hold_id)
    return tuple(need.usage_id for need in plan.lacking)


def check(
    *, parties: Sequence[Party], at: datetime, hold_ids: Collection[int] = ()
) -> list[ResourceUnavailable | None]:
    """
    Return for each party why its resources are not to be had, None when they are.

    The parties are taken together, one after another: who is named first is served first. Nothing
    is locked or written, and the claims of these holds count as free.
    """
    given: list[Claim] = []
    answers: list[ResourceUnavailable | None] = []
    for number, party in enumerate(parties):
        usages = _usages(party) if party.slot.needs_resources else []
        if not usages:
            answers.append(None)
            continue
        loaded = _load(party, usages, None, at, without_holds=hold_ids)
        loaded = fleets.ClaimedFleet(loaded.fleet.with_claims(given), (), ())
        plan = _plan(party, usages, loaded, f"asked {number}", None)
        answers.append(plan.refusal() if plan.lacking else None)
        if not plan.lacking:
            given += _claims(plan.placements)
    return answers


def release(*, hold_id: int) -> int:
    """Give back what a hold had set aside; returns how many rows that were."""
    return BookingResource.objects.filter(hold_id=hold_id).delete()[0]


def release_lapsed(*, hold_ids: Iterable[int]) -> int:
    """Forget the claims of holds that ended; they counted for nobody any more."""
    return BookingResource.objects.filter(hold_id__in=list(hold_ids)).delete()[0]


def release_order(*, trip_order_id: int, timeslot_id: int) -> int:
    """
    Give back the resources and the guides that a sold order has on one timeslot.

    What its holds have set aside stays: a rebooked order has the old and the new until it moves.
    Returns the resources' rows.
    """
    mine = {"trip_order_id": trip_order_id, "timeslot_id": timeslot_id}
    BookingGuide.objects.filter(**mine).delete()
    return BookingResource.objects.filter(**mine, hold__isnull=True).delete()[0]


def release_departures(*, timeslot_ids: Iterable[int]) -> int:
    """Give back what was assigned to whole departures that do not take place."""
    rows = BookingResource.objects.filter(
        timeslot_id__in=list(timeslot_ids), trip_order_id__isnull=True, hold__isnull=True
    )
    return rows.delete()[0]


def convert(*, hold_id: int, trip_order_id: int | None, at: datetime) -> int:
    """
    Make what a hold has set aside the order's own; returns how many rows that are.

    A hold that had lapsed may have lost its resources to somebody else: then they are claimed
    again. What staff sold without its resources is sold now, and those who run them are told.
    Call it while the hold is still active, its timeslot locked.

    :raises ResourceUnavailable: it had lapsed and somebody else has them by now
    """
    hold = Hold.objects.get(pk=hold_id)
    party = _party_of(hold, at)
    usages = _usages(party)
    if usages:
        fleets.lock_groups(group_ids={usage.resource_group_id for usage in usages})
    mine = BookingResource.objects.filter(hold_id=hold_id)
    is_live = hold.status == "active" and hold.expires_at > at
    has = set(mine.values_list("resource_usage_id", flat=True))
    if usages and (not is_live or _needed(party, usages) - has):
        lacking = claim(party=party, hold_id=hold_id, at=at, may_lack=is_live)
        if lacking:
            _alert(party, [usage for usage in usages if usage.id in lacking], at)
    return mine.update(hold=None, trip_order_id=trip_order_id or hold.trip_order_id)


def _needed(party: Party, usages: Sequence[Usage]) -> set[int | None]:
    kinds = catalog.experience_customer_types(experience_id=party.slot.experience_id)
    needs = needs_of(usages, departure=party.slot, kinds=kinds, quantities=party.ask.quantities, owner="")
    return {need.usage_id for need in needs}


def _alert(party: Party, lacking: Sequence[Usage], at: datetime) -> None:
    """Tell those who run resources that a party was sold without what it needs."""
    slot = party.slot
    groups = {usage.resource_group_id: usage.resource_group_name for usage in lacking}
    record(
        entity_type="timeslot",
        entity_id=slot.id,
        action="timeslot.resources_lacking",
        at=at,
        after={"resource_group_ids": sorted(groups), "pax_cnt": party.pax_cnt},
    )
    outbox.publish(
        "resource.lacking",
        at=at,
        timeslot_id=slot.id,
        experience_id=slot.experience_id,
        experience_name=slot.experience_name,
        start_at=slot.start_at.isoformat(),
        date=slot.date.isoformat(),
        pax_cnt=party.pax_cnt,
        resource_group_ids=sorted(groups),
        resource_group_names=[groups[key] for key in sorted(groups)],
    )


def forget(lapsed_ids: Sequence[int]) -> None:
    """Delete rows of lapsed holds that somebody else's claim takes the place of."""
    if lapsed_ids:
        BookingResource.objects.filter(pk__in=lapsed_ids, hold__isnull=False).delete()


def _usages(party: Party) -> list[Usage]:
    rows = fleets.usages_of(experience_ids=[party.slot.experience_id])
    return [usage for usage in rows.get(party.slot.experience_id, []) if usage.is_claimed]


def _load(
    party: Party,
    usages: Sequence[Usage],
    hold_id: int | None,
    at: datetime,
    *,
    without_holds: Collection[int] = (),
) -> fleets.ClaimedFleet:
    spans = [usage.window(party.slot) for usage in usages]
    if any(usage.strategy == "balance" for usage in usages):
        spans.append(fleets.day_of(party.slot))
    return fleets.load_fleet(
        group_ids={usage.resource_group_id for usage in usages},
        span=fleets.spanned(spans),
        at=at,
        hold_id=hold_id,
        without_holds=without_holds,
    )


def _plan(
    party: Party,
    usages: Sequence[Usage],
    loaded: fleets.ClaimedFleet,
    owner: str,
    addons: Mapping[int, int] | None,
) -> ClaimPlan:
    kinds = catalog.experience_customer_types(experience_id=party.slot.experience_id)
    needs = needs_of(
        usages, departure=party.slot, kinds=kinds, quantities=party.ask.quantities, owner=owner, addons=addons
    )
    fleet, kept, open_ = loaded.fleet, [], []
    for need in needs:
        same = _as_before(fleet, need, loaded.own)
        if same is None:
            open_.append(need)
            continue
        kept += same
        fleet = fleet.with_claims(_claims(same))
    made = assign(fleet, open_)
    return ClaimPlan(
        party, usages, kinds, loaded.fleet, tuple(kept), made.placements, made.moves, made.lacking
    )


def _as_before(fleet: Fleet, need: Need, own: Sequence[Claim]) -> list[Placement] | None:
    """Return where a need is served already, None when it changed or no longer fits there."""
    rows = [
        row
        for row in own
        if row.usage_id == need.usage_id
        and row.timeslot_id == need.timeslot_id
        and (row.start_at, row.end_at) == (need.start_at, need.end_at)
    ]
    if not rows or sum(row.units for row in rows) != need.units:
        return None
    for row in rows:
        supply = fleet.supplies.get(row.resource_id)
        if supply is None or free(fleet, supply, need) < row.units:
            return None
    return [Placement(need, row.resource_id, row.units) for row in rows]


def _claims(placements: Iterable[Placement]) -> list[Claim]:
    return [item.need.claim(resource_id=item.resource_id, units=item.units) for item in placements]


def _write(plan: ClaimPlan, loaded: fleets.ClaimedFleet, hold_id: int) -> None:
    forget(loaded.lapsed_ids)
    kept = {(item.need.usage_id, item.resource_id) for item in plan.kept}
    slot_id = plan.party.slot.id
    gone = [
        row.id
        for row in loaded.own
        if row.timeslot_id != slot_id or (row.usage_id, row.resource_id) not in kept
    ]
    if gone:
        BookingResource.objects.filter(pk__in=gone).delete()
    for move in plan.moves:
        BookingResource.objects.filter(pk=move.claim.id).update(resource_id=move.resource_id)
    BookingResource.objects.bulk_create(
        BookingResource(
            timeslot_id=item.need.timeslot_id,
            hold_id=hold_id,
            resource_id=item.resource_id,
            resource_usage_id=item.need.usage_id,
            sharing_scope=item.need.scope,
            start_at=item.need.start_at,
            end_at=item.need.end_at,
            units=item.units,
        )
        for item in plan.placements
    )


def _owner(hold_id: int) -> str:
    order_id, slot_id = Hold.objects.values_list("trip_order_id", "timeslot_id").get(pk=hold_id)
    return fleets.owner_of(order_id, hold_id, slot_id)


def _party_of(hold: Hold, at: datetime) -> Party:
    slot = timeslots.get_timeslot(timeslot_id=hold.timeslot_id, at=at)
    kinds = catalog.experience_customer_types(experience_id=slot.experience_id)
    quantities = {int(kind): int(qty) for kind, qty in hold.qty_by_type.items()}
    buyer = Buyer(cast("Audience", hold.audience), hold.method)
    return Party(slot, ask_of(kinds, quantities, buyer))
