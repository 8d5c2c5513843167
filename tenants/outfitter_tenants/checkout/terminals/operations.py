"""Card readers at the counter (domain.md 4.9): which there are, and what one is asked to do."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final, TypeVar

from outfitter.db.tenant_schema import current_schema
from outfitter.kit.errors import DomainError, Invalid, NotFound
from outfitter.plugins import scheduled_jobs
from outfitter.plugins.payments.balance_types import GatewayReader
from outfitter.plugins.payments.providers import NoPaymentProvider, payment_provider
from outfitter.plugins.payments.types import GatewayUnavailable, PaymentFailed
from outfitter_tenants.checkout.gateway import intent_calls
from outfitter_tenants.checkout.gateway.errors import NOT_CHARGED, GatewayError, Unsupported, refusal
from outfitter_tenants.checkout.gateway.intent_calls import Gateway
from outfitter_tenants.checkout.intents import intent_reconciliation
from outfitter_tenants.checkout.trip_changes.change import ChangeResult
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.people import queries as people
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from outfitter_tenants.ledger.models import Intent

T = TypeVar("T")


class ReaderNotFound(NotFound):
    """No such reader stands at this operator."""


class NotOpen(DomainError):
    """The payment has come to an end."""

    code = "already_done"
    status = 409


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader, and what it does: `status` is offline, busy or online."""

    id: str
    name: str
    status: str
    location: str | None
    intent_id: int | None = None


def list_readers() -> list[Reader]:
    """
    Return the operator's readers; none where there is no gateway that has any.

    :raises GatewayError: the gateway did not answer
    """
    try:
        gateway = _terminal()
    except (NoPaymentProvider, Unsupported):
        return []
    places = {
        one.gateway_id: one.name for one in _asked(lambda: list(gateway.provider.list_locations(gateway.ctx)))
    }
    return [_reader(gateway.provider.slug, row, places) for row in _readers(gateway)]


def _reader(slug: str, row: GatewayReader, places: dict[str, str]) -> Reader:
    is_busy = row.action is not None and row.action.status == "in_progress"
    status = "offline" if not row.is_online else "busy" if is_busy else "online"
    intent = None
    if row.action is not None and row.action.intent_id is not None:
        intent = money.find_by_gateway(gateway=slug, gateway_id=row.action.intent_id)
    return Reader(
        row.gateway_id, row.label, status, places.get(row.location_id or ""), intent.pk if intent else None
    )


def _terminal() -> Gateway:
    gateway = intent_calls.get_gateway()
    if "terminal" not in gateway.provider.capabilities:
        raise Unsupported("The payment service of this operator has no card readers.")
    return gateway


def _readers(gateway: Gateway) -> list[GatewayReader]:
    return _asked(lambda: list(gateway.provider.list_readers(gateway.ctx)))


def _asked(call: Callable[[], T]) -> T:
    try:
        return call()
    except GatewayUnavailable as problem:
        raise GatewayError(NOT_CHARGED) from problem
    except PaymentFailed as problem:
        raise refusal(problem) from problem


def require_reader(*, reader_id: str | None) -> None:
    """
    Refuse a reader that is not this operator's, before anything is asked for.

    :raises ReaderNotFound: it is another's, or none
    :raises Invalid: none was named
    """
    if reader_id is None:
        raise Invalid({"reader_id": ["Please choose a card reader."]})
    if reader_id not in {row.gateway_id for row in _readers(_terminal())}:
        raise ReaderNotFound("Card reader not found.")


def process(*, trip_id: int, intent_id: int, at: datetime) -> None:
    """
    Ask for the card at the reader of an intent; the guest may choose a tip there.

    :raises ReaderBusy: it does something else; also ReaderOffline, GatewayError
    """
    intent = money.get_intent(intent_id=intent_id, trip_id=trip_id)
    if intent.status not in money.OPEN or intent.reader is None or intent.gateway_id is None:
        raise NotOpen("This payment has ended.", status=intent.status)
    gateway = _terminal()
    _asked(
        lambda: gateway.provider.process_on_reader(
            gateway.ctx,
            reader_id=str(intent.reader),
            gateway_id=str(intent.gateway_id),
            key=f"{intent.uuid}-reader-{at.timestamp():.3f}",
            currency=intent.currency,
            tip_on=_tip_base(intent),
        )
    )


