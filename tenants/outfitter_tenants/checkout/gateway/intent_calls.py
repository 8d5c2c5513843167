"""Calls to the operator's gateway for one intent of ours, the same however often they are made."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final, cast

from outfitter.db.tenant_schema import current_schema
from outfitter.plugins.payments.gateway import PaymentProvider
from outfitter.plugins.payments.gateway_capacity import require_place
from outfitter.plugins.payments.providers import payment_provider
from outfitter.plugins.payments.types import Channel, GatewayIntent, PaymentFailed, Terms
from outfitter.plugins.types import TenantContext
from outfitter_tenants.customers import queries as customers
from outfitter_tenants.invoices import queries as invoices
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.resellers import cards as partner_cards
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from outfitter_tenants.customers.models import CustomerCard
    from outfitter_tenants.ledger.models import Intent
    from outfitter_tenants.resellers.models import ResellerCard

# For so long a gateway remembers a key; a little less, to be sure.
REMEMBERED: Final = timedelta(hours=23)
_UNPAID: Final = frozenset({"requires_method", "requires_action"})


@dataclass(frozen=True, slots=True)
class Gateway:
    """The operator's gateway, and whom it works for."""

    ctx: TenantContext
    provider: PaymentProvider


def get_gateway() -> Gateway:
    """
    Return the gateway of the operator we work for.

    :raises NoPaymentProvider: none is switched on
    :raises GatewayBusy: too many wait for it already
    """
    require_place()
    return Gateway(*payment_provider(schema_name=current_schema()))


def key_of(intent: "Intent") -> str:
    """Return the key of an intent's next call: what is asked for is part of what it stands for."""
    return f"{intent.uuid}-{intent.update_cnt}"


def terms_of(intent: "Intent") -> Terms:
    """Return how an intent is collected, from what is stored of it alone."""
    card_id = None
    customer_id = None
    if intent.saved_card_id is not None:
        card = card_of(intent)
        card_id, customer_id = card.gateway_method_id, card.gateway_customer_id
    elif intent.is_save_card and intent.customer_id is not None:
        customer_id = money.find_gateway_customer(
            gateway=intent.gateway, owner_kind="customer", owner_id=intent.customer_id
        )
    return Terms(
        capture="manual" if intent.capture == "manual" else "automatic",
        channel=_channel(intent),
        tip_amount=intent.tip_amount,
        customer_id=customer_id,
        card_id=card_id,
        is_confirmed=card_id is not None,
        is_off_session=intent.is_off_session,
        is_saving_card=intent.is_save_card and customer_id is not None,
        platform_fee_amount=intent.platform_fee_amount,
    )


def _channel(intent: "Intent") -> Channel:
    """Return what a gateway calls the way somebody pays."""
    own: str = intent.channel
    return "card_present" if own == "pos_terminal" else cast(Channel, own)


def card_of(intent: "Intent") -> "CustomerCard | ResellerCard":
    """
    Return the saved card that an intent charges, removed or not.

    :raises CardNotFound: there is none
    """
    if intent.card_owner == "reseller":
        return partner_cards.get_card(card_id=intent.saved_card_id or 0)
    return customers.get_card(card_id=intent.saved_card_id or 0)


def create(gateway: Gateway, intent: "Intent") -> GatewayIntent:
    """
    Ask for an intent; again under the same key it is the same one.

    :raises PaymentFailed: refused
    :raises GatewayUnavailable: no answer; this may be repeated
    """
    try:
        return _create(gateway, intent)
    except PaymentFailed as problem:
        if problem.code != "key_reused":
            raise
        # Something the call carries was renamed since: what it made the first time is there.
        found = _search(gateway, intent)
        if found is None:
            raise
        return found


def _create(gateway: Gateway, intent: "Intent") -> GatewayIntent:
    name, metadata = _subject(intent)
    return gateway.provider.create_intent(
        gateway.ctx,
        amount=intent.amount,
        currency=intent.currency,
        key=key_of(intent),
        description=f"{gateway.ctx.name} {name}",
        metadata={"schema": gateway.ctx.schema, **metadata, "intent": str(intent.pk)},
        terms=terms_of(intent),
    )


def _subject(intent: "Intent") -> tuple[str, dict[str, str]]:
    """Return what an intent pays as its payer knows it, and as the gateway keeps it beside the money."""
    if intent.invoice_id is not None:
        number = str(invoices.get_invoice_head(invoice_id=intent.invoice_id).number)
        return number, {"invoice": number}
    trip = trips.get_trip(trip_id=intent.trip_id or 0)
    return trip.confirmation_code, {"trip": trip.hash}


def bring_up_to_date(gateway: Gateway, intent: "Intent") -> GatewayIntent:
    """
    Make the gateway ask for what we ask for, and return what it says.

    What is paid or given up there already is returned as it stands.

    :raises PaymentFailed: refused
    :raises GatewayUnavailable: no answer; this may be repeated
    """
    if intent.gateway_id is None:
        return create(gateway, intent)
    ctx, provider = gateway.ctx, gateway.provider
    now = _read(gateway, intent, intent.gateway_id)
    if now.is_elsewhere and now.status in _UNPAID:
        return _give_up(gateway, intent, intent.gateway_id)
    terms = terms_of(intent)
    is_same = (now.amount, now.tip_amount) == (intent.amount, intent.tip_amount)
    if now.status not in _UNPAID or (is_same and now.customer_id == terms.customer_id):
        return now
    try:
        return provider.update_intent(
            ctx,
            gateway_id=intent.gateway_id,
            amount=intent.amount,
            currency=intent.currency,
            key=key_of(intent),
            terms=terms,
        )
    except PaymentFailed as problem:
        if problem.code != "unexpected_state":
            raise
        return provider.get_intent(ctx, gateway_id=intent.gateway_id)


def _read(gateway: Gateway, intent: "Intent", gateway_id: str) -> GatewayIntent:
    try:
        return gateway.provider.get_intent(gateway.ctx, gateway_id=gateway_id)
    except PaymentFailed as problem:
        if problem.code != "not_found":
            raise
        # The account it was begun on is not ours to ask any more: nobody pays it here.
        return GatewayIntent(gateway_id, "canceled", intent.amount, intent.currency)


def _give_up(gateway: Gateway, intent: "Intent", gateway_id: str) -> GatewayIntent:
    """
    Close an intent at the account that the operator collected with before.

    The one that takes its place is begun at the account of today, whose key the browser gets.
    """
    try:
        return gateway.provider.cancel_intent(
            gateway.ctx, gateway_id=gateway_id, key=f"{key_of(intent)}-moved"
        )
    except PaymentFailed:
        # It was paid in this very moment: its own word decides.
        return gateway.provider.get_intent(gateway.ctx, gateway_id=gateway_id)


def find_lost(gateway: Gateway, intent: "Intent", at: datetime) -> GatewayIntent | None:
    """
    Return what became of an intent whose answer never reached us, None when it was never made.

    While the gateway remembers the key, asking again is finding it.
    """
    if at - intent.created_at < REMEMBERED:
        return create(gateway, intent)
    return _search(gateway, intent)


def _search(gateway: Gateway, intent: "Intent") -> GatewayIntent | None:
    return gateway.provider.find_intent(
        gateway.ctx,
        intent=str(intent.pk),
        since=intent.created_at - timedelta(hours=1),
        until=intent.created_at + REMEMBERED,
    )
