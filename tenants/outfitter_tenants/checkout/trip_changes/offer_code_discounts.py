"""The offer codes of a trip whenever it is priced: which apply, which no longer do."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from outfitter.kit.zones import local_day
from outfitter_tenants.people import queries as people
from outfitter_tenants.pricing import queries as prices
from outfitter_tenants.pricing.operations import redemptions
from outfitter_tenants.pricing.rules.offer_codes import (
    REASONS,
    AppliedOfferCode,
    OfferCodeTerms,
    OfferSale,
    discounts,
    problem,
)
from outfitter_tenants.pricing.rules.price_lines import QuoteLine
from outfitter_tenants.pricing.rules.quote import Quote
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from outfitter_tenants.pricing.models import OfferCode
    from outfitter_tenants.trips.models import Trip, TripOrder


@dataclass(slots=True)
class OfferCodes:
    """
    The codes of a trip as its price takes them.

    `uses` are on the trip and stay, `dropped` go, `added` applies by itself from now on.
    """

    sale: OfferSale
    uses: list[tuple[prices.OfferUse, bool]] = field(default_factory=list)
    dropped: list[prices.OfferUse] = field(default_factory=list)
    added: OfferCodeTerms | None = None
    warnings: list[dict[str, str]] = field(default_factory=list)

    @property
    def applied(self) -> list[AppliedOfferCode]:
        """Return the codes that take something off."""
        found = [AppliedOfferCode(use.offer, is_kept) for use, is_kept in self.uses]
        return [*found, AppliedOfferCode(self.added)] if self.added else found

    def lines(self, so_far: Sequence[QuoteLine]) -> list[QuoteLine]:
        """Return the discounts on these lines: the pipeline's step."""
        return discounts(self.applied, so_far, self.sale) if self.applied else []


def sale_of(trip: "Trip", orders: "Sequence[TripOrder]", at: datetime) -> OfferSale:
    """Return what codes look at; a sold trip counts as booked when it was sold."""
    zone = people.get_properties().time_zone
    is_sold = trip.status != "draft"
    booked_at = trip.converted_at or trip.created_at if is_sold else at
    return OfferSale(
        method=trip.trip_method.slug,
        booked_on=local_day(booked_at, zone),
        reseller_id=trip.reseller_id,
        days={order.pk: order.timeslot.date if order.timeslot else None for order in orders},
        is_sold=is_sold,
    )


def codes_of(
    trip: "Trip", orders: "Sequence[TripOrder]", lines: Sequence[QuoteLine], at: datetime, *, is_staff: bool
) -> OfferCodes:
    """
    Return which codes a trip has now. Nothing is written.

    What no longer fits: staff keep it and hear of it, visitors lose it and hear of it. A cart
    without a code of its own gets the best one that applies by itself.
    """
    found = OfferCodes(sale_of(trip, orders, at))
    every = prices.uses_of_trip(trip_id=trip.pk)
    live = [use for use in every if use.status != "released"]
    is_draft = trip.status == "draft"
    by_itself = [use for use in live if use.is_auto_applied and is_draft]
    for use in live:
        if use not in by_itself:
            _check_code(found, use, lines, is_staff=is_staff)
    if is_draft:
        _apply_best(found, trip, lines, by_itself, {use.offer.id for use in every}, at)
    return found


def _check_code(
    found: OfferCodes, use: prices.OfferUse, lines: Sequence[QuoteLine], *, is_staff: bool
) -> None:
    reason = problem(use.offer, lines, found.sale)
    if reason is None:
        found.uses.append((use, False))
    elif reason == "empty" and found.sale.is_sold:
        # Everything is cancelled or given away: the code waits for it to come back.
        found.uses.append((use, use.is_grandfathered))
    elif use.is_grandfathered or is_staff:
        found.uses.append((use, True))
        if not use.is_grandfathered:
            found.warnings.append(_warning("offer_kept", use.offer, reason))
    else:
        found.dropped.append(use)
        found.warnings.append(_warning("offer_dropped", use.offer, reason))