def _tip_base(intent: "Intent") -> int | None:
    """Return what tips are suggested on; none where one was given already, or none are taken."""
    if intent.tip_amount or intent.capture == "manual":
        return None
    if not people.get_payment_settings().takes_tips:
        return None
    return trips.get_trip(trip_id=intent.trip_id or 0).subtotal_amount or intent.amount


def cancel(*, trip_id: int, intent_id: int, at: datetime) -> ChangeResult:
    """
    Stop asking for a card: the reader is free again and nobody can pay this intent any more.

    One that was paid in this very moment is paid.

    :raises IntentNotFound: it is of another trip, or none
    """
    intent = money.get_intent(intent_id=intent_id, trip_id=trip_id)
    if intent.status not in money.OPEN:
        return ChangeResult(trip_id)
    if intent.reader is not None:
        gateway = _terminal()
        try:
            gateway.provider.cancel_reader_action(
                gateway.ctx, reader_id=intent.reader, key=f"{intent.uuid}-stop-{at.timestamp():.3f}"
            )
        except PaymentFailed:
            # It had stopped by itself: what counts is that the intent is closed.
            pass
        except GatewayUnavailable as problem:
            raise GatewayError(NOT_CHARGED) from problem
    try:
        intent_reconciliation.give_up(intent=intent, at=at)
    except GatewayUnavailable as problem:
        raise GatewayError(NOT_CHARGED) from problem
    return ChangeResult(trip_id)


def connection_token(*, location_id: str | None) -> str:
    """
    Return a secret with which a till talks to the readers of this operator, once.

    :raises Invalid: the location is none of this operator's
    :raises GatewayError: the gateway did not answer
    """
    gateway = _terminal()
    places = _asked(lambda: list(gateway.provider.list_locations(gateway.ctx)))
    if location_id is not None and location_id not in {one.gateway_id for one in places}:
        raise Invalid({"location_id": ["Location not found."]})
    token = _asked(lambda: gateway.provider.connection_token(gateway.ctx, location_id=location_id))
    return str(token.secret)


log = logging.getLogger(__name__)
KIND: Final = "payments.reader_tips"
# As many as a reader shows.
SHOWN: Final = 3
_PPM_OF_PERCENT: Final = 10_000


def later(*, at: datetime) -> None:
    """Have the readers told in a moment, in the caller's transaction."""
    scheduled_jobs.schedule(KIND, key=KIND, due_at=at)


def percents_of(suggested_ppm: Sequence[int]) -> list[int]:
    """Return what a reader offers: whole percentages between 1 and 100, each once."""
    whole = [(ppm + _PPM_OF_PERCENT // 2) // _PPM_OF_PERCENT for ppm in suggested_ppm]
    return list(dict.fromkeys(percent for percent in whole if 1 <= percent <= 100))[:SHOWN]


def offer(_payload: dict[str, object], at: datetime) -> None:
    """
    Tell the readers of every place which tips they suggest; none where tips are off.

    The due job's handler, and a step of every day: a place may be new, or made at the gateway.

    :raises GatewayUnavailable: no answer; the due work comes again
    """
    try:
        ctx, provider = payment_provider(schema_name=current_schema())
    except NoPaymentProvider:
        return
    if "terminal" not in provider.capabilities:
        return
    rules, currency = people.get_payment_settings(), people.get_properties().currency
    percents = percents_of(rules.tip_suggested_ppm) if rules.takes_tips else []
    try:
        for place in provider.list_locations(ctx):
            provider.set_tip_suggestions(
                ctx,
                location_id=place.gateway_id,
                currency=currency,
                percents=percents,
                key=f"reader-tips:{place.gateway_id}:{at:%Y%m%d%H%M}",
            )
    except PaymentFailed as problem:
        # Cards are taken all the same, only without a suggestion.
        log.warning("no tips on readers: %s", problem.code)
