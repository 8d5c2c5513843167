"""Products, options and units."""

from collections.abc import Sequence
from math import ceil
from typing import Final, Literal

from outfitter.sdk.channels import CancellationRule, Connection, Content, Option, Place, Product, Unit
from outfitter_octo.amounts import pricing
from outfitter_octo.availability import local_times
from outfitter_octo.content_types import (
    ContentShape,
    FeatureShape,
    IdentifiersShape,
    LocationShape,
    MediaShape,
)
from outfitter_octo.pickups import pickups_of
from outfitter_octo.questions import questions_of
from outfitter_octo.request_context import RequestContext
from outfitter_octo.types import (
    ContactFieldName,
    OptionShape,
    ProductShape,
    SupplierShape,
    UnitShape,
    UnitType,
)

MediaType = Literal["image/jpeg", "image/png", "external/youtube", "external/vimeo", "video/mp4"]
# The words a category may have; what an operator calls its own otherwise is left out.
LABELS: Final = frozenset(
    (
        "multi-day",
        "city-cards",
        "adults-only",
        "animals",
        "audio-guide",
        "beaches",
        "bike-tours",
        "boat-tours",
        "classes",
        "day-trips",
        "family-friendly",
        "fast-track",
        "food",
        "guided-tours",
        "history",
        "hop-on-hop-off",
        "literature",
        "live-music",
        "museums",
        "nightlife",
        "outdoors",
        "private-tours",
        "romantic",
        "recurring-events",
        "self-guided",
        "small-group-tours",
        "sports",
        "theme-parks",
        "walking-tours",
        "wheelchair-accessible",
        "accommodation-included",
        "trip-difficulty-easy",
        "trip-difficulty-medium",
        "trip-difficulty-hard",
    )
)
_DIFFICULTY: Final = {"easy": "easy", "medium": "medium", "moderate": "medium", "hard": "hard"}
_UNKNOWN: Final[IdentifiersShape] = {
    "googlePlaceId": None,
    "applePlaceId": None,
    "tripadvisorLocationId": None,
    "yelpPlaceId": None,
    "facebookPlaceId": None,
    "foursquarePlaceId": None,
    "baiduPlaceId": None,
    "amapPlaceId": None,
}


def of_product(product: Product) -> ContentShape:
    """Return what octo/content adds to a product."""
    told = product.content
    return {
        "title": told.title or product.internal_name,
        "shortDescription": told.short_description or None,
        "description": told.description or None,
        "features": features(product),
        "faqs": [{"question": asked, "answer": answer} for asked, answer in told.faqs],
        "media": media(told),
        "locations": locations(told),
        "categoryLabels": labels(told),
        "durationMinutesFrom": told.duration_minutes,
        "durationMinutesTo": None,
        "commentary": [{"format": "IN_PERSON", "language": language} for language in told.languages],
    }


def of_option(product: Product, title: str) -> ContentShape:
    """Return what octo/content adds to an option: its name; the rest is told of the product."""
    return {
        "title": title,
        "shortDescription": None,
        "description": None,
        "features": [],
        "faqs": [],
        "media": [],
        "locations": [],
        "categoryLabels": [],
        "durationMinutesFrom": product.content.duration_minutes,
        "durationMinutesTo": None,
        "commentary": [],
    }


def words_of_unit(unit: Unit) -> str:
    """Return whom a unit is for, in figures alone so that it reads in every language."""
    if unit.min_age is None and unit.max_age is None:
        return unit.title
    if unit.max_age is None:
        return f"{unit.title} ({unit.min_age}+)"
    return f"{unit.title} ({unit.min_age or 0}-{unit.max_age})"


def features(product: Product) -> list[FeatureShape]:
    """Return what is in, what is not, and where to meet."""
    told = product.content
    found: list[FeatureShape] = [{"shortDescription": text, "type": "INCLUSION"} for text in told.inclusions]
    found += [{"shortDescription": text, "type": "EXCLUSION"} for text in told.exclusions]
    if told.meeting_point:
        found.append({"shortDescription": told.meeting_point, "type": "PREARRIVAL_INFORMATION"})
    return found