def _warning(code: str, offer: OfferCodeTerms, reason: str) -> dict[str, str]:
    fate = "It stays until you remove it." if code == "offer_kept" else "It was removed."
    return {"code": code, "severity": "warn", "message": f"{offer.code}: {REASONS[reason]} {fate}"}


def _apply_best(
    found: OfferCodes,
    trip: "Trip",
    lines: Sequence[QuoteLine],
    now: Sequence[prices.OfferUse],
    known: set[int],
    at: datetime,
) -> None:
    mine = {use.offer.id: use for use in now}
    offers = () if found.uses else prices.auto_offers()
    best = None
    # The one that takes off most, the older of two alike.
    for off, offer in sorted(_savings(offers, lines, found.sale), key=lambda one: -one[0]):
        # A code that was declined on this cart stays declined.
        is_declined = offer.id in known and offer.id not in mine
        if off > 0 and not is_declined and (offer.id in mine or _is_free(offer, trip, at)):
            best = offer
            break
    if best and best.id in mine:
        found.uses.append((mine[best.id], False))
    else:
        found.added = best
    found.dropped += [use for use in now if best is None or use.offer.id != best.id]


def _savings(
    offers: Sequence[OfferCodeTerms], lines: Sequence[QuoteLine], sale: OfferSale
) -> list[tuple[int, OfferCodeTerms]]:
    fitting = [offer for offer in offers if problem(offer, lines, sale) is None]
    return [(saving_of(offer, lines, sale), offer) for offer in fitting]


def _is_free(offer: OfferCodeTerms, trip: "Trip", at: datetime) -> bool:
    # By now departures are locked, and codes come before them: so never wait for a code here.
    row = prices.lock_if_free(offer_code_id=offer.id)
    return row is not None and limit_problem(row, trip, at) is None


def saving_of(offer: OfferCodeTerms, lines: Sequence[QuoteLine], sale: OfferSale) -> int:
    """Return what one code alone takes off, in minor units."""
    return -sum(line.amount for line in discounts([AppliedOfferCode(offer)], lines, sale))


def limit_problem(row: "OfferCode", trip: "Trip", at: datetime) -> str | None:
    """
    Return why a locked code is used up for this trip, or None.

    Sold trips count, and carts as long as they hold seats.
    """
    if row.usage_limit is None and row.usage_limit_per_customer is None:
        return None
    pending = prices.pending_trips(offer_code_id=row.pk, but=trip.pk)
    holding = scheduling.trips_holding(trip_ids=pending, at=at) if pending else set()
    counted = prices.counted_trips(offer_code_id=row.pk, but=trip.pk)
    if row.usage_limit is not None and len(counted) + len(holding) >= row.usage_limit:
        return "used_up"
    most = row.usage_limit_per_customer
    if most is not None:
        theirs = trips.count_of_same_person(trip=trip, trip_ids=[*counted, *holding])
        if theirs >= most:
            return "customer_limit"
    return None


def store(trip: "Trip", codes: OfferCodes, quote: Quote, at: datetime) -> None:
    """Write what has changed about the codes of a trip, after it was priced."""
    taken: dict[int | None, int] = {}
    for line in quote.lines:
        if line.kind == "discount":
            taken[line.ref_id] = taken.get(line.ref_id, 0) - line.amount
    for use in codes.dropped:
        redemptions.take_off(use_id=use.id)
    if codes.added is not None:
        redemptions.put_on(
            offer_code_id=codes.added.id,
            trip_id=trip.pk,
            amount=taken.get(codes.added.id, 0),
            is_counted=False,
            is_auto_applied=True,
            at=at,
        )
    redemptions.keep_amounts(amounts=_changed(codes.uses, taken))
    if codes.sale.is_sold and any(use.status == "pending" for use, _ in codes.uses):
        redemptions.count_sold(trip_id=trip.pk, at=at)


def _changed(
    uses: Sequence[tuple[prices.OfferUse, bool]], taken: Mapping[int | None, int]
) -> dict[int, tuple[int, bool]]:
    found = {}
    for use, is_kept in uses:
        now = (taken.get(use.offer.id, 0), is_kept)
        if now != (use.amount, use.is_grandfathered):
            found[use.id] = now
    return found
