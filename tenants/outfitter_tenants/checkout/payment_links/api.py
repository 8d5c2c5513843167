"""Calls around payment links: staff make them, whoever holds one pays by it (domain.md 4.9)."""

from typing import TYPE_CHECKING

from django.http import HttpRequest
from ninja import Router

from outfitter.api.principal import allow, anonymous, anonymous_sale
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS, ErrorOut, Id
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid
from outfitter_tenants.catalog.languages import reader_languages
from outfitter_tenants.checkout.gift_cards import redemption
from outfitter_tenants.checkout.intents import operations as intents
from outfitter_tenants.checkout.intents.serializers import intent_out
from outfitter_tenants.checkout.payment_links import balance_links, payment_requests
from outfitter_tenants.checkout.payment_links import operations as payment_links
from outfitter_tenants.checkout.payment_links import schemas as r
from outfitter_tenants.checkout.payment_links import schemas as shape
from outfitter_tenants.checkout.payment_links import serializers as view
from outfitter_tenants.checkout.payments.requested_amount import AmountRequest
from outfitter_tenants.checkout.trip_response.request_context import TripKey, by_of, trip_id_of
from outfitter_tenants.checkout.trip_response.schemas import payments as paid
from outfitter_tenants.giftcards import queries as gift_cards
from outfitter_tenants.ledger import operations as ledger
from outfitter_tenants.ledger import queries as money

if TYPE_CHECKING:
    from outfitter_tenants.ledger.models import PaymentLink

router = Router(tags=["payment links"])
TAKE = allow("payment.take")
_PAY = {200: paid.IntentOut, 402: ErrorOut, 423: ErrorOut, 502: ErrorOut, **ERRORS}
_SHOWN = {200: shape.PayLinkOut, 423: ErrorOut, **ERRORS}


@router.post(
    "/api/trip/{trip}/paymentLink/create",
    auth=TAKE,
    response={200: shape.PaymentLinkMadeOut, 423: ErrorOut, **ERRORS},
    operation_id="payment_link_create",
)
def create(request: HttpRequest, trip: TripKey, body: r.PaymentLinkIn) -> dict[str, object]:
    """Make an address under which somebody pays by themselves, and send it when wanted."""
    if body.send_by == "sms":
        raise Invalid({"send_by": ["Text messages are not set up here. Copy the link instead."]})
    trip_id, at = trip_id_of(request, trip), utc_now()
    payment_requests.require_address(trip_id=trip_id, send_by=body.send_by)
    link = payment_links.create(
        trip_id=trip_id,
        note=body.note,
        is_tip_asked=body.ask_tip,
        days=body.days,
        asked=AmountRequest(body.amount_mode, body.amount, 0, tuple(body.booking_ids)),
        by=by_of(request),
        at=at,
    )
    sent_to = payment_requests.send(link=link, at=at) if body.send_by else None
    return {
        "id": link.pk,
        "url": view.url_of(link),
        "amount": link.sent_amount,
        "expires_at": link.expires_at,
        "sent_to": sent_to,
    }


@router.get(
    "/api/trip/{trip}/paymentLinks/get",
    auth=TAKE,
    response={200: shape.PaymentLinksOut, **ERRORS},
    operation_id="payment_links_get",
)
def list_links(request: HttpRequest, trip: TripKey) -> dict[str, object]:
    """Return the payment links of a trip and how each stands."""
    return _list(trip_id_of(request, trip))


@router.post(
    "/api/trip/{trip}/paymentLink/{paymentLink}/revoke",
    auth=TAKE,
    response={200: shape.PaymentLinksOut, **ERRORS},
    operation_id="payment_link_revoke",
)
def revoke(
    request: HttpRequest, trip: TripKey, paymentLink: Id, body: r.PaymentLinkRevokeIn
) -> dict[str, object]:
    """Take a payment link back."""
    trip_id = trip_id_of(request, trip)
    payment_links.revoke(trip_id=trip_id, link_id=paymentLink, by=by_of(request), at=utc_now())
    return _list(trip_id)


@router.post(
    "/api/trip/{trip}/paymentLink/{paymentLink}/send",
    auth=TAKE,
    response={200: shape.PaymentLinkSentOut, **ERRORS},
    operation_id="payment_link_send",
)
def send_again(
    request: HttpRequest, trip: TripKey, paymentLink: Id, body: r.PaymentLinkSendIn
) -> dict[str, object]:
    """Send a payment link that still stands to the trip's contact again."""
    trip_id = trip_id_of(request, trip)
    return {"sent_to": payment_requests.send_again(trip_id=trip_id, link_id=paymentLink, at=utc_now())}


