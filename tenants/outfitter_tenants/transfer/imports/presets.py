"""
How other systems name the columns of their exports: presets of mappings.

None has been tried with a real file (`is_verified`), and no public page was found that lists the columns of
an export: the names are our guesses, from what these systems call things. `source` is where their vendors
document them. A name that isn't there costs nothing: aliases of the columns are tried next, and whoever
imports sees the mapping before anything happens.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True, slots=True)
class Preset:
    """
    One export of one system. `columns` names the headings of each of our columns, the likeliest first.

    `telling` are headings by which the file is recognized, `date_format` what its days look like where the
    system always writes them the same.
    """

    slug: str
    name: str
    object: str
    columns: Mapping[str, tuple[str, ...]]
    telling: tuple[str, ...]
    source: str
    date_format: str | None = None
    is_verified: bool = False
    notes: tuple[str, ...] = field(default=())

    def headings(self, key: str) -> tuple[str, ...]:
        """Return the headings that fill a column."""
        return self.columns.get(key, ())


_FAREHARBOR: Final = "https://help.fareharbor.com/reporting/getting-started/types-overview/"
_PEEK: Final = "https://support.peekpro.com"
_BOKUN: Final = "https://docs.bokun.io"
_REZDY: Final = "https://developers.rezdy.com"
_TRIPWORKS: Final = "https://tripworks.helpjuice.com/en_US/customer-profiles-/customer-profile"

PRESETS: Final = (
    Preset(
        "fareharbor_contacts",
        "FareHarbor: Contacts",
        "customers",
        {
            "name": ("Contact", "Contact Name", "Name"),
            "email": ("Contact Email", "Email"),
            "phone": ("Contact Phone", "Phone"),
            "language": ("Contact Language", "Language"),
            "email_opt_in": ("Subscribed to Email", "Email Subscription", "Contact Okay to Email"),
        },
        ("Contact", "Contact Email", "Contact Phone"),
        _FAREHARBOR,
    ),
    Preset(
        "fareharbor_bookings",
        "FareHarbor: Bookings",
        "trips",
        {
            "reference": ("Booking ID", "Booking"),
            "experience": ("Item", "Item Name"),
            "date": ("Availability Date", "Start Date", "Date"),
            "time": ("Start Time", "Availability Time"),
            "starts_at": ("Start Date and Time", "Availability"),
            "name": ("Contact", "Contact Name"),
            "email": ("Contact Email", "Email"),
            "phone": ("Contact Phone", "Phone"),
            "pax": ("# of Pax", "Pax", "Customer Count"),
            "total_amount": ("Total", "Booking Total"),
            "paid_amount": ("Total Paid", "Amount Paid"),
            "created_at": ("Created At Date", "Created At"),
            "notes": ("Booking Note", "Notes"),
        },
        ("Booking ID", "Item", "Contact"),
        _FAREHARBOR,
    ),
    Preset(
        "peek_customers",
        "Peek Pro: Customers",
        "customers",
        {
            "name": ("Customer Name", "Purchaser", "Name"),
            "first_name": ("Customer First Name", "First Name"),
            "last_name": ("Customer Last Name", "Last Name"),
            "email": ("Customer Email", "Email"),
            "phone": ("Customer Phone", "Phone"),
            "postal_code": ("Customer Zip Code", "Zip Code"),
            "country": ("Customer Country", "Country"),
            "email_opt_in": ("Opted In to Marketing", "Marketing Opt In"),
        },
        ("Customer Name", "Customer Email", "Customer Phone"),
        _PEEK,
    ),
    Preset(
        "peek_bookings",
        "Peek Pro: Bookings",
        "trips",
        {
            "reference": ("Booking ID", "Booking Reference"),
            "experience": ("Activity", "Activity Name"),
            "date": ("Activity Date", "Date"),
            "time": ("Activity Time", "Time"),
            "name": ("Customer Name", "Purchaser"),
            "email": ("Customer Email", "Email"),
            "phone": ("Customer Phone", "Phone"),
            "pax": ("Tickets", "Guests", "Headcount"),
            "total_amount": ("Total", "Order Total"),
            "paid_amount": ("Amount Paid", "Paid"),
            "created_at": ("Booked At", "Purchase Date"),
            "notes": ("Notes",),
        },
        ("Booking ID", "Activity", "Activity Date", "Customer Name"),
        _PEEK,
    ),
    Preset(
        "bokun_customers",
        "Bókun: Customers",
        "customers",
        {
            "first_name": ("First name", "Customer first name"),
            "last_name": ("Last name", "Customer last name"),
            "email": ("Email", "Customer email"),
            "phone": ("Phone number", "Customer phone"),
            "company": ("Organization", "Company"),
            "street": ("Address",),
            "postal_code": ("Post code", "Postal code"),
            "city": ("Place", "City"),
            "country": ("Country", "Nationality"),
            "language": ("Language",),
            "birth_date": ("Date of birth",),
        },
        ("Phone number", "Post code", "Place", "Organization"),
        _BOKUN,
    ),
    Preset(
        "bokun_bookings",
        "Bókun: Bookings",
        "trips",
        {
            "reference": ("Confirmation code", "Booking ref.", "Product confirmation code"),
            "experience": ("Product title", "Product"),
            "date": ("Start date", "Date"),
            "time": ("Start time", "Time"),
            "name": ("Customer",),
            "first_name": ("Customer first name", "First name"),
            "last_name": ("Customer last name", "Last name"),
            "email": ("Customer email", "Email"),
            "phone": ("Customer phone", "Phone number"),
            "pax": ("Total participants", "Participants", "Pax"),
            "total_amount": ("Total price", "Total price with discount"),
            "currency": ("Currency", "Sale currency"),
            "created_at": ("Creation date", "Booking date"),
            "notes": ("Notes", "Special requests"),
        },
        ("Confirmation code", "Product title", "Total participants"),
        _BOKUN,
    ),
    Preset(
        "rezdy_customers",
        "Rezdy: Customers",
        "customers",
        {
            "first_name": ("First Name",),
            "last_name": ("Last Name",),
            "name": ("Customer", "Full Name"),
            "email": ("Email",),
            "phone": ("Phone",),
            "mobile": ("Mobile",),
            "company": ("Company Name", "Company"),
            "street": ("Address Line", "Address"),
            "street2": ("Address Line 2",),
            "city": ("City/Town", "City"),
            "region": ("State/County/Region", "State"),
            "postal_code": ("Postcode/ZIP", "Post Code"),
            "country": ("Country", "Country Code"),
            "birth_date": ("Date of Birth", "DOB"),
            "language": ("Preferred Language",),
            "email_opt_in": ("Marketing", "Subscribe to the Newsletter"),
        },
        ("First Name", "Last Name", "Mobile", "Postcode/ZIP", "City/Town"),
        _REZDY,
    ),
    Preset(
        "rezdy_orders",
        "Rezdy: Orders",
        "trips",
        {
            "reference": ("Order Number", "Order #"),
            "experience": ("Product Name", "Product"),
            "starts_at": ("Start Time", "Session Start Time", "Date"),
            "name": ("Customer", "Full Name"),
            "first_name": ("First Name",),
            "last_name": ("Last Name",),
            "email": ("Email",),
            "phone": ("Phone", "Mobile"),
            "pax": ("Total Quantity", "Quantity", "Pax"),
            "total_amount": ("Total Amount", "Order Total"),
            "paid_amount": ("Total Paid",),
            "currency": ("Currency", "Total Currency"),
            "created_at": ("Date Created", "Order Date"),
            "notes": ("Special Requirements", "Comments", "Internal Notes"),
        },
        ("Order Number", "Product Name", "Total Paid"),
        _REZDY,
    ),
    Preset(
        "tripworks_customers",
        "TripWorks: Customers",
        "customers",
        {
            "first_name": ("First Name",),
            "last_name": ("Last Name",),
            "name": ("Customer", "Customer Name"),
            "email": ("Email",),
            "phone": ("Phone", "Phone Number"),
            "street": ("Address", "Street"),
            "city": ("City",),
            "region": ("State", "Region"),
            "postal_code": ("Zip", "Postal Code"),
            "country": ("Country",),
            "email_opt_in": ("Marketing Emails", "Email Marketing"),
        },
        ("First Name", "Last Name", "Marketing Emails", "Marketing Texts"),
        _TRIPWORKS,
    ),
    Preset(
        "tripworks_trips",
        "TripWorks: Trips",
        "trips",
        {
            "reference": ("Confirmation Code", "Confirmation #", "Trip"),
            "experience": ("Experience", "Activity"),
            "date": ("Date", "Experience Date"),
            "time": ("Start Time", "Timeslot"),
            "name": ("Customer", "Customer Name"),
            "email": ("Customer Email", "Email"),
            "phone": ("Customer Phone", "Phone"),
            "pax": ("Pax", "Guests"),
            "total_amount": ("Total",),
            "paid_amount": ("Paid", "Amount Paid"),
            "created_at": ("Created", "Created At"),
        },
        ("Confirmation Code", "Experience", "Customer Name", "Pax"),
        _TRIPWORKS,
    ),
)


def presets_for(name: str) -> list[Preset]:
    """Return the presets of one kind of thing; of all kinds when `name` is empty."""
    return [preset for preset in PRESETS if not name or preset.object == name]


def find_preset(slug: str) -> Preset | None:
    """Return a preset by its slug."""
    return next((preset for preset in PRESETS if preset.slug == slug), None)
