"""The right to be forgotten and the right to know: who goes, what stays, what is told."""

import io
import json
import zipfile
from datetime import date, timedelta

import pytest
from django.db import InternalError, connection, transaction
from django.db.utils import IntegrityError

from outfitter.kit.clock import utc_now
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.checkout.waitlist import entries
from outfitter_tenants.checkout.waitlist.types import JoinRequest
from outfitter_tenants.crm import export_page
from outfitter_tenants.crm.operations import export, merges, privacy
from outfitter_tenants.customers import queries
from outfitter_tenants.customers.models import Customer, CustomerCard, CustomerMerge, DuplicatePair
from outfitter_tenants.ledger.models import Payment
from outfitter_tenants.messaging.models import Message
from outfitter_tenants.scheduling.models import Timeslot
from outfitter_tenants.trips.models import Booking, PriceLine, Trip, TripNote, TripOrder
from outfitter_tenants.trips.operations.drafts import Contact
from outfitter_tenants.waitlist.models import WaitlistEntry
from tests.calls.support import make_call
from tests.support.customers import add_card, add_message, make_customer, sell
from tests.support.sales import fill_cart, make_offer
from tests.support.waitlist_parties import fill

pytestmark = pytest.mark.usefixtures("reef")

SECRETS = ("Xenia", "Quispe", "xenia@quispe.example", "+34912345678", "allergic to zinc", "Calle 9")
XENIA = Contact("Xenia", "Quispe", "xenia@quispe.example", "+34912345678", "ES")


@pytest.fixture
def person():
    """Somebody with a past trip, guests, notes, messages, a card and an abandoned cart."""
    offer = make_offer()
    trip_id = sell(offer, XENIA, is_over=True)
    fill_cart(offer, contact=XENIA)
    customer_id = Trip.objects.get(pk=trip_id).customer_id
    Customer.objects.filter(pk=customer_id).update(
        notes="allergic to zinc",
        address={"street": "Calle 9"},
        tags=["diver"],
        birth_date=date(1990, 5, 1),
        more_emails=["x@quispe.example"],
    )
    guests = Booking.objects.filter(trip_order__trip_id=trip_id).order_by("pk")
    guests.update(guest_first_name="Xenia", guest_last_name="Quispe", guest_email=XENIA.email)
    TripNote.objects.create(trip_id=trip_id, body="Xenia is allergic to zinc", created_at=utc_now())
    add_message(customer_id, trip_id)
    add_message(customer_id, trip_id, status="queued")
    add_card(customer_id)
    full = make_offer(name="Full", capacity=2)
    fill(full, seats=2)
    waits = JoinRequest(full.timeslot_id, {full.adult: 1}, "departure", XENIA, "en")
    entries.join(waits, at=utc_now())
    return customer_id, trip_id


def everything_stored() -> str:
    """Return every text of every table of this operator."""
    found = []
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT table_name FROM information_schema.tables"
            " WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'"
        )
        for (name,) in cursor.fetchall():
            cursor.execute(f'SELECT t::text FROM "{name}" AS t')
            found += [f"{name}: {row[0]}" for row in cursor.fetchall()]
    return "\n".join(found)


