"""What octo/content, octo/pickups and octo/offers tell, as the protocol writes it; see `types`."""

from typing import Literal, NotRequired

from typing_extensions import TypedDict


class PlaceAddressShape(TypedDict):
    """A postal address."""

    streetAddress: str | None
    addressLocality: str | None
    addressRegion: str | None
    postalCode: str | None
    addressCountry: str | None
    postOfficeBoxNumber: str | None


class IdentifiersShape(TypedDict):
    """What others call a place; we know none of it."""

    googlePlaceId: None
    applePlaceId: None
    tripadvisorLocationId: None
    yelpPlaceId: None
    facebookPlaceId: None
    foursquarePlaceId: None
    baiduPlaceId: None
    amapPlaceId: None


class PlaceShape(TypedDict):
    """A point on the map."""

    latitude: float
    longitude: float
    postalAddress: PlaceAddressShape
    identifiers: IdentifiersShape
    sameAs: list[str]


class LocationShape(TypedDict):
    """Where something of a product happens."""

    title: str | None
    shortDescription: str | None
    types: list[Literal["START", "REDEMPTION"]]
    minutesTo: int | None
    minutesAt: int | None
    place: PlaceShape


class MediaShape(TypedDict):
    """A picture or film at an address of its own."""

    src: str
    type: Literal["image/jpeg", "image/png", "external/youtube", "external/vimeo", "video/mp4"]
    rel: Literal["LOGO", "COVER", "GALLERY"]
    title: str | None
    caption: str | None
    copyright: str | None


class FeatureShape(TypedDict):
    """One line of what is in, what is not, and what to know."""

    shortDescription: str | None
    type: Literal["INCLUSION", "EXCLUSION", "PREARRIVAL_INFORMATION", "CANCELLATION_TERM"]


class FaqShape(TypedDict):
    """A question and its answer."""

    question: str
    answer: str


class CommentaryShape(TypedDict):
    """A language that guides speak."""

    format: Literal["IN_PERSON"]
    language: str


class ContentShape(TypedDict):
    """What octo/content adds to a product and to an option."""

    title: NotRequired[str]
    shortDescription: NotRequired[str | None]
    description: NotRequired[str | None]
    features: NotRequired[list[FeatureShape]]
    faqs: NotRequired[list[FaqShape]]
    media: NotRequired[list[MediaShape]]
    locations: NotRequired[list[LocationShape]]
    categoryLabels: NotRequired[list[str]]
    durationMinutesFrom: NotRequired[int]
    durationMinutesTo: NotRequired[int | None]
    commentary: NotRequired[list[CommentaryShape]]


class PickupPointShape(TypedDict):
    """Where guests of a departure are fetched, and when."""

    id: str
    name: str
    directions: str | None
    address: str
    latitude: float | None
    longitude: float | None
    googlePlaceId: str | None
    street: str | None
    postalCode: str | None
    locality: str | None
    region: str | None
    state: str | None
    country: str | None
    localDateTime: str
    localDateTimeTo: str | None


NetDiscountName = Literal["NONE", "FULL", "PRORATED"]


class OfferRestrictionsShape(TypedDict):
    """For whom a code is; totals in minor units, no unit ids where every unit fits."""

    minUnits: int | None
    maxUnits: int | None
    minTotal: int | None
    maxTotal: int | None
    unitIds: list[str]


class OfferShape(TypedDict):
    """A code that takes something off."""

    title: str
    code: str
    description: str | None
    netDiscount: NetDiscountName
    usable: bool
    restrictions: OfferRestrictionsShape


class OfferedShape(TypedDict):
    """What octo/offers adds: the codes there are, and the one that prices have."""

    offers: NotRequired[list[OfferShape]]
    offer: NotRequired[OfferShape | None]
    offerCode: NotRequired[str | None]
    offerTitle: NotRequired[str | None]


class BookedOfferShape(OfferedShape):
    """What it adds to a booking."""

    offerComparisons: NotRequired[list[OfferShape]]
    offerIsCombination: NotRequired[bool]
