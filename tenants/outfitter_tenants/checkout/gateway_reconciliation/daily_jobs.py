"""An operator's books once a day, stage by stage; each says where the next one goes on."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final

from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import current_schema
from outfitter.plugins import outbox, scheduled_jobs
from outfitter.plugins.payments.providers import NoPaymentProvider, payment_provider
from outfitter.plugins.payments.types import PaymentFailed
from outfitter_tenants.checkout.gateway_reconciliation import comparison, payout_import
from outfitter_tenants.checkout.gateway_reconciliation.payout_import import BooksSource
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.operations import reservations

ATTENTION: Final = "books_differ"
DIFFER: Final = "books.differ"
# (source, where it stopped) -> where it stopped now, None at its end.
Stage = Callable[[BooksSource, int], int | None]


def _once(work: Callable[[BooksSource], object]) -> Stage:
    def stage(source: BooksSource, _after: int) -> None:
        work(source)

    return stage


def _again(work: Callable[[BooksSource], bool]) -> Stage:
    def stage(source: BooksSource, after: int) -> int | None:
        return after + 1 if work(source) else None

    return stage


def _tell(source: BooksSource) -> None:
    """Keep what differs, tell what is new of it, and close what does not differ any more."""
    found = comparison.find_differences(source)
    with atomic():
        new = [
            row
            for one in found
            if (row := ledger.note_difference(gateway=source.gateway, found=one, at=source.at))
        ]
        ledger.settle_differences(
            gateway=source.gateway,
            kinds=comparison.COMPARED_KINDS,
            still={(one.kind, one.gateway_id) for one in found},
            at=source.at,
        )
        if new:
            outbox.publish(DIFFER, at=source.at, difference_cnt=len(new))
    _mark({row.trip_id for row in money.open_differences() if row.trip_id is not None}, source.at)


def _mark(trip_ids: set[int], at: datetime) -> None:
    """Have the trips looked at whose money differs, and no others for that reason."""
    marked = set(trips.ids_with_attention(attention=ATTENTION))
    for trip_id in sorted(trip_ids ^ marked):
        with atomic():
            trip = trips.lock_trip(trip_id=trip_id)
            if trip_id in trip_ids and trip.attention is None:
                reservations.mark_attention(trip=trip, attention=ATTENTION, at=at)
            elif trip_id not in trip_ids and trip.attention == ATTENTION:
                reservations.mark_attention(trip=trip, attention=None, at=at)


STAGES: Final[dict[str, Stage]] = {
    "events": _again(payout_import.catch_up),
    "intents": comparison.end_intents,
    "promises": comparison.ask_again,
    "holds": comparison.want_again,
    "refunds": comparison.end_refunds,
    "payouts": _once(payout_import.pull_payouts),
    "transfers": _once(payout_import.pull_transfers),
    "transactions": _again(payout_import.pull_window),
    "payout_lines": _again(payout_import.read_payouts),
    "repair": comparison.repair_lines,
    "disputes": _once(payout_import.pull_disputes),
    "compare": _once(_tell),
}
_ORDER: Final = tuple(STAGES)


def go_on(state: Mapping[str, Any], at: datetime) -> dict[str, object] | None:
    """
    Do the next piece of a day's books; returns where to go on, None when they are done.

    :raises GatewayUnavailable: no answer; repeat with the same state
    """
    try:
        ctx, provider = payment_provider(schema_name=current_schema())
    except NoPaymentProvider:
        return None
    if "books" not in provider.capabilities:
        return None
    source, name = BooksSource(ctx, provider, at), str(state.get("stage") or _ORDER[0])
    after = _do(source, name, int(state.get("after") or 0))
    if after is not None:
        return {"stage": name, "after": after}
    following = _ORDER.index(name) + 1
    if following < len(_ORDER):
        return {"stage": _ORDER[following]}
    if money.has_gateway_activity(gateway=source.gateway, since=at - payout_import.ACTIVE):
        scheduled_jobs.schedule(
            payout_import.EVENTS, key=payout_import.EVENTS, due_at=at + payout_import.EVERY
        )
    return None


def _do(source: BooksSource, name: str, after: int) -> int | None:
    try:
        return STAGES[name](source, after)
    except PaymentFailed as problem:
        # Who shares the platform's balance has no payouts of its own: that stage has nothing.
        if problem.code != "unsupported":
            raise
        return None


def keep_books(*, at: datetime) -> None:
    """Go through an operator's books from the first stage to the last, at once."""
    state: dict[str, Any] | None = {}
    while state is not None:
        state = go_on(state, at)
