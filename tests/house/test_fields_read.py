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
        customers.CustomerMerge.merged_at customers.CustomerMerge.merged_by_name
        scheduling.Resource.attributes trips.Trip.tax_certificate
        resellers.ResellerNote.edited_at trips.TripNote.edited_at
        ledger.Payment.tendered_amount ledger.Dispute.settled_currency
        giftcards.GiftCard.sold_price giftcards.GiftCard.code_source tableviews.TableView.page_size
        channels.ChannelConnection.key_hint
        channels.Reconciliation.compared_cnt
        onboarding.Referral.refused_reason onboarding.Referral.rewarded_at
        messaging.Conversation.last_channel messaging.Conversation.last_direction""",
    ),
    (
        BUILT,
        "SQL of the platform's figures adds them up, under names of its own.",
        """kpis.KpiDailyAccount.pay_base_cnt kpis.KpiDailyAccount.pay_card_cnt
        kpis.KpiMonthlyAccount.previous_mrr kpis.KpiMonthlyAccount.processed_amount
        kpis.KpiMonthTotal.accounts_below_50pct_cnt kpis.KpiMonthTotal.active_accounts_cnt
        kpis.KpiMonthTotal.moved_churn kpis.KpiMonthTotal.moved_contraction
        kpis.KpiMonthTotal.moved_expansion kpis.KpiMonthTotal.moved_new
        kpis.KpiMonthTotal.moved_reactivation kpis.KpiMonthTotal.previous_mrr
        kpis.KpiMonthTotal.processed_amount""",
    ),
    (
        RECORD,
        "Told by operators and kept; no figure is made of them yet.",
        """kpis.KpiDailyAccount.pay_gift kpis.KpiDailyAccount.pay_ota kpis.KpiDailyAccount.pay_reseller
        kpis.KpiDailyAccount.refunds_amount""",
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
        pricing.CancellationPolicy.self_rebook_until_hours operators.SupportAccess.granted_at
        operators.SupportAccess.granted_by""",
    ),
    (
        RECORD,
        "Written down beside the change itself; the audit log tells the story on screens.",
        """accounts.Account.closed_reason platform_audit.PlatformAct.actor_user_id
        accounts.User.last_login accounts.User.email_confirmed_at
        accounts.Passkey.aaguid plugins.PartnerAccount.bound_at
        audit.AuditSeal.sealed_at customers.CustomerMerge.merged_by customers.DuplicatePair.found_at
        customers.DuplicatePair.dismissed_by scheduling.ExperienceDate.cancelled_reason
        trips.TripOrder.original_timeslot_id trips.TripOrder.cancelled_by
        resellers.TopUp.by_id
        trips.Booking.checked_in_by trips.Flag.cleared_by trips.Flag.clear_note trips.Trip.reviewed_by
        ledger.Intent.hold_ids ledger.Payment.card_wallet
        ledger.PaymentHold.wanted_by ledger.Dispute.network_reason
        ledger.Dispute.withdrawn_amount ledger.Dispute.has_evidence ledger.Difference.found_at
        waivers.BookingWaiver.set_by waivers.BookingWaiver.set_at
        devices.Device.registered_by channels.ChannelConnection.last_push_at
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
    ("devices", "Devices ask; nothing is pushed to them.", "devices.Device.push_token"),
    ("invoices on paper", "Printed under its own name.", "resellers.Reseller.tax_id"),
    (
        "the platform's desk",
        "Operators neither pay for the product nor hold accounts of the platform's own gateway.",
        "accounts.Account.trial_ends_at",
    ),
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