class TestAnonymising:
    def test_nothing_of_the_person_is_left_anywhere(self, person):
        customer_id, trip_id = person
        stored = everything_stored()
        assert all(secret in stored for secret in SECRETS)
        money = list(Payment.objects.values()) + list(PriceLine.objects.values())
        log = list(AuditLog.objects.order_by("pk").values_list("pk", "at", "action", "entity_id"))

        privacy.anonymise(customer_id=customer_id, at=utc_now())

        stored = everything_stored()
        left = [
            line.split(":")[0] for line in stored.splitlines() if any(secret in line for secret in SECRETS)
        ]
        assert left == []
        assert list(Payment.objects.values()) + list(PriceLine.objects.values()) == money
        kept = AuditLog.objects.order_by("pk").values_list("pk", "at", "action", "entity_id")
        assert list(kept)[: len(log)] == log
        trip = Trip.objects.get(pk=trip_id)
        assert (trip.status, trip.total_amount, trip.customer_id) == ("reserved", 7800, customer_id)

    def test_who_waits_leaves_the_line(self, person):
        customer_id, _ = person
        entry = WaitlistEntry.objects.get()
        assert (entry.status, Timeslot.objects.get(pk=entry.timeslot_id).waiting_pax_min) == ("waiting", 1)

        privacy.anonymise(customer_id=customer_id, at=utc_now())

        entry.refresh_from_db()
        assert (entry.status, entry.email, entry.first_name, entry.pax_cnt) == ("removed", "", "", 1)
        assert Timeslot.objects.get(pk=entry.timeslot_id).waiting_pax_min is None

    def test_what_it_takes_is_what_was_announced(self, person):
        customer_id, _ = person
        call = make_call(customer_id=customer_id, transcript="Two seats, please.")
        make_call(number="+442079460000")
        said = privacy.preview(customer_id=customer_id, at=utc_now())

        assert (said.trip_cnt, said.guest_cnt, said.note_cnt) == (2, 2, 1)
        assert (said.message_cnt, said.card_cnt, said.call_cnt, said.reasons) == (3, 1, 1, [])

        privacy.anonymise(customer_id=customer_id, at=utc_now())

        assert CustomerCard.objects.count() == 0
        call.refresh_from_db()
        assert (call.caller_number, call.transcript) == ("", "")
        assert sorted(Message.objects.values_list("status", flat=True)) == ["cancelled", "cancelled", "sent"]
        row = Customer.objects.get(pk=customer_id)
        assert (row.country, row.trip_cnt) == ("ES", 1)
        assert privacy.preview(customer_id=customer_id, at=utc_now()).reasons == ["already_anonymised"]

    def test_guests_with_rights_of_their_own_keep_their_names(self, person):
        customer_id, trip_id = person
        first, second = Booking.objects.filter(trip_order__trip_id=trip_id).order_by("pk")
        friend = make_customer(first_name="Bo", last_name="Li")
        Booking.objects.filter(pk=first.pk).update(customer_id=friend, guest_first_name="Bo")
        Booking.objects.filter(pk=second.pk).update(waiver_state="signed", guest_first_name="Cy")

        said = privacy.preview(customer_id=customer_id, at=utc_now())
        privacy.anonymise(customer_id=customer_id, at=utc_now())

        assert (said.guest_cnt, said.kept_guest_cnt) == (0, 2)
        first.refresh_from_db()
        second.refresh_from_db()
        assert (first.guest_first_name, second.guest_first_name) == ("Bo", "Cy")

    def test_merged_ones_go_along_and_cannot_come_back(self, person):
        customer_id, _ = person
        other = make_customer(first_name="Xenia", last_name="Quispe", email="x2@quispe.example")
        merged = merges.merge(keep_id=customer_id, merge_ids=[other], choices={}, at=utc_now())

        privacy.anonymise(customer_id=other, at=utc_now())

        assert Customer.objects.filter(anonymised_at__isnull=False).count() == 2
        assert CustomerMerge.objects.count() == 0
        assert DuplicatePair.objects.count() == 0
        with pytest.raises(queries.MergeNotFound):
            merges.undo(merge_id=merged.merge_id, at=utc_now())

    @pytest.mark.parametrize(
        ("is_over", "is_paid", "reasons"),
        [
            (False, True, ["upcoming_trips"]),
            (True, False, ["balance_due"]),
            (False, False, ["upcoming_trips", "balance_due"]),
        ],
    )
    def test_whoever_is_still_needed_stays(self, is_over, is_paid, reasons):
        trip_id = sell(make_offer(), XENIA, is_over=is_over, is_paid=is_paid)
        customer_id = Trip.objects.get(pk=trip_id).customer_id

        with pytest.raises(privacy.CustomerInUse) as caught:
            privacy.anonymise(customer_id=customer_id, at=utc_now())

        assert caught.value.detail["reasons"] == reasons
        assert Customer.objects.get(pk=customer_id).first_name == "Xenia"

    def test_a_selection_is_done_as_far_as_it_goes(self, person):
        customer_id, _ = person
        waiting = sell(make_offer(name="Cave"), Contact("Bo", "Li", "bo@x.io", None, None))
        waiting_id = Trip.objects.get(pk=waiting).customer_id

        outcome = privacy.delete_all(
            ids=[customer_id, waiting_id, customer_id], mode="anonymise", at=utc_now()
        )

        assert outcome.anonymised_ids == [customer_id]
        assert outcome.skipped == [(waiting_id, "Bo Li", ["upcoming_trips"])]


