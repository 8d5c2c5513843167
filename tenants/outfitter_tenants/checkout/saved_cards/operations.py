"""Cards that the gateway keeps for customers and partners, to be charged without them."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

from outfitter.kit.clock import utc_now
from outfitter.kit.errors import DomainError
from outfitter.plugins import scheduled_jobs
from outfitter.plugins.payments.types import (
    GatewayCard,
    GatewayIntent,
    GatewaySetup,
    GatewayUnavailable,
    PaymentFailed,
)
from outfitter_tenants.checkout.gateway import intent_calls
from outfitter_tenants.checkout.gateway.errors import NOT_CHARGED, GatewayError, refusal
from outfitter_tenants.checkout.gateway.intent_calls import Gateway
from outfitter_tenants.checkout.sales import conversion
from outfitter_tenants.customers import queries as customers
from outfitter_tenants.customers.operations import cards as customer_cards
from outfitter_tenants.customers.operations.cards import KeptCard
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger import queries as money
from outfitter_tenants.resellers import cards as partner_cards
from outfitter_tenants.resellers import queries as resellers

if TYPE_CHECKING:
    from outfitter_tenants.ledger.models import Intent
    from outfitter_tenants.trips.models import Trip

Kind = Literal["customer", "reseller"]
Answer = TypeVar("Answer")
DETACH: Final = "cards.detach"


class CardNotKept(DomainError):
    """The card was not kept, or is somebody else's."""

    code = "card_not_kept"
    status = 409


@dataclass(frozen=True, slots=True)
class CardSetup:
    """What a browser needs to keep a card."""

    client_secret: str
    gateway_id: str
    publishable_key: str
    script_url: str
    gateway: str
    gateway_account: str | None


def customer_of(*, trip: "Trip", at: datetime) -> int | None:
    """Return whose card would be kept; the trip's contact becomes a customer for it."""
    if trip.customer_id is None:
        trip.customer_id = conversion.customer_of(trip, at)
        if trip.customer_id is not None:
            trip.save(update_fields=["customer"])
    return trip.customer_id


def ensure_customer(*, gateway: Gateway, owner_kind: Kind, owner_id: int) -> str:
    """
    Return under which id the gateway keeps somebody's cards; asked for once, outside transactions.

    :raises PaymentFailed: refused
    :raises GatewayUnavailable: no answer; this may be repeated
    """
    slug = gateway.provider.slug
    known = money.find_gateway_customer(gateway=slug, owner_kind=owner_kind, owner_id=owner_id)
    if known is not None:
        return known
    name, email = _name(owner_kind, owner_id)
    found = gateway.provider.ensure_customer(
        gateway.ctx,
        reference=f"{owner_kind}:{owner_id}",
        name=name,
        email=email,
        key=f"{owner_kind}-{owner_id}",
    )
    return ledger.know_customer(
        gateway=slug, owner_kind=owner_kind, owner_id=owner_id, gateway_customer_id=found, at=utc_now()
    )


def for_customer(
    *, gateway: Gateway, owner_kind: Kind, owner_id: int, call: Callable[[str], Answer]
) -> Answer:
    """
    Return what a call about somebody's customer at the gateway answers.

    Who was known at an account that the operator collects with no longer is made known anew.

    :raises PaymentFailed: refused
    :raises GatewayUnavailable: no answer; this may be repeated
    """
    known = ensure_customer(gateway=gateway, owner_kind=owner_kind, owner_id=owner_id)
    try:
        return call(known)
    except PaymentFailed as problem:
        if problem.code != "not_found":
            raise
    ledger.forget_customer(gateway=gateway.provider.slug, owner_kind=owner_kind, owner_id=owner_id)
    return call(ensure_customer(gateway=gateway, owner_kind=owner_kind, owner_id=owner_id))


def _name(owner_kind: Kind, owner_id: int) -> tuple[str, str | None]:
    if owner_kind == "reseller":
        row = resellers.get_reseller(reseller_id=owner_id)
        emails = [one.get("email") for one in row.contacts if one.get("email")]
        return row.name, emails[0] if emails else None
    found = customers.summary_of(customers.get_customer(customer_id=owner_id))
    return found.name, found.email


def begin_setup(*, owner_kind: Kind, owner_id: int) -> CardSetup:
    """
    Begin to keep a card; its number goes from the browser to the gateway and never to us.

    :raises NoPaymentProvider: cards are not set up here
    :raises GatewayError: the gateway did not answer
    :raises GatewayRefused: it keeps no cards for this operator
    """
    gateway = intent_calls.get_gateway()
    try:
        # Nothing is charged, so every attempt is one of its own.
        setup = for_customer(
            gateway=gateway,
            owner_kind=owner_kind,
            owner_id=owner_id,
            call=lambda customer_id: gateway.provider.create_setup_intent(
                gateway.ctx,
                customer_id=customer_id,
                key=f"setup-{owner_kind}-{owner_id}-{utc_now().timestamp():.6f}",
                metadata={"owner": f"{owner_kind}:{owner_id}"},
            ),
        )
        client = gateway.provider.checkout_client(gateway.ctx)
    except GatewayUnavailable as problem:
        raise GatewayError(NOT_CHARGED) from problem
    except PaymentFailed as problem:
        raise refusal(problem) from problem
    return CardSetup(
        setup.client_secret or "",
        setup.gateway_id,
        client.publishable_key,
        client.script_url,
        gateway.provider.slug,
        client.account,
    )


