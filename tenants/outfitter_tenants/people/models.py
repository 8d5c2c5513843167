"""Operator settings, roles and user avatars (domain.md 3.1)."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower, Now

from outfitter.db.column_types import slug_choices, text_list
from outfitter.kit.cash import CHOICES as CASH_CHOICES


class Properties(models.Model):
    """The operator's settings: one row."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    currency = models.CharField(max_length=3, default="USD")
    locale = models.CharField(max_length=12, default="en-US")
    time_zone = models.CharField(max_length=64, default="UTC")
    ecom_phone_number = models.CharField(max_length=20, null=True)
    label_activity_singular = models.CharField(max_length=40, default="Experience")
    label_activity_plural = models.CharField(max_length=40, default="Experiences")
    week_start = models.PositiveSmallIntegerField(default=0)
    price_display_mode = models.CharField(
        max_length=10, choices=slug_choices("exclusive", "all_in"), default="exclusive"
    )
    is_show_prices_on_calendar = models.BooleanField(default=True)
    default_trip_method = models.CharField(max_length=12, default="staff")
    hold_minutes_web = models.PositiveSmallIntegerField(default=15)
    hold_minutes_pos = models.PositiveSmallIntegerField(default=30)
    hold_minutes_reseller = models.PositiveSmallIntegerField(default=30)
    draft_expire_days = models.PositiveSmallIntegerField(default=30)
    # From how long before the start until how long after the end guests are checked in without a warning.
    check_in_opens_minutes = models.PositiveSmallIntegerField(default=240, db_default=240)
    check_in_closes_hours = models.PositiveSmallIntegerField(default=12, db_default=12)
    # For how long after that a check-in can be undone at the desk.
    check_in_undo_hours = models.PositiveSmallIntegerField(default=24, db_default=24)
    # How long after the start somebody may still come before their boat is given to others.
    noshow_grace_minutes = models.PositiveSmallIntegerField(default=15, db_default=15)
    # How long after its end staff with `timeslot.book_past` still sell a departure (domain.md 4.2.6).
    book_past_hours = models.PositiveSmallIntegerField(default=24, db_default=24)
    # How long an order without a departure is to be scheduled again; then staff are told (domain.md 4.12).
    unscheduled_valid_days = models.PositiveSmallIntegerField(default=365, db_default=365)
    # How long a payment link is good for, unless the start comes first (domain.md 4.9).
    payment_link_days = models.PositiveSmallIntegerField(default=7, db_default=7)
    # Whether partners are reminded of invoices, how many days before they are due and after; 0: not then.
    is_invoice_reminders = models.BooleanField(default=True, db_default=True)
    invoice_reminder_days_before = models.PositiveSmallIntegerField(default=3, db_default=3)
    invoice_reminder_days_after = models.PositiveSmallIntegerField(default=7, db_default=7)
    # Whether full departures have a waiting list, and how long its next party has for seats that came back.
    is_waitlist_on = models.BooleanField(default=True, db_default=True)
    waitlist_offer_minutes = models.PositiveSmallIntegerField(default=60, db_default=60)
    late_payment_mode = models.CharField(
        max_length=16, choices=slug_choices("auto_refund", "needs_attention"), default="auto_refund"
    )
    logo_url = models.TextField(null=True)
    brand_color = models.CharField(max_length=7, default="#0f766e")
    terms_html = models.TextField(default="", blank=True)
    privacy_url = models.TextField(null=True)
    # The name that mails are from; null: the operator's. The address is the platform's.
    mail_from = models.TextField(null=True)
    reply_to = models.TextField(null=True)
    sms_sender = models.CharField(max_length=20, null=True)
    tip_mode = models.CharField(
        max_length=12, choices=slug_choices("disabled", "shared_pool", "individual"), default="disabled"
    )
    tip_suggested_ppm = ArrayField(models.PositiveIntegerField(), default=list)
    is_allow_self_rebook = models.BooleanField(default=False)
    self_rebook_min_hours = models.PositiveSmallIntegerField(default=24)
    # How often customers may move an order by themselves (domain.md 4.12).
    self_rebook_limit = models.PositiveSmallIntegerField(default=2, db_default=2)
    # They may move it to another experience, too.
    is_allow_self_rebook_any = models.BooleanField(default=False, db_default=False)
    # Customers cancel by themselves, until so many hours before the start unless a policy says otherwise.
    is_allow_self_cancel = models.BooleanField(default=False, db_default=False)
    self_cancel_min_hours = models.PositiveSmallIntegerField(default=24, db_default=24)
    # Customers add guests and extras to what they booked, for as long as the departure is on sale.
    is_allow_self_add = models.BooleanField(default=False, db_default=False)
    # What becomes of fees on a refund (domain.md 4.11).
    refund_fee_policy = models.CharField(
        max_length=27,
        choices=slug_choices("absorb", "deduct_processing_fee", "keep_booking_fee_on_partial"),
        default="keep_booking_fee_on_partial",
    )
    # From which start a moved order's cancellation policy counts (domain.md 4.12).
    policy_anchor = models.CharField(
        max_length=8, choices=slug_choices("original", "new"), default="original", db_default="original"
    )
    # How long signed waivers are kept, a minor's from the age of majority (domain.md 4.20).
    waiver_retention_years = models.PositiveSmallIntegerField(default=7, db_default=7)
    waiver_majority_age = models.PositiveSmallIntegerField(default=18, db_default=18)
    # Whether guests who have not signed are checked in with a warning, or not at all (domain.md 4.14).
    waiver_gate = models.CharField(
        max_length=5, choices=slug_choices("warn", "block"), default="warn", db_default="warn"
    )
    # How many hours before the start guests are reminded to sign who have not; 0: they are not.
    waiver_reminder_hours = models.PositiveSmallIntegerField(default=24, db_default=24)
    # Who cancels for these reasons gives back what the policy says, without being asked.
    auto_refund_reasons = text_list()
    is_auto_assign_resources = models.BooleanField(default=True)
    is_skip_balance_due_popup = models.BooleanField(default=False)
    booking_fee = models.JSONField(default=dict)
    deposit = models.JSONField(default=dict)
    # Staff may take more than a trip owes, for what will be added to it (domain.md 4.9).
    is_allow_overpay = models.BooleanField(default=False)
    # What is paid in cash is rounded so (domain.md 4.1.6): as the currency's coins are, not at all,
    # or to so many minor units.
    cash_rounding = models.CharField(max_length=7, choices=slug_choices(*CASH_CHOICES), default="default")
    # Saved cards are charged with what is still owed when it is due (domain.md 4.8).
    is_auto_charge_balance = models.BooleanField(default=False)
    # What not coming costs, for each guest in minor units or as a share of the order.
    noshow_fee_amount = models.BigIntegerField(default=0)
    noshow_fee_ppm = models.PositiveIntegerField(default=0)
    # How gift cards are taxed, spent and when they run out (see giftcards.rules).
    gift_cards = models.JSONField(default=dict)
    abandon_idle_minutes = models.PositiveIntegerField(default=60)
    pii_retention_days = models.PositiveIntegerField(default=730)
    # Who must sign in with a second factor.
    second_factor_for = models.CharField(
        max_length=9, choices=slug_choices("nobody", "owners", "everybody"), default="nobody"
    )
    # Set-up tasks the operator said do not apply, by slug (domain.md 6.3).
    skipped_setup_tasks = text_list()
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(id=1), name="one_row_of_properties"),
            models.CheckConstraint(
                condition=Q(check_in_opens_minutes__lte=2880, check_in_closes_hours__lte=72),
                name="check_in_window_in_range",
            ),
            models.CheckConstraint(
                condition=Q(payment_link_days__gte=1, payment_link_days__lte=90),
                name="payment_link_days_in_range",
            ),
            models.CheckConstraint(
                condition=Q(invoice_reminder_days_before__lte=60, invoice_reminder_days_after__lte=60),
                name="invoice_reminders_in_range",
            ),
            models.CheckConstraint(
                condition=Q(waitlist_offer_minutes__gte=5, waitlist_offer_minutes__lte=1440),
                name="waitlist_offer_minutes_in_range",
            ),
            models.CheckConstraint(
                condition=Q(check_in_undo_hours__gte=1, check_in_undo_hours__lte=168),
                name="check_in_undo_hours_in_range",
            ),
            models.CheckConstraint(
                condition=Q(noshow_grace_minutes__lte=240), name="noshow_grace_minutes_in_range"
            ),
            models.CheckConstraint(
                condition=Q(waiver_retention_years__gte=1, waiver_retention_years__lte=50),
                name="waiver_retention_years_in_range",
            ),
            models.CheckConstraint(
                condition=Q(waiver_majority_age__gte=14, waiver_majority_age__lte=21),
                name="waiver_majority_age_in_range",
            ),
            models.CheckConstraint(
                condition=Q(waiver_reminder_hours__lte=336), name="waiver_reminder_hours_in_range"
            ),
            models.CheckConstraint(condition=Q(book_past_hours__lte=168), name="book_past_hours_in_range"),
            models.CheckConstraint(
                condition=Q(unscheduled_valid_days__gte=1, unscheduled_valid_days__lte=3650),
                name="unscheduled_valid_days_in_range",
            ),
        ]

    def __str__(self) -> str:
        return f"properties v{self.version}"


