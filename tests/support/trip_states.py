"""Trips in the states their life takes them through, made by the product's own operations."""

from datetime import timedelta
from typing import Any

from outfitter.kit.clock import utc_now
from outfitter_tenants.audit import queries as audit
from outfitter_tenants.checkout.sales import reservation
from outfitter_tenants.checkout.trip_changes.change import TripActor
from outfitter_tenants.messaging.models import Message, Review
from outfitter_tenants.messaging.template_content import TemplateWords
from outfitter_tenants.messaging.template_operations import TemplateDraft, save_template
from outfitter_tenants.reports.report_links import ReportLinkDraft, create_link
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.trips import queries as trips
from tests.support.sales import Offer, fill_cart, make_offer

EVERYTHING = frozenset({"trip.reserve_unpaid", "timeslot.book_past", "trip.delete", "reseller.manage"})
MANAGER = TripActor(avatar_id=1, name="Mia", permissions=EVERYTHING)


def reserve(trip_id: int, *, by: TripActor = MANAGER, at: Any = None) -> int:
    """Book a cart that is paid later."""
    reservation.reserve(trip_id=trip_id, is_told=True, by=by, at=at or utc_now())
    return trip_id


def make_reserved(offer: Offer | None = None, **cart: Any) -> int:
    """Return the id of a reserved trip of two adults and a child that nothing was paid on."""
    return reserve(fill_cart(offer or make_offer(), **cart))


def status(trip_id: int) -> str:
    """Return the state of a trip."""
    return trips.get_trip(trip_id=trip_id).status


def left(offer: Offer) -> int | None:
    """Return the seats that staff can still sell on the offer's departure."""
    return scheduling.get_timeslot(timeslot_id=offer.timeslot_id, at=utc_now()).remaining.total


def logged(trip_id: int) -> list[str]:
    """Return what the log says happened to a trip, newest first."""
    return [row["action"] for row in audit.list_of_trip(trip_id=trip_id)]


def make_template() -> dict[str, int]:
    """Return what addresses name of a message template with one version, by name."""
    words = TemplateWords("en", "Hi", "", {"type": "doc", "content": [{"type": "bill"}]})
    draft = TemplateDraft("Theirs", "custom", "email", [words])
    row = save_template(draft=draft, template_id=None, version=None, at=utc_now())
    return {"template": row.pk, "version": row.version}


def make_review(trip_id: int) -> int:
    """Return the id of what a guest said of a trip."""
    row = Review.objects.create(trip_id=trip_id, rating=5, sentiment="positive", created_at=utc_now())
    return row.pk


def make_report_link() -> int:
    """Return the id of a link at which outsiders read what guests say."""
    draft = ReportLinkDraft("reviews", days=None, experience_id=None, good_for=timedelta(days=30))
    return create_link(draft, by=None, at=utc_now()).pk


def make_message() -> int:
    """Return the id of a message that waits to be sent."""
    row = Message.objects.create(
        hash="waits", category="confirmation", to="ana@example.com", created_at=utc_now()
    )
    return row.pk
