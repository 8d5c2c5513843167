"""
The answers of the protocol, as it writes them.

Dictionaries and not models: a year of departures is rendered in one go, and type checkers hold the
code to these shapes just as well. The tests make a JSON schema of them.
"""

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from outfitter_octo.content_types import (
    BookedOfferShape,
    ContentShape,
    FeatureShape,
    MediaShape,
    OfferedShape,
    PickupPointShape,
)

Status = Literal["AVAILABLE", "FREESALE", "SOLD_OUT", "LIMITED", "CLOSED"]
BookingStatus = Literal["ON_HOLD", "CONFIRMED", "EXPIRED", "CANCELLED", "REDEEMED", "PENDING", "REJECTED"]
UnitType = Literal["ADULT", "YOUTH", "CHILD", "INFANT", "FAMILY", "SENIOR", "STUDENT", "MILITARY", "OTHER"]
DeliveryMethod = Literal["VOUCHER", "TICKET"]
DeliveryFormat = Literal["QRCODE", "CODE128", "AZTECCODE", "PDF_URL"]
Back = Literal["FULL", "PARTIAL", "NONE"]
ContactFieldName = Literal["firstName", "lastName", "emailAddress", "phoneNumber", "country"]


class CapabilityShape(TypedDict):
    """An optional part of the protocol."""

    id: str
    revision: int
    required: bool
    dependencies: list[str]
    docs: str | None


class TaxShape(TypedDict):
    """A tax inside a price."""

    name: str
    retail: int
    original: int
    net: int | None


class PricingShape(TypedDict):
    """Amounts are in the currency's minor units; `net` is null where it is not told."""

    original: int
    retail: int
    net: int | None
    currency: str
    currencyPrecision: int
    includedTaxes: list[TaxShape]
    offerDiscount: NotRequired["OfferDiscountShape"]


class OfferDiscountShape(TypedDict):
    """What an offer takes off, before taxes on top."""

    retail: int
    net: int | None
    includedTaxes: list[TaxShape]


class UnitPricingShape(PricingShape):
    """What one unit costs."""

    unitId: str


InputType = Literal["date", "email", "number", "tel", "text", "select", "textarea"]


class SelectOptionShape(TypedDict):
    """One answer to choose."""

    label: str
    value: str


class QuestionShape(TypedDict):
    """Something the operator wants to know."""

    id: str
    title: str
    shortDescription: str | None
    required: bool
    inputType: InputType
    selectOptions: list[SelectOptionShape]
    coverImageUrl: str | None


class QuestionAnswerShape(TypedDict):
    """A question with what was answered; `value` is null before."""

    questionId: str
    question: QuestionShape
    value: str | None


class UnitRestrictionsShape(TypedDict):
    """Who may come on a unit, and how many of it."""

    minAge: int
    maxAge: int
    idRequired: bool
    minQuantity: int | None
    maxQuantity: int | None
    paxCount: int
    accompaniedBy: list[str]


class UnitShape(TypedDict):
    """A kind of ticket."""

    id: str
    internalName: str
    reference: str | None
    type: UnitType
    restrictions: UnitRestrictionsShape
    requiredContactFields: list[ContactFieldName]
    pricingFrom: NotRequired[list[PricingShape]]
    pricing: NotRequired[list[PricingShape]]
    title: NotRequired[str | None]
    shortDescription: NotRequired[str]
    features: NotRequired[list[FeatureShape]]
    questions: NotRequired[list[QuestionShape]]


class OptionRestrictionsShape(TypedDict):
    """How many units one booking has."""

    minUnits: int | None
    maxUnits: int | None


class OptionShape(ContentShape):
    """A way to book a product."""

    id: str
    default: bool
    internalName: str
    reference: str | None
    availabilityLocalStartTimes: list[str]
    cancellationCutoff: str
    cancellationCutoffAmount: int
    cancellationCutoffUnit: Literal["minute", "hour", "day"]
    requiredContactFields: list[ContactFieldName]
    restrictions: OptionRestrictionsShape
    units: list[UnitShape]
    questions: NotRequired[list[QuestionShape]]
    pickupAvailable: NotRequired[bool]
    pickupRequired: NotRequired[bool]


class ProductShape(ContentShape):
    """An experience."""

    id: str
    internalName: str
    reference: str | None
    locale: str
    timeZone: str
    allowFreesale: bool
    instantConfirmation: bool
    instantDelivery: bool
    availabilityRequired: bool
    availabilityType: Literal["START_TIME", "OPENING_HOURS"]
    deliveryFormats: list[DeliveryFormat]
    deliveryMethods: list[DeliveryMethod]
    redemptionMethod: Literal["DIGITAL"]
    options: list[OptionShape]
    defaultCurrency: NotRequired[str]
    availableCurrencies: NotRequired[list[str]]
    pricingPer: NotRequired[Literal["UNIT"]]
    questions: NotRequired[list[QuestionShape]]


class SupplierContactShape(TypedDict):
    """How to reach the operator."""

    website: str | None
    email: str | None
    telephone: str | None
    address: str | None


class SupplierShape(TypedDict):
    """The operator."""

    id: str
    name: str
    endpoint: str
    contact: SupplierContactShape
    shortDescription: NotRequired[str | None]
    media: NotRequired[list[MediaShape]]