class Role(models.Model):
    """A set of permission codes."""

    slug = models.CharField(max_length=40, unique=True)
    name = models.CharField(max_length=80)
    permissions = text_list()
    is_system = models.BooleanField(default=False)
    # Whose bookings its people see: everybody's, those they guide, or those of their reseller.
    scope = models.CharField(max_length=8, choices=slug_choices("all", "assigned", "reseller"), default="all")
    # The most its people take off a trip by hand, in millionths of its price; null is any amount.
    max_manual_discount_ppm = models.PositiveIntegerField(null=True)
    version = models.PositiveIntegerField(default=1)

    def __str__(self) -> str:
        return self.slug


class UserAvatar(models.Model):
    """One person at this operator: staff, a reseller's agent, or a guide."""

    # The login identity lives in the public schema; no constraint crosses schemas.
    user_id = models.BigIntegerField(null=True)
    name = models.CharField(max_length=160)
    email = models.EmailField()
    phone = models.CharField(max_length=20, null=True)
    kind = models.CharField(max_length=8, choices=slug_choices("staff", "agent", "guide"), default="staff")
    is_guide = models.BooleanField(default=False)
    is_tippable = models.BooleanField(default=False)
    reseller_id = models.BigIntegerField(null=True)
    role = models.ForeignKey(Role, on_delete=models.PROTECT, related_name="avatars")
    status = models.CharField(
        # Support is nobody of the team: who runs the platform, while an owner lets them in.
        max_length=8,
        choices=slug_choices("invited", "active", "disabled", "support"),
        default="active",
    )
    invite_hash = models.CharField(max_length=64, null=True)
    invite_expires_at = models.DateTimeField(null=True)
    invited_at = models.DateTimeField(null=True)
    invited_by_id = models.BigIntegerField(null=True)
    # When the mail of the present invitation was handed over; null while it waits.
    invite_mailed_at = models.DateTimeField(null=True)
    # How often the invitation was sent again on its last day: three times are enough.
    invite_sent_on = models.DateField(null=True)
    invite_sent_cnt = models.PositiveSmallIntegerField(default=0)
    commission_ppm = models.PositiveIntegerField(null=True)
    desk = models.CharField(max_length=80, null=True)
    image_url = models.TextField(null=True)
    color = models.CharField(max_length=7, default="#64748b")
    languages = ArrayField(models.CharField(max_length=12), default=list)
    is_hide_setup_tasks = models.BooleanField(default=False)
    is_hide_call_alerts = models.BooleanField(default=False)
    referral_code = models.CharField(max_length=24, null=True)
    pin_hash = models.CharField(max_length=128, null=True)
    notification_prefs = models.JSONField(default=dict)
    is_email_suppressed = models.BooleanField(default=False)
    # The language of mails to this person; null for the operator's.
    locale = models.CharField(max_length=12, null=True)
    # Kept to five minutes: not every request is worth a write.
    last_seen_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [
            models.UniqueConstraint(
                F("user_id"), name="one_avatar_per_user", condition=Q(user_id__isnull=False)
            ),
            models.UniqueConstraint(Lower("email"), name="one_avatar_per_email"),
        ]
        indexes = [
            models.Index(F("name"), F("id"), name="avatar_by_name"),
            models.Index(F("invite_hash"), name="avatar_by_invite", condition=Q(invite_hash__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.name}"