class TestDeleting:
    def test_only_when_nothing_hangs_on_them(self, person):
        customer_id, _ = person
        alone = make_customer(first_name="Typo")

        privacy.delete_if_empty(customer_id=alone, at=utc_now())

        assert not Customer.objects.filter(pk=alone).exists()
        with pytest.raises(privacy.CustomerInUse) as caught:
            privacy.delete_if_empty(customer_id=customer_id, at=utc_now())
        assert caught.value.detail["reasons"] == ["has_trips", "has_messages", "merged"]


class TestTheLog:
    """The audit log is append-only; redaction is the one door, and it is narrow."""

    @pytest.mark.parametrize(
        "statement",
        [
            "UPDATE audit_auditlog SET after = NULL",
            "DELETE FROM audit_auditlog",
            "SET LOCAL outfitter.redacting = 'on'; DELETE FROM audit_auditlog",
            "SET LOCAL outfitter.redacting = 'on'; UPDATE audit_auditlog SET action = 'x'",
            "SET LOCAL outfitter.redacting = 'on'; UPDATE audit_auditlog SET at = now()",
            "SET LOCAL outfitter.redacting = 'on'; UPDATE audit_auditlog SET entity_id = 1",
            "SET LOCAL outfitter.redacting = 'on'; UPDATE audit_auditlog SET actor_name = 'x'",
            "SET LOCAL outfitter.redacting = 'on'; UPDATE audit_auditlog SET trip_id = 5",
        ],
    )
    def test_refuses_everything_else(self, statement):
        make_customer()

        with (
            pytest.raises((IntegrityError, InternalError)),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute(statement)

    def test_the_door_closes_behind_a_redaction(self, person):
        privacy.anonymise(customer_id=person[0], at=utc_now())

        with (
            pytest.raises((IntegrityError, InternalError)),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute("UPDATE audit_auditlog SET after = NULL")


class TestExport:
    def read(self, body):
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            page = archive.read("index.html").decode()
            return json.loads(archive.read("data.json")), page

    def test_tells_everything_about_the_person(self, person):
        customer_id, trip_id = person

        name, body = export.export_person(customer_id=customer_id, operator="Reef Runners", at=utc_now())

        data, page = self.read(body)
        assert name == f"customer-{customer_id}.zip"
        assert data["profile"]["email"] == "xenia@quispe.example"
        assert [len(trip["guests"]) for trip in data["trips"]] == [2]
        assert data["trips"][0]["total_amount"] == 7800
        assert {m["subject"] for m in data["messages"]} == {
            "See you, Ana",
            "You are on the waiting list: Full",
        }
        [waited] = data["waitlist"]
        assert (waited["experience"], waited["email"], waited["status"]) == ("Full", XENIA.email, "waiting")
        assert data["cards"] == [{"brand": "visa", "last4": "4242", "expires": "2031-04"}]
        code = Trip.objects.get(pk=trip_id).confirmation_code
        assert all(word in page for word in (*SECRETS, code, "Reef Runners", "$78.00"))
        actions = AuditLog.objects.filter(entity_type="customer", entity_id=customer_id)
        assert actions.order_by("-pk").first().action == "customer.exported"

    def test_is_escaped(self):
        made = make_customer(first_name="<script>alert(1)</script>")

        _, body = export.export_person(customer_id=made, operator="<b>", at=utc_now())

        _, page = self.read(body)
        assert "<script>" not in page
        assert "<b>" not in page

    def test_has_a_bound(self, person, monkeypatch):
        monkeypatch.setattr(export, "MAX_TRIPS", 0)

        with pytest.raises(export.TooMuch):
            export.export_person(customer_id=person[0], operator="Reef", at=utc_now())

    def test_speaks_twelve_languages_with_the_same_words(self):
        from outfitter.kit.locales import ROUTE_LOCALES

        keys = list(export_page.words_of("en"))
        for locale in ROUTE_LOCALES:
            words = export_page.words_of(locale)
            assert list(words) == keys, locale
            assert words["lang"] == locale
            assert all(words.values())
        assert export_page.words_of("tlh") == export_page.words_of("en")


def test_the_clock_of_a_trip_is_not_touched(person):
    _, trip_id = person
    order = TripOrder.objects.filter(trip_id=trip_id).first()
    before = Trip.objects.get(pk=trip_id).first_start_at

    privacy.anonymise(customer_id=person[0], at=utc_now() + timedelta(days=1))

    assert Trip.objects.get(pk=trip_id).first_start_at == before
    assert TripOrder.objects.get(pk=order.pk).timeslot_id == order.timeslot_id