OpeningHoursShape = TypedDict("OpeningHoursShape", {"from": str, "to": str})


class AvailabilityShape(OfferedShape):
    """One departure, or one day of opening hours."""

    id: str
    localDateTimeStart: str
    localDateTimeEnd: str
    utcCutoffAt: str
    allDay: bool
    available: bool
    status: Status
    vacancies: int | None
    capacity: int | None
    maxUnits: int | None
    openingHours: list[OpeningHoursShape]
    unitPricing: NotRequired[list[UnitPricingShape]]
    pricing: NotRequired[PricingShape]
    title: NotRequired[str | None]
    shortDescription: NotRequired[str]
    pickupAvailable: NotRequired[bool]
    pickupRequired: NotRequired[bool]
    pickupPoints: NotRequired[list[PickupPointShape]]


class CalendarShape(OfferedShape):
    """One day of an option."""

    localDate: str
    available: bool
    status: Status
    vacancies: int | None
    capacity: int | None
    openingHours: list[OpeningHoursShape]
    unitPricingFrom: NotRequired[list[UnitPricingShape]]
    pricingFrom: NotRequired[PricingShape]


class ContactShape(TypedDict):
    """Who booked, or one guest."""

    fullName: str | None
    firstName: str | None
    lastName: str | None
    emailAddress: str | None
    phoneNumber: str | None
    locales: list[str]
    postalCode: str | None
    country: str | None
    notes: str | None


class DeliveryOptionShape(TypedDict):
    """One form of a ticket."""

    deliveryFormat: DeliveryFormat
    deliveryValue: str


class TicketShape(TypedDict):
    """What a guest shows."""

    redemptionMethod: Literal["DIGITAL"]
    utcRedeemedAt: str | None
    deliveryOptions: list[DeliveryOptionShape]


class UnitItemShape(TypedDict):
    """One unit of a booking."""

    uuid: str
    resellerReference: str | None
    supplierReference: str | None
    unitId: str
    unit: NotRequired[UnitShape]
    status: BookingStatus
    utcRedeemedAt: str | None
    contact: ContactShape
    ticket: TicketShape | None
    pricing: NotRequired[PricingShape]
    questionAnswers: NotRequired[list[QuestionAnswerShape]]


class CancellationShape(TypedDict):
    """How a booking ended."""

    refund: Back
    reason: str | None
    utcCancelledAt: str


class BookingShape(BookedOfferShape):
    """A booking, held or sold."""

    id: str
    uuid: str
    testMode: bool
    resellerReference: str | None
    supplierReference: str | None
    status: BookingStatus
    utcCreatedAt: str
    utcUpdatedAt: str
    utcExpiresAt: str | None
    utcRedeemedAt: str | None
    utcConfirmedAt: str | None
    productId: str
    product: NotRequired[ProductShape]
    optionId: str
    option: NotRequired[OptionShape]
    cancellable: bool
    cancellation: CancellationShape | None
    freesale: bool
    availabilityId: str | None
    availability: AvailabilityShape | None
    contact: ContactShape
    notes: str | None
    deliveryMethods: list[DeliveryMethod]
    voucher: TicketShape | None
    unitItems: list[UnitItemShape]
    pricing: NotRequired[PricingShape]
    orderId: NotRequired[str]
    orderReference: NotRequired[str]
    primary: NotRequired[bool]
    questionAnswers: NotRequired[list[QuestionAnswerShape]]
    pickupRequested: NotRequired[bool]
    pickupPointId: NotRequired[str | None]
    pickupHotel: NotRequired[str | None]
    pickupHotelRoom: NotRequired[str | None]
    pickupPoint: NotRequired[PickupPointShape | None]


class WebhookShape(TypedDict):
    """An address that a reseller has registered."""

    id: str
    event: Literal["booking_update", "availability_update"]
    url: str
    retryOnError: bool
    useContactLanguage: bool
    headers: dict[str, str]
    capabilities: list[str]


class DiffShape(TypedDict):
    """One value of a booking that has changed."""

    op: Literal["add", "remove", "replace"]
    path: str
    was: object
    value: object


class MappingShape(TypedDict):
    """What of ours is what of the reseller's."""

    id: str
    resellerReference: str
    resellerStatus: Literal["ACTIVE", "DISABLED", "DRAFT"]
    title: str
    url: str
    webhookUrl: str | None
    optionRequired: bool
    unitRequired: bool
    productId: str | None
    optionId: str | None
    unitId: str | None
    connected: bool


class OrderShape(TypedDict):
    """A cart."""

    id: str
    testMode: bool
    supplierReference: str
    settlementMethod: str
    status: Literal["ON_HOLD", "CONFIRMED", "CANCELLED", "EXPIRED", "PENDING"]
    utcExpiresAt: str | None
    utcConfirmedAt: str | None
    cancellable: bool
    confirmable: bool
    bookings: list[BookingShape]
    contact: ContactShape
    pricing: NotRequired[PricingShape]


class ErrorShape(TypedDict):
    """What went wrong; the id of the wrong thing stands beside it."""

    error: str
    errorMessage: str
    productId: NotRequired[str]
    optionId: NotRequired[str]
    unitId: NotRequired[str]
    availabilityId: NotRequired[str]
    uuid: NotRequired[str]