def add_card(
    *,
    owner_kind: Kind,
    owner_id: int,
    method_id: str,
    nickname: str = "",
    is_default: bool = False,
    at: datetime,
) -> int:
    """
    Note a card that a browser had the gateway keep; returns our id of it.

    The gateway is asked whose it is: a browser's word would let one customer pay with another's.

    :raises CardNotKept: the gateway keeps it for somebody else, or not at all
    """
    gateway = intent_calls.get_gateway()
    try:
        customer_id = ensure_customer(gateway=gateway, owner_kind=owner_kind, owner_id=owner_id)
        card = gateway.provider.get_card(gateway.ctx, card_id=method_id)
    except GatewayUnavailable as problem:
        raise GatewayError(NOT_CHARGED) from problem
    except PaymentFailed as problem:
        if problem.code == "not_found":
            raise CardNotKept("The payment service doesn't have this card.") from problem
        raise refusal(problem) from problem
    if card.customer_id != customer_id:
        raise CardNotKept("This card isn't saved for this customer.")
    return _note(gateway.provider.slug, owner_kind, owner_id, card, nickname, is_default, at)


def _note(
    gateway: str,
    owner_kind: Kind,
    owner_id: int,
    card: GatewayCard,
    nickname: str,
    is_default: bool,
    at: datetime,
) -> int:
    kept = KeptCard(
        gateway,
        card.customer_id or "",
        card.gateway_id,
        card.brand or "card",
        card.last4 or "",
        card.exp or "",
    )
    if owner_kind == "customer":
        row = customer_cards.add_card(customer_id=owner_id, card=kept, at=at)
        if is_default:
            customer_cards.make_default(customer_id=owner_id, card_id=row.pk, at=at)
        return row.pk
    return partner_cards.add_card(
        reseller_id=owner_id,
        method_id=card.gateway_id,
        values=kept.values,
        nickname=nickname,
        is_default=is_default,
        at=at,
    ).pk


def save_used_card(*, intent: "Intent", answer: GatewayIntent, at: datetime) -> None:
    """Note the card of a payment whose payer wanted it kept, in the caller's transaction."""
    owner = intent.customer_id
    if not (intent.is_save_card and owner and answer.card_id and answer.customer_id):
        return
    kept = KeptCard(
        intent.gateway,
        answer.customer_id,
        answer.card_id,
        answer.card_brand or "card",
        answer.card_last4 or "",
        answer.card_exp or "",
    )
    customer_cards.add_card(customer_id=owner, card=kept, at=at)


def setup_changed(*, gateway: str, setup: GatewaySetup, at: datetime) -> None:
    """Note a card whose keeping was finished, though the browser never came back."""
    if setup.status != "succeeded" or setup.card is None or setup.customer_id is None:
        return
    owner = money.find_owner(gateway=gateway, gateway_customer_id=setup.customer_id)
    if owner is None or _is_known(owner[0], setup.card.gateway_id):
        return
    _note(gateway, _kind(owner[0]), owner[1], setup.card, "", False, at)


def card_changed(*, gateway: str, card: GatewayCard, at: datetime) -> None:
    """Follow a saved card that was renewed, or that the gateway keeps no longer."""
    for kind in ("customer", "reseller"):
        row = _find(kind, card.gateway_id)
        if row is None or row.removed_at is not None:
            continue
        owner_id = row.customer_id if kind == "customer" else row.reseller_id
        if card.customer_id is None:
            remove_card(owner_kind=_kind(kind), owner_id=owner_id, card_id=row.pk, at=at)
        else:
            _note(gateway, _kind(kind), owner_id, card, getattr(row, "nickname", ""), row.is_default, at)


def remove_card(*, owner_kind: Kind, owner_id: int, card_id: int, at: datetime) -> None:
    """Stop offering a saved card."""
    if owner_kind == "customer":
        customer_cards.remove_card(customer_id=owner_id, card_id=card_id, at=at)
    else:
        partner_cards.remove_card(reseller_id=owner_id, card_id=card_id, at=at)


def detach_later(*, owner_kind: Kind, card_id: int, due_at: datetime) -> None:
    """Have the gateway forget a removed card, unless it is offered again by then."""
    scheduled_jobs.schedule(
        DETACH,
        key=f"{owner_kind}:{card_id}",
        due_at=due_at,
        payload={"owner_kind": owner_kind, "card_id": card_id},
    )


def detach(payload: dict[str, Any], at: datetime) -> None:
    """Have the gateway forget a card that was removed; the due job's handler."""
    is_customer = payload["owner_kind"] == "customer"
    read = customers.get_card if is_customer else partner_cards.get_card
    row: Any = read(card_id=payload["card_id"])
    if row.removed_at is None:
        return
    gateway = intent_calls.get_gateway()
    try:
        gateway.provider.detach_card(
            gateway.ctx, card_id=row.gateway_method_id, key=f"detach-{row.gateway_method_id}"
        )
    except PaymentFailed as problem:
        if problem.code != "not_found":
            raise


def _kind(slug: str) -> Kind:
    return "reseller" if slug == "reseller" else "customer"


def _find(kind: str, method_id: str) -> Any:
    if kind == "customer":
        return customers.find_card(method_id=method_id)
    return partner_cards.find_card(method_id=method_id)


def _is_known(kind: str, method_id: str) -> bool:
    row = _find(kind, method_id)
    return row is not None and row.removed_at is None


def chargeable_card(*, owner_kind: Kind, owner_id: int, card_id: int) -> Any:
    """
    Return a saved card of somebody that may be charged now.

    :raises CardNotKept: it is somebody else's, or was removed
    """
    read = customers.get_card if owner_kind == "customer" else partner_cards.get_card
    row: Any = read(card_id=card_id)
    mine = row.customer_id if owner_kind == "customer" else row.reseller_id
    if mine != owner_id or row.removed_at is not None:
        raise CardNotKept("This card cannot be charged.")
    return row
