"""Calls around gift cards (domain.md 4.15, 5.11)."""

import hashlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from ninja import File, Form, Query, Router, UploadedFile

from outfitter.api.lists import ListParams, list_answer
from outfitter.api.principal import allow, allow_unscoped, caller_of, public
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS, ErrorOut, Id, Out
from outfitter.kit.clock import utc_now
from outfitter.plugins import idempotency
from outfitter_tenants.catalog.api.images import uploaded
from outfitter_tenants.checkout.gift_cards import card_sales, card_save, delivery, redemption
from outfitter_tenants.checkout.gift_cards import operations as gift_cards
from outfitter_tenants.checkout.gift_cards import schemas as r
from outfitter_tenants.checkout.gift_cards import schemas as s
from outfitter_tenants.checkout.trip_changes.change import ChangeResult, TripActor
from outfitter_tenants.checkout.trip_response import schemas as trip_response
from outfitter_tenants.checkout.trip_response.request_context import (
    TripKey,
    answer,
    answer_once,
    by_of,
    trip_id_of,
)
from outfitter_tenants.checkout.trip_response.requests.lifecycle import VersionedIn
from outfitter_tenants.checkout.trip_response.schemas.details import CardStyleOut
from outfitter_tenants.checkout.trip_response.serializers import gift_cards as view
from outfitter_tenants.giftcards import lists, queries
from outfitter_tenants.giftcards.operations import GiftCardInvalid, Value
from outfitter_tenants.giftcards.operations import styles as adding
from outfitter_tenants.giftcards.serializers import row_of

router = Router(tags=["gift cards"])
VIEW, MANAGE = allow_unscoped("giftcard.view"), allow_unscoped("giftcard.manage")
_CARD: Any = {200: s.CardAnswer, 423: ErrorOut, **ERRORS}
_TRIP: Any = {200: trip_response.TripAnswer, 423: ErrorOut, **ERRORS}


@router.get(
    "/api/giftCards/get", auth=VIEW, response={200: s.GiftCardsOut, **ERRORS}, operation_id="gift_cards_get"
)
def get_all(request: HttpRequest, wanted: Query[ListParams]) -> dict[str, object]:
    """Return a page of gift cards."""
    return list_answer(request, lists.GIFT_CARDS, wanted)


@router.get(
    "/api/giftCards/figures",
    auth=MANAGE,
    response={200: s.CardFiguresOut, **ERRORS},
    operation_id="gift_cards_figures",
)
def figures(request: HttpRequest, wanted: Query[r.CardFiguresIn]) -> dict[str, object]:
    """Return what is (or was) owed on gift cards, and what was sold and applied by month."""
    return view.figures(at=utc_now(), day=wanted.date)


@router.get(
    "/api/giftCard/getStyles",
    auth=public,
    response={200: list[CardStyleOut], **ERRORS},
    operation_id="gift_card_styles",
)
def styles(request: HttpRequest) -> list[dict[str, object]]:
    """Return how a new card can look."""
    return [view.style(row) for row in queries.list_styles()]


@router.post(
    "/api/giftCard/style/upload",
    auth=MANAGE,
    response={200: s.StyleSavedOut, **ERRORS},
    operation_id="gift_card_style_upload",
)
def upload_style(
    request: HttpRequest, name: Form[r.StyleName] = "", file: File[UploadedFile | None] = None
) -> dict[str, object]:
    """Let new cards have a picture of the operator's own."""
    adding.add_style(name=name, data=uploaded(request, file), at=utc_now())
    return {"styles": [view.style(row) for row in queries.list_styles()]}


@router.post(
    "/api/giftCard/style/{giftCardStyle}/remove",
    auth=MANAGE,
    response={200: s.StyleSavedOut, **ERRORS},
    operation_id="gift_card_style_remove",
)
def remove_style(request: HttpRequest, giftCardStyle: Id) -> dict[str, object]:
    """Offer a style of the operator's own no longer; cards that have it keep it."""
    adding.archive_style(style_id=giftCardStyle, at=utc_now())
    return {"styles": [view.style(row) for row in queries.list_styles()]}


@router.get(
    "/api/giftCard/search",
    auth=public,
    response={200: s.CardSearchOut, **ERRORS},
    operation_id="gift_card_search",
)
def search(request: HttpRequest, wanted: Query[r.CardSearchIn]) -> dict[str, object]:
    """Return the card with a code, and for staff cards by their end, buyer or recipient."""
    by, at = _by(request), utc_now()
    if wanted.q:
        by.demand("giftcard.view")
    rows = [row_of(card) for card in queries.find_like(text=wanted.q)] if wanted.q else []
    card = None
    if wanted.code:
        found = redemption.find(code=wanted.code, by=by, ip=_ip(request), at=at)
        card = view.balance(found, at=at, is_staff=by.can("giftcard.view"))
    return {"giftCard": card, "giftCards": rows}


