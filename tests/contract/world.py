"""An operator that has one of everything, which another one asks for by id and hash."""

from django.db import connection

from outfitter.accounts import domain_claims
from outfitter.accounts.models import Account, DomainClaim
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter_tenants.catalog.models import Experience
from outfitter_tenants.checkout.printouts import partner_links
from outfitter_tenants.checkout.trip_response.serializers import trip_full
from outfitter_tenants.devices.announcements import templates as announcements
from outfitter_tenants.ledger.operations import cash_drawers, cash_shifts
from outfitter_tenants.messaging.models import Message
from outfitter_tenants.people.models import Role, UserAvatar
from outfitter_tenants.pricing.models import RateSheet
from outfitter_tenants.pricing.operations import save_surcharge
from outfitter_tenants.resellers import notes
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.trips.models import BookingProduct, Trip, TripNote
from tests.calls.support import make_call
from tests.crm.automation_support import make_automation
from tests.giftcards.card_calls import make_card
from tests.inbox.support import make_conversation
from tests.invoices.invoice_calls import make_invoice
from tests.support import database
from tests.support.add_ons import make_product, sell
from tests.support.billing_rows import make_statement
from tests.support.departures import make_rule
from tests.support.fake_channel import make_rows
from tests.support.list_rows import make_around_lists
from tests.support.offer_codes import make_code
from tests.support.open_payments import make_card_hold, make_dispute, make_link
from tests.support.resellers import make_reseller
from tests.support.sales import make_offer
from tests.support.saved_reports import make_custom_report
from tests.support.second_factor import make_browser_and_passkey
from tests.support.setup_rows import make_set_up
from tests.support.trip_states import make_message, make_report_link, make_review, make_template
from tests.support.waitlist_parties import make_place


def make_fee() -> int:
    """Return the id of a fee of the operator whose schema this is."""
    return save_surcharge(
        kind="fee",
        at=utc_now(),
        values={"name": "Fee", "rate_ppm": 1, "calc": "percent", "applies_to": ["tickets"]},
    )


def make_extras(trip_id: int) -> dict[str, int | str]:
    """Put a note and a product on a trip; returns what addresses name of them, by name."""
    trip = Trip.objects.get(pk=trip_id)
    note = TripNote.objects.create(trip=trip, body="Late", created_at=utc_now())
    shirt = make_product(name="Towel")
    sold = BookingProduct.objects.create(
        trip=trip, product_id=shirt, label="Towel", qty=1, unit_amount=1, created_at=utc_now()
    )
    return {
        "tripNote": note.pk,
        "bookingProduct": sold.pk,
        "experienceAddon": 999_999,
        "qty": 1,
        **dict.fromkeys(("custom_field_value", "key"), f"trip.{trip_id}.1"),
        "otaTool": "deals",
    }


def make_partner() -> dict[str, int]:
    """Make a partner with a note on it; returns what addresses name of them."""
    partner = make_reseller()
    note = notes.add_note(reseller_id=partner, body="Late", author_id=None, author_name="Mia", at=utc_now())
    return {"reseller": partner, "resellerNote": note.pk}


def make_announcement_template() -> int:
    """Return the id of words for what is announced often."""
    words = announcements.TemplateWords("Theirs", {"en": "To gate two."})
    return announcements.create(words=words, at=utc_now()).pk


def make_cash_shift() -> dict[str, int]:
    """Make a drawer with a shift; returns what addresses name of them."""
    drawer = cash_drawers.create(name="Theirs", location_id=None, at=utc_now())
    shift = cash_shifts.open_shift(drawer_id=drawer, float_amount=0, currency="USD", by=1, at=utc_now())
    return {"cashDrawer": drawer, "cashShift": shift}


def make_domain_claim() -> int:
    """Return the id of a domain that the operator wants as its own."""
    account = Account.objects.get(schema_name=current_schema())
    name = domain_claims.add_claim(account=account, domain=f"book.{account.slug}.example", at=utc_now())
    return DomainClaim.objects.get(account=account, domain=name).pk


def make_rate_sheet(experience: Experience) -> int:
    """Return the id of a rate sheet of that experience."""
    return RateSheet.objects.create(experience_id=experience.pk, name="Theirs").pk


def _around(sold: int, experience: Experience) -> dict[str, int | str]:
    """Make what else an operator has; returns it by the names that paths use."""
    return {
        **make_around_lists(),
        **make_set_up(),
        **make_extras(sold),
        "row": make_fee(),
        "rateSheet": make_rate_sheet(experience),
        "claim": make_domain_claim(),
        **make_partner(),
        "message": make_message(),
        "conversation": make_conversation(),
        "call": make_call().pk,
        "announcementTemplate": make_announcement_template(),
        **make_template(),
        "review": make_review(sold),
        "reportLink": make_report_link(),
        "report": make_custom_report(),
        **{"field": "channel_id", "action": "test"},
        "messageType": "confirmation",
        "messageHash": Message.objects.latest("pk").hash,
        "status": "cancelled",
        "automation": make_automation("reminder_day", "before_start", 60).pk,
        "tripPayment": 0,
        "offerCode": make_code(),
        "hold": make_card_hold(sold),
        "reseller_credit_card": 1,
        **make_link(sold),
        "giftCard": make_card(),
        "giftCardStyle": 999_999,
        "dispute": make_dispute(sold),
        "invoice": make_invoice(),
        "invoicePayment": 999_999,
        "billingStatement": make_statement(),
        **make_rows(experience.pk),
        **make_place(),
        **make_cash_shift(),
    }


def make_world(reef: Account) -> dict[str, int | str]:
    """Make what an operator has; returns what its addresses are made of, by name."""
    offer = make_offer()
    sold = sell(offer)
    full = trip_full(trip_id=sold, at=utc_now())
    slot = scheduling.get_timeslot(timeslot_id=offer.timeslot_id)
    customer_id = Trip.objects.get(pk=sold).customer_id
    role = Role.objects.create(slug="theirs", name="Theirs", permissions=[])
    person = UserAvatar.objects.create(name="Ana", email="ana@reef.example", role=role)
    experience = Experience.objects.get(pk=offer.experience_id)
    since = {"date_from": slot.date, "date_to": None, "at": utc_now()}
    rule = make_rule(experience=experience, **since).rule
    around_lists = _around(sold, experience)
    link = partner_links.VoucherLink(full["tripOrders"][0]["id"])
    token = partner_links.path_of(link, schema=reef.schema_name).split("/")[-2]
    connection.set_schema_to_public()
    return {
        **around_lists,
        **make_browser_and_passkey(database.REEF.owner_email),
        **dict.fromkeys(("userAvatar", "id", "guide"), person.pk),
        **dict(zip(("role", "account"), (role.pk, reef.pk), strict=True)),
        **dict.fromkeys(("trip", "hash"), full["hash"]),
        "tripOrder": full["tripOrders"][0]["id"],
        **dict(zip(("token", "proof"), (token, "0" * 64), strict=True)),
        "booking": full["tripOrders"][0]["bookings"][0]["id"],
        "customer": customer_id,
        **dict.fromkeys(("card", "merge", "booking_status"), 1),
        "experience": offer.experience_id,
        "experienceDate": slot.experience_date_id,
        "timeslot": offer.timeslot_id,
        "experience_timeslot": rule.id,
        "tripMethod": "ecommerce",
        **dict.fromkeys(("date", "firstDay", "lastDay"), slot.date.isoformat()),
        **dict(zip(("list", "waiverId"), ("fees", 0), strict=True)),
        **dict.fromkeys(("customerType", "blackout", "bookingResource"), 999_999),
    }