def media(told: Content) -> list[MediaShape]:
    """Return pictures, and the film where it is of a kind the protocol knows."""
    found: list[MediaShape] = [
        {
            "src": picture.url,
            "type": "image/png" if picture.url.lower().endswith(".png") else "image/jpeg",
            "rel": "COVER" if picture.is_cover else "GALLERY",
            "title": None,
            "caption": picture.alt or None,
            "copyright": None,
        }
        for picture in told.pictures
    ]
    kind = _film(told.video_url or "")
    if told.video_url and kind is not None:
        found.append(
            {
                "src": told.video_url,
                "type": kind,
                "rel": "GALLERY",
                "title": None,
                "caption": None,
                "copyright": None,
            }
        )
    return found


def _film(url: str) -> MediaType | None:
    if "youtu" in url:
        return "external/youtube"
    if "vimeo" in url:
        return "external/vimeo"
    return "video/mp4" if url.lower().endswith(".mp4") else None


def locations(told: Content) -> list[LocationShape]:
    """Return where it begins; a place that is not on the map cannot be told."""
    place = told.place
    if place is None or place.latitude is None or place.longitude is None:
        return []
    return [_start(place, place.latitude, place.longitude, told.meeting_point)]


def _start(place: Place, latitude: float, longitude: float, words: str) -> LocationShape:
    return {
        "title": place.name or None,
        "shortDescription": words or None,
        "types": ["START"],
        "minutesTo": None,
        "minutesAt": None,
        "place": {
            "latitude": latitude,
            "longitude": longitude,
            "postalAddress": {
                "streetAddress": place.street or None,
                "addressLocality": place.city or None,
                "addressRegion": place.region or None,
                "postalCode": place.postal_code or None,
                "addressCountry": place.country or None,
                "postOfficeBoxNumber": None,
            },
            "identifiers": _UNKNOWN,
            "sameAs": [],
        },
    }


def labels(told: Content) -> list[str]:
    """Return the categories that the protocol knows by name."""
    names = [name.strip().lower().replace(" ", "-") for name in told.categories]
    found = [name for name in dict.fromkeys(names) if name in LABELS]
    hard = _DIFFICULTY.get((told.difficulty or "").lower())
    return [*found, f"trip-difficulty-{hard}"] if hard else found


OLDEST: Final = 120
FULL: Final = 1_000_000
# Nothing is sold further ahead: the way to say "never" where a number of days is wanted.
NEVER_DAYS: Final = 550
_TYPES: Final[dict[str, UnitType]] = {
    "adult": "ADULT",
    "youth": "YOUTH",
    "child": "CHILD",
    "infant": "INFANT",
    "senior": "SENIOR",
    "student": "STUDENT",
    "military": "MILITARY",
    "family": "FAMILY",
}
_FIELDS: Final[dict[str, ContactFieldName]] = {
    "first_name": "firstName",
    "last_name": "lastName",
    "email": "emailAddress",
    "phone": "phoneNumber",
    "country": "country",
}


def supplier(asked: RequestContext) -> SupplierShape:
    """Return who the operator is."""
    ctx = asked.call.ctx
    found: SupplierShape = {
        "id": ctx.schema,
        "name": ctx.name,
        "endpoint": f"{ctx.base_url}/partner/octo",
        "contact": {"website": ctx.base_url or None, "email": None, "telephone": None, "address": None},
    }
    if asked.has_content:
        found["shortDescription"] = None
        found["media"] = []
    return found


def serialize_product(product: Product, asked: RequestContext) -> ProductShape:
    """Return a product with its options."""
    default = product.options[0] if product.options else None
    is_all_day = any(option.is_all_day for option in product.options)
    found: ProductShape = {
        "id": product.product_id,
        "internalName": product.internal_name,
        "reference": product.reference,
        "locale": product.content.locale,
        "timeZone": product.time_zone,
        "allowFreesale": False,
        "instantConfirmation": product.is_instant,
        "instantDelivery": product.is_instant,
        "availabilityRequired": True,
        "availabilityType": "OPENING_HOURS" if is_all_day else "START_TIME",
        "deliveryFormats": list(asked.settings.formats),
        "deliveryMethods": list(asked.settings.delivery_methods),
        "redemptionMethod": "DIGITAL",
        "options": [
            option_shape(product, option, asked, is_first=option is default) for option in product.options
        ],
    }
    if asked.has_pricing:
        found["defaultCurrency"] = product.currency
        found["availableCurrencies"] = [product.currency]
        found["pricingPer"] = "UNIT"
    if asked.has_questions:
        found["questions"] = questions_of(product, is_per_unit=False)
    return {**found, **of_product(product)} if asked.has_content else found


