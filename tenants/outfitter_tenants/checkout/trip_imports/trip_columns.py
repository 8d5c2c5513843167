"""The columns a file of trips may have, and what other systems call them."""

from typing import Final

from outfitter.db.imports import ImportColumn
from outfitter_tenants.catalog.customer_kinds import CUSTOMER_KINDS

MOST_GUESTS: Final = 500

STATUSES: Final = {
    "booked": "booked",
    "reserved": "booked",
    "confirmed": "booked",
    "active": "booked",
    "open": "booked",
    "paid": "booked",
    "pending": "booked",
    "completed": "checked_in",
    "complete": "checked_in",
    "checked_in": "checked_in",
    "checked in": "checked_in",
    "arrived": "checked_in",
    "attended": "checked_in",
    "redeemed": "checked_in",
    "no_show": "no_show",
    "no show": "no_show",
    "no-show": "no_show",
    "noshow": "no_show",
    "canceled": "canceled",
    "cancelled": "canceled",
    "rebooked": "canceled",
    "void": "canceled",
    "voided": "canceled",
}
METHODS: Final = {
    "card": "card",
    "credit card": "card",
    "credit": "card",
    "stripe": "card",
    "visa": "card",
    "mastercard": "card",
    "cash": "cash",
    "check": "check",
    "cheque": "check",
    "wire": "wire",
    "bank transfer": "bank_transfer",
    "bank_transfer": "bank_transfer",
    "transfer": "bank_transfer",
    "voucher": "voucher",
    "gift card": "external",
    "affiliate": "reseller_account",
    "agent": "reseller_account",
    "reseller": "reseller_account",
    "reseller_account": "reseller_account",
    "ota": "ota_prepaid",
    "ota_prepaid": "ota_prepaid",
    "external": "external",
    "other": "other",
}

COLUMNS: Final = (
    ImportColumn(
        "reference",
        example="FH-204871",
        aliases=(
            "booking id",
            "booking number",
            "booking ref",
            "booking reference",
            "booking #",
            "confirmation",
            "confirmation code",
            "confirmation number",
            "order number",
            "order id",
            "order #",
            "reservation",
            "reservation id",
            "reservation number",
            "external reference",
            "ticket number",
        ),
        max_length=120,
    ),
    ImportColumn(
        "provider", example="FareHarbor", aliases=("system", "source system", "booked in"), max_length=40
    ),
    ImportColumn(
        "name",
        example="Ann Lee",
        aliases=("customer", "customer name", "contact", "contact name", "guest name", "full name", "booker"),
        max_length=160,
    ),
    ImportColumn(
        "first_name", example="Ann", aliases=("first name", "firstname", "given name"), max_length=80
    ),
    ImportColumn(
        "last_name", example="Lee", aliases=("last name", "lastname", "surname", "family name"), max_length=80
    ),
    ImportColumn(
        "email",
        "email",
        example="ann.lee@example.com",
        aliases=("e-mail", "email address", "customer email", "contact email"),
    ),
    ImportColumn(
        "phone",
        "phone",
        example="+1 808 555 0100",
        aliases=("phone number", "telephone", "mobile", "customer phone", "contact phone"),
    ),
    ImportColumn("country", "country", example="US", aliases=("customer country", "nationality")),
    ImportColumn("language", "locale", example="en", aliases=("language", "customer language")),
    ImportColumn(
        "experience",
        is_required=True,
        example="Sunset sail",
        aliases=(
            "item",
            "product",
            "product name",
            "activity",
            "activity name",
            "tour",
            "tour name",
            "experience name",
            "service",
        ),
        max_length=160,
    ),
    ImportColumn(
        "date",
        "date",
        example="2026-12-24",
        aliases=("start date", "activity date", "tour date", "service date", "trip date", "travel date"),
    ),
    ImportColumn(
        "time",
        "time",
        example="09:00",
        aliases=("start time", "activity time", "tour time", "departure time", "session time"),
    ),
    ImportColumn(
        "starts_at",
        "instant",
        example="",
        aliases=("starts at", "start date and time", "start datetime", "availability", "tour date time"),
    ),
    ImportColumn(
        "party",
        example="2 Adult, 1 Child",
        aliases=("customers", "tickets", "participants", "customer types", "quantities"),
        max_length=400,
    ),
    *(
        ImportColumn(
            f"qty_{kind}",
            "number",
            example="",
            aliases=(f"{kind} qty", f"{kind} quantity", f"# {kind}", f"number of {kind}", f"{kind} count"),
            lowest=0,
            highest=MOST_GUESTS,
        )
        for kind in CUSTOMER_KINDS
    ),
    ImportColumn(
        "pax",
        "number",
        aliases=(
            "pax",
            "people",
            "# of pax",
            "number of people",
            "total guests",
            "total pax",
            "total customers",
        ),
        lowest=1,
        highest=MOST_GUESTS,
    ),
    ImportColumn(
        "total_amount",
        "money",
        is_required=True,
        example="247.00",
        aliases=("total price", "price", "total amount", "amount", "gross", "grand total", "booking total"),
        currency_column="currency",
    ),
    ImportColumn(
        "paid_amount",
        "money",
        example="100.00",
        aliases=("total paid", "amount paid", "paid amount", "payments", "collected"),
        currency_column="currency",
    ),
    ImportColumn("tip_amount", "money", aliases=("tips", "gratuity"), currency_column="currency"),
    ImportColumn("currency", "currency", example="USD", aliases=("currency code",)),
    ImportColumn(
        "method",
        "choice",
        example="card",
        aliases=("payment method", "payment type", "paid by", "payment"),
        choices=METHODS,
    ),
    ImportColumn(
        "paid_on",
        "instant",
        example="2026-11-02",
        aliases=("payment date", "date paid", "paid at", "paid date"),
    ),
    ImportColumn(
        "reseller",
        example="",
        aliases=("agent", "affiliate", "affiliate name", "partner", "sold by", "agent company"),
        max_length=160,
    ),
    ImportColumn(
        "voucher",
        aliases=("voucher number", "agent reference", "affiliate voucher", "external id"),
        max_length=80,
    ),
    ImportColumn(
        "commission_amount",
        "money",
        aliases=("commission amount", "agent commission"),
        currency_column="currency",
    ),
    ImportColumn(
        "status", "choice", example="booked", aliases=("booking status", "order status"), choices=STATUSES
    ),
    ImportColumn(
        "created_at",
        "instant",
        example="2026-11-02",
        aliases=(
            "booked",
            "booking date",
            "created",
            "created at",
            "date created",
            "order date",
            "created date",
        ),
    ),
    ImportColumn(
        "notes", aliases=("notes", "internal notes", "booking notes", "comment", "comments"), max_length=4000
    ),
    ImportColumn("overbook", "bool", aliases=("allow overbooking",)),
)
