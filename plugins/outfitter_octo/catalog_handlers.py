"""Handlers that change nothing: supplier, capabilities, products, availability."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final, Literal

from outfitter.sdk import channels
from outfitter.sdk.channels import Departure, MappedProduct, Product, UnitRequest, UnknownProduct
from outfitter_octo import availability, capabilities
from outfitter_octo.availability import serialize_availability, serialize_calendar
from outfitter_octo.capabilities import is_same_language
from outfitter_octo.errors import bad_request, no_path
from outfitter_octo.offer_serializer import parse_offer_code
from outfitter_octo.product_serializer import serialize_product, supplier
from outfitter_octo.request_context import RequestContext
from outfitter_octo.requests import AvailabilityBody, DatesBody, UnitCount, parse_body, parse_text
from outfitter_octo.responses import HandlerResult, endpoint
from outfitter_octo.types import MappingShape


@endpoint
def get_supplier(asked: RequestContext) -> HandlerResult:
    """GET /supplier."""
    return HandlerResult(supplier(asked))


@endpoint
def get_capabilities(asked: RequestContext) -> HandlerResult:
    """GET /capabilities; asks for no key."""
    return HandlerResult(capabilities.declared())


@endpoint
def not_found(asked: RequestContext) -> HandlerResult:
    """Any other address below ours."""
    raise no_path()


@endpoint
def get_products(asked: RequestContext) -> HandlerResult:
    """GET /products."""
    found = channels.products(asked.connection, locale=asked.language)
    if asked.has_content:
        found = _in_best_language(found, asked)
    return HandlerResult(
        [serialize_product(product, asked) for product in found],
        tuple(product.content.locale for product in found),
        tuple(locale for product in found for locale in product.content.locales),
    )


def _in_best_language(found: tuple[Product, ...], asked: RequestContext) -> tuple[Product, ...]:
    # The reseller's second language is better than ours when nothing is told in the first.
    for language in asked.languages[1:]:
        if not found or _speaks(found, asked.languages[0]):
            break
        other = channels.products(asked.connection, locale=language)
        if _speaks(other, language):
            return other
    return found


def _speaks(found: tuple[Product, ...], language: str) -> bool:
    return any(is_same_language(one.content.locale, language) for one in found)


@endpoint
def get_product(asked: RequestContext) -> HandlerResult:
    """GET /products/{id}."""
    wanted = asked.params["id"]
    if len(wanted) > 200 or "\x00" in wanted:
        raise UnknownProduct(wanted)
    asked.call.add_references(product=wanted)
    found = channels.product(asked.connection, wanted, locale=asked.language)
    for language in asked.languages[1:] if asked.has_content else ():
        if is_same_language(found.content.locale, asked.languages[0]):
            break
        other = channels.product(asked.connection, wanted, locale=language)
        if is_same_language(other.content.locale, language):
            found = other
            break
    return HandlerResult(serialize_product(found, asked), (found.content.locale,), found.content.locales)


_MAPPED: Final[Mapping[str, Literal["ACTIVE", "DISABLED", "DRAFT"]]] = {
    "live": "ACTIVE",
    "draft": "DRAFT",
    "paused": "DISABLED",
    "refused": "DISABLED",
}


@endpoint
def get_mappings(asked: RequestContext) -> HandlerResult:
    """GET /mappings: what of ours is what of the reseller's, narrowed by what the query names."""
    if not asked.has_mappings:
        raise bad_request("Ask for the capability octo/mappings")
    query = asked.call.request.GET
    wanted = {
        name: parse_text(query.get(name), name) for name in ("productId", "optionId", "resellerReference")
    }
    found = [_mapping(one, asked) for one in channels.mapped_products(asked.connection)]
    return HandlerResult(
        [one for one in found if all(text in {None, one[name]} for name, text in wanted.items())]  # type: ignore[literal-required]
    )


def _mapping(one: MappedProduct, asked: RequestContext) -> MappingShape:
    return {
        "id": str(one.id),
        "resellerReference": f"{one.product_id}-{one.option_id}",
        "resellerStatus": _MAPPED[one.state],
        "title": one.title,
        "url": asked.call.ctx.base_url,
        "webhookUrl": None,
        "optionRequired": True,
        "unitRequired": False,
        "productId": one.product_id,
        "optionId": one.option_id,
        "unitId": None,
        "connected": one.state == "live",
    }


@endpoint
def post_availability(asked: RequestContext) -> HandlerResult:
    """POST /availability: departures of days, or those with these ids."""
    body = parse_body(AvailabilityBody, asked.call.body)
    asked.call.add_references(product=body.productId)
    if body.availabilityIds is not None:
        if body.localDate or body.localDateStart or body.localDateEnd:
            raise bad_request("availabilityIds and dates cannot be asked for together")
        found: Sequence[Departure] = availability.find_by_availability_ids(
            asked.connection,
            product_id=body.productId,
            option_id=body.optionId,
            ids=body.availabilityIds,
            units=_units(body.units),
            currency=body.currency,
            offer_code=parse_offer_code(asked, body),
            has_offers=asked.has_offers,
        )
    else:
        first, last = _dates(body, body.localDate)
        found = channels.availability(
            asked.connection,
            product_id=body.productId,
            option_id=body.optionId,
            date_from=first,
            date_to=last,
            units=_units(body.units),
            currency=body.currency,
            offer_code=parse_offer_code(asked, body),
            has_offers=asked.has_offers,
        )
    product = channels.product(asked.connection, body.productId) if asked.has_pickups else None
    return HandlerResult([serialize_availability(one, asked, product) for one in found])


@endpoint
def post_calendar(asked: RequestContext) -> HandlerResult:
    """POST /availability/calendar: one row for every day."""
    body = parse_body(DatesBody, asked.call.body)
    asked.call.add_references(product=body.productId)
    first, last = _dates(body, None)
    days = channels.calendar(
        asked.connection,
        product_id=body.productId,
        option_id=body.optionId,
        date_from=first,
        date_to=last,
        units=_units(body.units),
        currency=body.currency,
        offer_code=parse_offer_code(asked, body),
        has_offers=asked.has_offers,
    )
    return HandlerResult(serialize_calendar(days, asked))


def _dates(body: DatesBody, day: date | None) -> tuple[date, date]:
    first, last = body.localDateStart or day, body.localDateEnd or day
    if first is None:
        raise bad_request("localDateStart is a required field")
    if last is None:
        raise bad_request("localDateEnd is a required field")
    if last < first:
        raise bad_request("localDateEnd cannot be before localDateStart")
    return first, last


def _units(units: list[UnitCount] | None) -> tuple[UnitRequest, ...]:
    return tuple(UnitRequest(one.id, one.quantity) for one in units or () if one.quantity)
