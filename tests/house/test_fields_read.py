"""Every field of every model is read by something, or stands here with what it waits for."""

import re
from typing import Final

import pytest
from django.apps import apps

from tests.support.field_reads import ROOT, names_read

pytestmark = pytest.mark.rules

# Subjects of which nothing is to come: the browser alone reads the field; nobody but who looks into
# something that went wrong does; its name is put together while the program runs.
SCREEN: Final = "a screen shows it"
RECORD: Final = "a record of who and when"
BUILT: Final = "read by a name that is put together"

# (what reads it or what it waits for, why that is so, the fields)
EXCEPTIONS: Final = (
    (
        SCREEN,
        "Carried to the browser as it is, which shows it or acts on it.",
        """accounts.Passkey.is_synced
        people.Properties.is_skip_balance_due_popup people.Properties.privacy_url
        people.Properties.week_start
        customers.CustomerMerge.merged_at customers.CustomerMerge.merged_by_name
        scheduling.Resource.attributes trips.Flag.flagged_at trips.Trip.tax_certificate
        resellers.ResellerNote.edited_at trips.TripNote.edited_at
        ledger.Payment.tendered_amount ledger.Dispute.settled_currency
        giftcards.GiftCard.sold_price giftcards.GiftCard.code_source tableviews.TableView.page_size
        channels.ChannelConnection.key_hint
        channels.Reconciliation.compared_cnt
        messaging.Conversation.last_channel messaging.Conversation.last_direction""",
    ),
    (
        BUILT,
        "The audience or the grammatical number is a part of the name.",
        """scheduling.Timeslot.smart_min_pax_direct scheduling.Timeslot.smart_min_pax_reseller""",
    ),
    (
        BUILT,
        "Read from the copy of the policy that an order keeps.",
        """pricing.CancellationPolicy.self_cancel_until_hours
        pricing.CancellationPolicy.self_rebook_until_hours""",
    ),
    (
        RECORD,
        "Written down beside the change itself; the audit log tells the story on screens.",
        """accounts.Account.is_demo accounts.Account.closed_reason accounts.Domain.is_primary
        accounts.Domain.verified_at accounts.User.last_login accounts.User.email_confirmed_at
        accounts.UserSession.end_reason accounts.Passkey.aaguid plugins.PartnerAccount.bound_at
        audit.AuditSeal.sealed_at customers.CustomerMerge.merged_by customers.DuplicatePair.found_at
        customers.DuplicatePair.dismissed_by scheduling.ExperienceDate.cancelled_reason
        trips.TripOrder.original_timeslot_id trips.TripOrder.cancelled_by
        resellers.TopUp.by_id
        trips.Booking.checked_in_by trips.Flag.cleared_by trips.Flag.clear_note trips.Trip.reviewed_by
        trips.Trip.referrer ledger.Intent.hold_ids ledger.Payment.card_wallet
        ledger.PaymentHold.wanted_by ledger.Dispute.network_reason
        ledger.Dispute.withdrawn_amount ledger.Dispute.has_evidence ledger.Difference.found_at
        waivers.BookingWaiver.set_by waivers.BookingWaiver.set_at
        tableviews.TableView.owner_name
        transfer.Transfer.byte_cnt devices.Device.registered_by channels.ChannelConnection.last_push_at
        channels.ExternalBooking.is_their_net channels.Reconciliation.made_by
        invoices.InvoicePayment.remove_reason
        trips.OrderMove.failure messaging.Message.in_reply_to_id messaging.Review.replied_by""",
    ),
    (
        "messages",
        "No report adds up what texts cost, and no form offers the rest.",
        """people.Properties.sms_sender messaging.Message.segment_cnt""",
    ),
    (
        "calls",
        "Staff read them as they are: when somebody called back, and what callers are told.",
        "calls.Call.callback_at calls.CallSettings.recording_notice",
    ),
    (
        "devices",
        "Devices neither sign in with a number of a person nor are told anything.",
        "people.UserAvatar.pin_hash devices.Device.push_token",
    ),
    ("invoices on paper", "Printed under its own name.", "resellers.Reseller.tax_id"),
    (
        "the platform's desk",
        "Operators neither pay for the product nor hold accounts of the platform's own gateway.",
        "accounts.Account.stripe_account_id accounts.Account.trial_ends_at",
    ),
    (
        "accounting",
        "The code is for a ledger of the operator's that nothing writes to yet.",
        "pricing.Surcharge.tax_code",
    ),
    ("imports", "Exports alone are made; rows that fail belong to imports.", "transfer.Transfer.error_rows"),
    (
        "the whole day's lock, seats by number, others' references",
        "Columns that were laid down for it; nothing writes them.",
        """scheduling.Timeslot.manifest_locked_at scheduling.Hold.external_ref trips.Booking.seat
        trips.Booking.external_ref trips.TripOrder.external_ref""",
    ),
)


def unread() -> set[str]:
    """Return the fields of our models that no code reads."""
    names = names_read()
    return {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models()
        if model.__module__.startswith("outfitter")
        for field in model._meta.local_concrete_fields
        if not field.primary_key and not {field.name, field.attname} & names
    }


def excepted(subject: str | None = None) -> list[str]:
    """Return the fields that stand in the table, of one subject or of all."""
    return [one for about, _, names in EXCEPTIONS if subject in {None, about} for one in names.split()]


def test_every_field_is_read_or_says_what_it_waits_for() -> None:
    assert sorted(unread() - set(excepted())) == []


def test_no_exception_is_stale_or_named_twice() -> None:
    assert sorted(set(excepted()) - unread()) == []
    assert len(set(excepted())) == len(excepted())


def test_what_a_screen_shows_stands_in_its_code() -> None:
    sources = [
        path.read_text(encoding="utf-8")
        for front in ("web", "widget")
        for path in (ROOT / front / "src").rglob("*.ts*")
        if path.name not in {"schema.d.ts", "fixture.ts", "types.ts"} and ".test." not in path.name
    ]
    words = set(re.findall(r"\w+", "\n".join(sources)))
    assert [one for one in excepted(SCREEN) if one.rsplit(".", 1)[1] not in words] == []
