"""Who booked through a channel is forgotten there, too, when the customer they became is."""

import json

from django.core import serializers

from outfitter.kit.clock import utc_now
from outfitter.plugins.channels.booking_types import BookingDetails, BookingKey
from outfitter.plugins.models import OutboxEvent
from outfitter.plugins.types import Event
from outfitter.sdk import channels
from outfitter_tenants.channels.models import ChannelCall, ExternalBooking
from outfitter_tenants.channels.operations import privacy
from outfitter_tenants.crm.operations.privacy import anonymise
from outfitter_tenants.scheduling.models import Timeslot
from outfitter_tenants.trips.models import Trip
from tests.support.add_ons import ask as ask_field
from tests.support.fake_channel import ask

ANA = channels.Contact("Xenia", "Quispe", "xenia@quispe.example", "+12025550123", "US")
SECRETS = ("Xenia", "Quispe", "2025550123", "allergic to zinc")


def stored() -> str:
    rows = [*ExternalBooking.objects.all(), *ChannelCall.objects.all()]
    return json.dumps(serializers.serialize("python", rows), default=str, ensure_ascii=False)


def book(stall, offer):
    """Have a channel book two guests of whom it says a lot; the trip is over and paid."""
    field = ask_field(offer, name="allergies", scope="trip")
    details = BookingDetails(
        contact=ANA,
        note_lines=("Xenia is allergic to zinc",),
        answers={str(field): "allergic to zinc"},
        extra={"hotel": "Xenia"},
    )
    held = channels.hold(stall, ask(offer, adults=2, reference="R-1", details=details))
    channels.confirm(stall, BookingKey(uuid=held.uuid), details=details)
    row = ExternalBooking.objects.get()
    ChannelCall.objects.create(
        channel="fair",
        direction="in",
        operation="confirm",
        method="POST",
        path="/",
        outcome="ok",
        milliseconds=1,
        references=["R-1"],
        asked="Xenia Quispe",
        answered="Xenia Quispe",
        at=utc_now(),
    )
    slot = Timeslot.objects.filter(pk=row.timeslot_id)
    slot.update(start_at="2020-01-01T09:00Z", end_at="2020-01-01T11:00Z")
    Trip.objects.filter(pk=row.trip_id).update(
        first_start_at="2020-01-01T09:00Z", net_due_amount=0, total_amount=0
    )
    return row


def test_what_a_channel_said_of_a_guest_goes(stall, offer):
    row = book(stall, offer)
    assert all(secret in stored() for secret in SECRETS)
    before = (row.reference, row.pax_cnt, row.total_amount, row.state, row.confirmation_code)

    anonymise(customer_id=Trip.objects.get(pk=row.trip_id).customer_id, at=utc_now())
    told = OutboxEvent.objects.get(name="customer.anonymised")
    event = Event("1", told.name, told.payload, utc_now())
    privacy.on_anonymised(None, event)
    privacy.on_anonymised(None, event)

    row.refresh_from_db()
    assert not [secret for secret in SECRETS if secret in stored()]
    assert (row.reference, row.pax_cnt, row.total_amount, row.state, row.confirmation_code) == before
    # The channel still finds what it booked.
    seen = channels.booking(stall, BookingKey(uuid=str(row.uuid)))
    assert (seen.reference, len(seen.units)) == ("R-1", 2)