@router.get(
    "/api/giftCard/{giftCard}/get",
    auth=VIEW,
    response={200: s.GiftCardOut, **ERRORS},
    operation_id="gift_card_get",
)
def get(request: HttpRequest, giftCard: Id) -> dict[str, Any]:
    """Return one card with what it was sold with and how its value moved."""
    return view.serialize_card(giftCard)


@router.post("/api/giftCard/save", auth=public, response=_CARD, operation_id="gift_card_save")
def save(request: HttpRequest, body: r.CardSaveIn) -> HttpResponse:
    """Make a gift card, sold with a trip or by itself, or change one."""
    by = _by(request)

    def work() -> card_save.CardSaveResult:
        values = body.model_dump(exclude_unset=True)
        trip_id = _trip(request, body.trip) if body.trip is not None else None
        return card_save.save(
            values=values, trip_id=trip_id, by=by, at=utc_now(), request_key=_key(request, by)
        )

    return _once(request, by, work)


def _trip(request: HttpRequest, key: int | str) -> int:
    return trip_id_of(request, str(key), "trip.edit")


@router.post(
    "/api/giftCard/{giftCard}/activate", auth=MANAGE, response=_CARD, operation_id="gift_card_activate"
)
def activate(request: HttpRequest, giftCard: r.CardKey, body: r.CardActivateIn) -> dict[str, object]:
    """Make a card good, by its number or printed code: sold with a trip, or given away."""
    by = _by(request)
    gift_card_id = _card_id(request, giftCard, by)
    done = card_save.activate(
        gift_card_id=gift_card_id,
        reason=body.reason,
        by=by,
        at=utc_now(),
        version=body.version,
        trip_id=_trip(request, body.trip) if body.trip is not None else None,
    )
    return _answer(request, card_save.CardSaveResult(gift_card_id, done=done))


def _card_id(request: HttpRequest, key: str, by: TripActor) -> int:
    if key.isdecimal() and len(key) < 19:
        try:
            return queries.get_card(gift_card_id=int(key)).pk
        except queries.CardNotFound:
            pass  # digits may be a code as well
    try:
        return redemption.find(code=key, by=by, ip=_ip(request), at=utc_now()).pk
    except GiftCardInvalid as unknown:
        raise queries.CardNotFound("Gift card not found.") from unknown


@router.post(
    "/api/giftCard/{giftCard}/reload",
    auth=allow("trip.edit"),
    response=_CARD,
    operation_id="gift_card_reload",
)
def reload(request: HttpRequest, giftCard: Id, body: r.CardReloadIn) -> HttpResponse:
    """Add value to a card: sold with a trip, or given away by whoever manages cards."""
    by = _by(request)

    def work() -> card_save.CardSaveResult:
        done = card_save.reload(
            gift_card_id=giftCard,
            value=Value(body.amount, body.promo_amount),
            reason=body.reason,
            trip_id=_trip(request, body.trip) if body.trip is not None else None,
            by=by,
            at=utc_now(),
            version=body.version,
            request_key=_key(request, by),
        )
        return card_save.CardSaveResult(giftCard, done=done)

    return _once(request, by, work)


@router.post("/api/giftCard/{giftCard}/clone", auth=MANAGE, response=_CARD, operation_id="gift_card_clone")
def clone(request: HttpRequest, giftCard: Id) -> HttpResponse:
    """Make another card like this one."""
    by = _by(request)

    def work() -> card_save.CardSaveResult:
        made = gift_cards.clone(gift_card_id=giftCard, by=by, at=utc_now(), request_key=_key(request, by))
        return card_save.CardSaveResult(made, is_new=True)

    return _once(request, by, work)


@router.post("/api/giftCard/{giftCard}/remove", auth=public, response=_CARD, operation_id="gift_card_remove")
def remove(request: HttpRequest, giftCard: Id, body: r.CardRemoveIn) -> dict[str, object]:
    """Take a card off the trip that buys it, or make one that nobody bought void."""
    done = card_save.remove(
        gift_card_id=giftCard,
        reason=body.reason,
        by=_by(request),
        at=utc_now(),
        trip_id=_trip(request, body.trip) if body.trip is not None else None,
        version=body.version,
    )
    return _answer(request, card_save.CardSaveResult(giftCard, done=done))


@router.post("/api/giftCard/{giftCard}/resend", auth=MANAGE, response=_CARD, operation_id="gift_card_resend")
def resend(request: HttpRequest, giftCard: Id, body: VersionedIn) -> dict[str, object]:
    """Send a card that was delivered once more, to whom it is for now."""
    delivery.resend(gift_card_id=giftCard, at=utc_now(), version=body.version)
    return _answer(request, card_save.CardSaveResult(giftCard))


@router.post(
    "/api/giftCard/{giftCard}/code",
    auth=MANAGE,
    response={200: s.CardCodeOut, **ERRORS},
    operation_id="gift_card_code",
)
def code(request: HttpRequest, giftCard: Id) -> dict[str, str]:
    """Show the code of a card to whoever may see it; the log has who saw it."""
    return {"code": gift_cards.show_code(gift_card_id=giftCard, at=utc_now())}