def _list(trip_id: int) -> dict[str, object]:
    rows = money.links_of_trip(trip_id=trip_id)
    return {"data": [view.link_row(payment_links.get_link_state(link=row, at=utc_now())) for row in rows]}


def _find(request: HttpRequest, secret: str) -> "PaymentLink":
    limit(f"pay-link:{getattr(request, 'client_ip', None)}", times=120, seconds=60)
    return balance_links.find(secret=secret, at=utc_now())


def _find_to_pay(request: HttpRequest, secret: str) -> "PaymentLink":
    limit(f"pay-link:{getattr(request, 'client_ip', None)}", times=120, seconds=60)
    return balance_links.find_or_make(secret=secret, at=utc_now())


def _page(request: HttpRequest, link: "PaymentLink", secret: str) -> dict[str, object]:
    languages = reader_languages(request)
    return view.pay_link(link, at=utc_now(), languages=languages, names_nobody=balance_links.is_brief(secret))


@router.get("/api/paymentLink/{secret}/get", auth=anonymous, response=_SHOWN, operation_id="pay_link_get")
def get(request: HttpRequest, secret: r.Sealed) -> dict[str, object]:
    """Return what a payment link asks for now."""
    link = _find(request, secret)
    if link.pk is not None:
        ledger.mark_opened(link_id=link.pk, at=utc_now())
    return _page(request, link, secret)


@router.post(
    "/api/paymentLink/{secret}/createIntent",
    auth=anonymous_sale,
    response=_PAY,
    operation_id="pay_link_create_intent",
)
def create_intent(request: HttpRequest, secret: r.Sealed, body: r.PayIn) -> dict[str, object]:
    """Begin to pay by a link, exactly what its page showed."""
    if body.tip_amount > body.amount:
        raise Invalid({"tip_amount": ["A tip can't be more than the amount."]})
    start = payment_links.begin(
        link=_find_to_pay(request, secret),
        shown=body.amount,
        tip_amount=body.tip_amount,
        booking_ids=tuple(body.booking_ids),
        at=utc_now(),
    )
    return intent_out(start)


@router.post(
    "/api/paymentLink/{secret}/confirm",
    auth=anonymous,
    response={200: shape.PayConfirmOut, 402: ErrorOut, 502: ErrorOut, **ERRORS},
    operation_id="pay_link_confirm",
)
def confirm(request: HttpRequest, secret: r.Sealed, body: r.PayConfirmIn) -> dict[str, object]:
    """Look at the gateway how a payment by this link stands."""
    link = _find(request, secret)
    payment_links.require_own(link=link, intent_id=body.intent_id)
    outcome = intents.confirm(trip_id=link.trip_id, intent_id=body.intent_id, at=utc_now())
    return {
        "status": outcome.status,
        "next_action": outcome.next_action,
        "message": outcome.message,
        "link": _page(request, link, secret),
    }


@router.post(
    "/api/paymentLink/{secret}/giftCard/apply",
    auth=anonymous_sale,
    response=_SHOWN,
    operation_id="pay_link_gift_card_apply",
)
def apply_code(request: HttpRequest, secret: r.Sealed, body: r.PayCodeIn) -> dict[str, object]:
    """Put a gift card towards what a link asks for; on a booked trip that is final."""
    link, at = _find(request, secret), utc_now()
    standing = payment_links.get_link_state(link=link, at=at)
    payment_links.require_open(standing)
    ip = getattr(request, "client_ip", None)
    card = redemption.find(code=body.code, by=payment_links.PAYER, ip=ip, at=at)
    redemption.apply(
        trip_id=link.trip_id, gift_card_id=card.pk, amount=standing.amount, by=payment_links.PAYER, at=at
    )
    return _page(request, link, secret)


@router.post(
    "/api/paymentLink/{secret}/giftCard/unapply",
    auth=anonymous,
    response=_SHOWN,
    operation_id="pay_link_gift_card_unapply",
)
def unapply_code(request: HttpRequest, secret: r.Sealed, body: r.PayCodeRemoveIn) -> dict[str, object]:
    """Take the gift cards that were set aside for a cart off it again."""
    link, at = _find(request, secret), utc_now()
    for one in gift_cards.holds_of_trip(trip_id=link.trip_id):
        redemption.unapply(trip_id=link.trip_id, payment_id=one.payment_id, by=payment_links.PAYER, at=at)
    return _page(request, link, secret)
