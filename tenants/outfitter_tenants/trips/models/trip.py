"""The trip: one contact, one confirmation code, one balance."""

from django.db import models
from django.db.models import F, Q

from outfitter.db.column_types import money, slug_choices
from outfitter.db.text_normalization import Folded
from outfitter_tenants.trips.rules.amounts_due import CUSTOMER_OWES, IS_BILLED, IS_OWED, IS_UNEVEN
from outfitter_tenants.trips.rules.known_contacts import HAS_CONTACT


class TripMethod(models.Model):
    """How a trip is sold; decides prices and cut-offs (domain.md 3.4)."""

    slug = models.CharField(max_length=12, unique=True)
    name = models.CharField(max_length=60)
    audience = models.CharField(
        max_length=8, choices=slug_choices("online", "direct", "reseller"), default="direct"
    )
    position = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return self.slug


class TripSource(models.Model):
    """Where the customer heard of us; edited by the operator."""

    slug = models.CharField(max_length=40, unique=True)
    name = models.CharField(max_length=80)
    position = models.PositiveIntegerField(default=0)
    # No longer offered; trips that have it keep it.
    archived_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.slug


class Trip(models.Model):
    """A customer's whole reservation: a cart while draft, an order when reserved."""

    hash = models.CharField(max_length=24, unique=True)
    confirmation_code = models.CharField(max_length=9, unique=True)
    status = models.CharField(
        max_length=12, choices=slug_choices("draft", "under_review", "reserved", "deleted"), default="draft"
    )
    trip_method = models.ForeignKey(TripMethod, on_delete=models.PROTECT, related_name="+")
    trip_source = models.ForeignKey(TripSource, null=True, on_delete=models.PROTECT, related_name="+")
    customer = models.ForeignKey(
        "customers.Customer", null=True, on_delete=models.PROTECT, related_name="trips"
    )
    contact_first_name = models.CharField(max_length=80, default="", blank=True)
    contact_last_name = models.CharField(max_length=80, default="", blank=True)
    contact_email = models.EmailField(null=True)
    contact_phone = models.CharField(max_length=20, null=True)
    contact_country = models.CharField(max_length=2, null=True)
    locale = models.CharField(max_length=12, default="en")
    group_name = models.CharField(max_length=120, null=True)
    reseller_id = models.BigIntegerField(null=True)
    reseller_agent_id = models.BigIntegerField(null=True)
    reseller_voucher = models.CharField(max_length=80, null=True)
    collect_type = models.CharField(max_length=20, null=True)
    commission = models.JSONField(null=True)
    is_tax_exempt = models.BooleanField(default=False)
    tax_certificate = models.CharField(max_length=120, default="", blank=True)
    currency = models.CharField(max_length=3)
    subtotal_amount = money(default=0)
    discount_amount = money(default=0)
    fee_amount = money(default=0)
    tax_amount = money(default=0)
    booking_fee_amount = money(default=0)
    # The booking fee it was last priced with as a cart, as settings hold it (domain.md 4.7); null: before
    # that was kept.
    booking_fee_terms = models.JSONField(null=True)
    total_amount = money(default=0)
    tip_amount = money(default=0)
    paid_amount = money(default=0)
    refunded_amount = money(default=0)
    deposit_due_amount = money(default=0)
    deposit_override_amount = money(null=True)
    # With a share of the total the amount above follows it.
    deposit_override_ppm = models.PositiveIntegerField(null=True)
    commission_amount = money(default=0)
    net_due_amount = money(default=0)
    # What the customer gave the partner as a deposit: the commission when the trip was sold.
    partner_deposit_amount = money(default=0, db_default=0)
    balance_due_at = models.DateTimeField(null=True)
    first_start_at = models.DateTimeField(null=True)
    pax_cnt = models.PositiveIntegerField(default=0)
    converted_at = models.DateTimeField(null=True)
    conversion = models.JSONField(null=True)
    reserved_at = models.DateTimeField(null=True)
    reviewed_at = models.DateTimeField(null=True)
    reviewed_by = models.BigIntegerField(null=True)
    locked_at = models.DateTimeField(null=True)
    locked_reason = models.CharField(max_length=24, null=True)
    # When a lock ends by itself; null until somebody unlocks (domain.md 3.4).
    locked_until = models.DateTimeField(null=True)
    deleted_at = models.DateTimeField(null=True)
    delete_reason = models.TextField(null=True)
    # What a deleted trip becomes when it is restored (domain.md 3.4).
    status_before_delete = models.CharField(max_length=12, null=True)
    attention = models.CharField(max_length=40, null=True)
    terms_accepted_at = models.DateTimeField(null=True)
    is_marketing_opt_in = models.BooleanField(default=False)
    # When a visitor agreed to be written to about a cart they leave; null: they did not.
    reminder_consent_at = models.DateTimeField(null=True)
    utm = models.JSONField(default=dict)
    referrer = models.TextField(null=True)
    visitor = models.CharField(max_length=64, null=True)
    ip = models.GenericIPAddressField(null=True)
    external = models.JSONField(null=True)
    # What the trip has off the shelf: product id -> pieces.
    shelf = models.JSONField(default=dict)
    # Whether gift cards were ever put on it: those without need not be asked what they buy.
    has_gift_cards = models.BooleanField(default=False)
    created_by = models.BigIntegerField(null=True)
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    version = models.PositiveIntegerField(default=1)

    class Meta:
        indexes = [
            models.Index(F("status"), F("created_at").desc(), name="trip_by_status"),
            models.Index(F("customer_id"), name="trip_by_customer"),
            # One for every way the list of trips can be sorted; read forwards and backwards.
            models.Index(F("confirmation_code"), F("id"), name="trip_by_code"),
            models.Index(Folded("contact_last_name", "contact_first_name"), F("id"), name="trip_by_contact"),
            # Whose trip a ringing phone is about.
            models.Index(
                F("contact_phone"),
                name="trip_by_phone",
                condition=Q(contact_phone__isnull=False, status__in=["under_review", "reserved"]),
            ),
            models.Index(F("first_start_at"), F("id"), name="trip_by_start"),
            models.Index(F("pax_cnt"), F("id"), name="trip_by_pax"),
            models.Index(F("total_amount"), F("id"), name="trip_by_total"),
            models.Index(CUSTOMER_OWES, F("id"), name="trip_by_balance"),
            models.Index(F("created_at"), F("id"), name="trip_by_creation"),
            models.Index(F("reserved_at"), F("id"), name="trip_by_reservation"),
            models.Index(
                F("reseller_id"), F("id"), name="trip_by_reseller", condition=Q(reseller_id__isnull=False)
            ),
            # What waits for somebody: few of many, counted each time the dashboard opens.
            models.Index(F("id"), name="trip_with_attention", condition=Q(attention__isnull=False)),
            models.Index(F("id"), name="trip_cart_of_someone", condition=HAS_CONTACT & Q(status="draft")),
            # How many carts of visitors became bookings: read from the index alone.
            models.Index(
                fields=["created_at"],
                name="trip_cart_by_begin",
                include=["trip_method", "status"],
                condition=Q(created_by__isnull=True),
            ),
            # What partners can be billed for, and what of it was billed and is not paid.
            models.Index(F("reseller_id"), F("created_at"), name="trip_owed", condition=IS_OWED),
            models.Index(
                F("reseller_id"), F("id"), name="trip_owed_and_billed", condition=IS_UNEVEN & IS_BILLED
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(paid_amount__gte=0, refunded_amount__gte=0, tip_amount__gte=0),
                name="trip_money_not_negative",
            ),
            models.CheckConstraint(
                condition=~Q(status__in=["reserved", "under_review"]) | Q(reserved_at__isnull=False),
                name="reserved_trips_have_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.confirmation_code}"


class TripNote(models.Model):
    """A word about the trip, for staff or guides."""

    trip = models.ForeignKey(Trip, on_delete=models.CASCADE, related_name="notes")
    author_id = models.BigIntegerField(null=True)
    author_name = models.CharField(max_length=160, default="")
    body = models.TextField()
    kind = models.CharField(
        max_length=8, choices=slug_choices("staff", "customer", "guide", "system"), default="staff"
    )
    is_pinned = models.BooleanField(default=False)
    show_on_manifest = models.BooleanField(default=False)
    created_at = models.DateTimeField()
    edited_at = models.DateTimeField(null=True)
    deleted_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"#{self.pk} on {self.trip_id}"
