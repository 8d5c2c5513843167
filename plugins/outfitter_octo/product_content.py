"""octo/content: what is told about a product."""

from typing import Final, Literal

from outfitter.sdk.channels import Content, Place, Product, Unit
from outfitter_octo.types import ContentShape, FeatureShape, IdentifiersShape, LocationShape, MediaShape

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