def option_shape(
    product: Product, option: Option, asked: RequestContext, *, is_first: bool = False
) -> OptionShape:
    """Return an option with its units."""
    amount, unit = cutoff(product.cancellation)
    is_only_default = is_first and not any(one.is_default for one in product.options)
    found: OptionShape = {
        "id": option.option_id,
        "default": option.is_default or is_only_default,
        "internalName": option.title or "DEFAULT",
        "reference": None,
        "availabilityLocalStartTimes": local_times(asked.connection, product, option, asked.call.at),
        "cancellationCutoff": f"{amount} {unit}{'' if amount == 1 else 's'}",
        "cancellationCutoffAmount": amount,
        "cancellationCutoffUnit": unit,
        "requiredContactFields": contact_fields(option.contact_fields),
        "restrictions": {"minUnits": least_units(option), "maxUnits": most_units(option)},
        "units": [unit_shape(one, option, asked, product) for one in option.units],
    }
    if asked.has_questions:
        found["questions"] = questions_of(product, is_per_unit=False)
    if asked.has_pickups:
        offered = pickups_of(product)
        found["pickupAvailable"] = offered.pickup != "none"
        found["pickupRequired"] = offered.pickup == "required"
    title = option.title or product.content.title or product.internal_name
    return {**found, **of_option(product, title)} if asked.has_content else found


def unit_shape(unit: Unit, option: Option, asked: RequestContext, product: Product) -> UnitShape:
    """Return a kind of ticket."""
    found: UnitShape = {
        "id": unit.unit_id,
        "internalName": unit.title,
        "reference": None,
        "type": _TYPES.get(unit.kind, "OTHER"),
        "restrictions": {
            "minAge": unit.min_age or 0,
            "maxAge": OLDEST if unit.max_age is None else unit.max_age,
            "idRequired": False,
            "minQuantity": unit.min_quantity or None,
            "maxQuantity": unit.max_quantity,
            "paxCount": unit.pax,
            "accompaniedBy": [],
        },
        "requiredContactFields": contact_fields(option.unit_contact_fields),
    }
    if asked.has_pricing:
        prices = [unit.price_from] if unit.price_from is not None else []
        is_net_told = asked.settings.is_net_told
        found["pricingFrom"] = [pricing(price, is_net_told=is_net_told) for price in prices]
    if asked.has_content:
        found["title"] = unit.title
        found["shortDescription"] = words_of_unit(unit)
        found["features"] = []
    if asked.has_questions:
        found["questions"] = questions_of(product, is_per_unit=True)
    return found


def contact_fields(fields: Sequence[str]) -> list[ContactFieldName]:
    """Return the names of what a guest has to say; the protocol knows no date of birth."""
    return [_FIELDS[field] for field in fields if field in _FIELDS]


def least_units(option: Option) -> int:
    """Return how many units a booking has at least: groups fill a party sooner."""
    largest = max((unit.pax for unit in option.units), default=1)
    return max(1, ceil(option.min_pax / max(largest, 1)))


def most_units(option: Option) -> int | None:
    """Return how many units a booking has at most, None where there is no bound."""
    smallest = min((unit.pax for unit in option.units), default=1)
    if option.max_pax is None or smallest < 1:
        return None
    return max(1, option.max_pax // smallest)


def cutoff(rules: Sequence[CancellationRule]) -> tuple[int, Literal["minute", "hour", "day"]]:
    """Return until how long before the start everything comes back, or as much as ever does."""
    if not rules:
        return NEVER_DAYS, "day"
    best = max(rules, key=lambda rule: rule.share_ppm)
    minutes = next((rule.minutes for rule in rules if rule.share_ppm >= FULL), best.minutes)
    if minutes % 1440 == 0 and minutes > 72 * 60:
        return minutes // 1440, "day"
    return (minutes // 60, "hour") if minutes % 60 == 0 else (minutes, "minute")


def suggested(unit: Unit) -> str:
    """Return the name that a kind of ticket has for resellers until staff choose another."""
    return f"{unit.kind}-{unit.id}"


def problems(connection: Connection, product: Product) -> list[str]:
    """Return what keeps a product from being sold well, for the screen of mappings."""
    found = []
    if not any(option.units for option in product.options):
        found.append("No ticket is mapped.")
    if not product.content.title:
        found.append("The experience has no title that resellers could show.")
    if connection.currency != product.currency:
        found.append("The product is priced in another currency than the connection.")
    return found