@router.get(
    "/api/giftCard/{giftCard}/pdf", auth=public, response={200: None, **ERRORS}, operation_id="gift_card_pdf"
)
def pdf(request: HttpRequest, giftCard: r.CardKey) -> HttpResponse:
    """Return a card to print: for staff by its number, for its owner by the hash of its link."""
    by = _by(request)
    limit(f"gift-card-pdf:{_ip(request)}", times=60, seconds=600)
    is_number = giftCard.isdecimal() and len(giftCard) < 19
    if is_number:
        by.demand("giftcard.manage")
        card_id = int(giftCard)
    else:
        card_id = queries.find_by_hash(key=giftCard).pk
    content = delivery.print_card(gift_card_id=card_id, by_staff=is_number, at=utc_now())
    response = HttpResponse(content, content_type="application/pdf")
    response["Content-Disposition"] = 'inline; filename="gift-card.pdf"'
    response["Cache-Control"] = "private, no-store"
    return response


@router.post(
    "/api/giftCards/removeAll/{trip}", auth=public, response=_TRIP, operation_id="gift_cards_remove_all"
)
def remove_all(request: HttpRequest, trip: TripKey, body: r.CardsRemoveAllIn) -> dict[str, object]:
    """Take every gift card off the trip that buys them."""
    done = card_sales.take_all_off(
        trip_id=trip_id_of(request, trip, "trip.edit"),
        reason=body.reason,
        by=_by(request),
        at=utc_now(),
        version=body.version,
    )
    return answer(request, done)


@router.post(
    "/api/trip/{trip}/giftCard/apply", auth=public, response=_TRIP, operation_id="trip_gift_card_apply"
)
def apply(request: HttpRequest, trip: TripKey, body: r.CardApplyIn) -> HttpResponse:
    """Pay a trip from a gift card; visitors their own cart, by its hash."""
    by = _by(request)
    trip_id = trip_id_of(request, trip, "payment.take")

    def work() -> HttpResponse:
        at = utc_now()
        card = redemption.find(code=body.code, by=by, ip=_ip(request), at=at)
        done = redemption.apply(
            trip_id=trip_id,
            gift_card_id=card.pk,
            amount=body.amount,
            by=by,
            at=at,
            version=body.version,
            request_key=_key(request, by),
        )
        return _json(trip_response.TripAnswer.model_validate(answer(request, done)))

    return idempotency.run_once(request, _name(request, by), work)


@router.post(
    "/api/trip/{trip}/giftCard/unapply", auth=public, response=_TRIP, operation_id="trip_gift_card_unapply"
)
def unapply(request: HttpRequest, trip: TripKey, body: r.CardUnapplyIn) -> dict[str, object]:
    """Take a payment by gift card back onto the card."""
    done = redemption.unapply(
        trip_id=trip_id_of(request, trip, "payment.take"),
        payment_id=body.payment_id,
        by=_by(request),
        at=utc_now(),
        version=body.version,
    )
    return answer(request, done)


def _by(request: HttpRequest) -> TripActor:
    """Return who asks; who sees some bookings only keeps no cards: those are everybody's."""
    caller = caller_of(request)
    if not caller.is_staff:
        return TripActor(audience="online")
    by = by_of(request)
    if caller.scope == "all":
        return by
    return replace(by, permissions=by.permissions - {"giftcard.manage"})


def _once(request: HttpRequest, by: TripActor, work: Callable[[], card_save.CardSaveResult]) -> HttpResponse:
    """Change a card once for a key of the caller's, however often that is sent."""

    return answer_once(request, lambda: _answer(request, work()), s.CardAnswer, name=_name(request, by))


def _name(request: HttpRequest, by: TripActor) -> str:
    return f"avatar:{by.avatar_id}" if by.avatar_id else f"public:{_ip(request)}"


def _key(request: HttpRequest, by: TripActor) -> str | None:
    """Return what names this request for good: the record of its answer may die with its worker."""
    key = request.headers.get(idempotency.HEADER, "")
    if not key:
        return None
    said = hashlib.sha256(request.path.encode() + b"\0" + request.body).hexdigest()
    return f"gift:{_name(request, by)}:{said[:32]}:{key[:255]}"


def _json(shaped: Out) -> HttpResponse:
    return HttpResponse(shaped.model_dump_json(), content_type="application/json")


def _ip(request: HttpRequest) -> str | None:
    found: str | None = getattr(request, "client_ip", None)
    return found


def _answer(request: HttpRequest, saved: card_save.CardSaveResult) -> dict[str, object]:
    caller = caller_of(request)
    done = saved.done or ChangeResult(0)
    trip = answer(request, done)["trip"] if saved.done else None
    return {
        "giftCard": view.serialize_card(saved.gift_card_id, is_staff=caller.is_staff),
        "code": queries.plain_code(queries.get_card(gift_card_id=saved.gift_card_id))
        if saved.is_new and caller.is_staff
        else None,
        "trip": trip,
        "warnings": list(done.warnings),
    }
