"""Rows of pricing: taxes, fees, how they round, and cancellation policies (domain.md 3.2)."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Upper

from outfitter.db.column_types import money, slug_choices, text_list


class PriceRules(models.Model):
    """How this operator's taxes are computed: one row (domain.md 4.7)."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    round_per = models.CharField(max_length=4, choices=slug_choices("line", "trip"), default="line")
    # Law in some places taxes the price that already holds another tax.
    is_exclusive_on_gross = models.BooleanField(default=False)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=1), name="one_row_of_price_rules")]

    def __str__(self) -> str:
        return f"per {self.round_per}"


class Surcharge(models.Model):
    """A tax or a fee: one table, since they differ in what may be said of them, not in shape."""

    kind = models.CharField(max_length=3, choices=slug_choices("tax", "fee"))
    name = models.CharField(max_length=80)
    calc = models.CharField(max_length=7, choices=slug_choices("percent", "fixed"))
    rate_ppm = models.PositiveIntegerField(default=0)
    amount = money(default=0)
    per = models.CharField(
        max_length=10,
        choices=slug_choices("booking", "trip_order", "trip", "addon", "day"),
        default="booking",
    )
    mode = models.CharField(max_length=9, choices=slug_choices("exclusive", "inclusive"), default="exclusive")
    applies_to = text_list()
    # Empty: every experience.
    experience_ids = ArrayField(models.BigIntegerField(), default=list, blank=True)
    # Slugs of trip methods; empty: every one.
    methods = text_list()
    # Empty: every sale, also one without a reseller; else only sales at the prices of these.
    reseller_ids = ArrayField(models.BigIntegerField(), default=list, db_default=[], blank=True)
    is_compound = models.BooleanField(default=False)
    is_taxable = models.BooleanField(default=False)
    is_commissionable = models.BooleanField(default=False)
    is_refundable = models.BooleanField(default=True)
    is_exempt_for_tax_toggle = models.BooleanField(default=True)
    is_waived_on_comp = models.BooleanField(default=True)
    # Days of the activity, both included.
    valid_from = models.DateField(null=True)
    valid_to = models.DateField(null=True)
    tax_code = models.CharField(max_length=40, default="", blank=True)
    position = models.PositiveIntegerField(default=0)
    archived_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        indexes = [models.Index(F("kind"), F("position"), F("id"), name="surcharge_order")]
        constraints = [
            models.CheckConstraint(
                condition=Q(mode="exclusive") | Q(kind="tax", calc="percent", is_compound=False),
                name="only_plain_percent_taxes_are_inclusive",
            ),
            models.CheckConstraint(
                condition=Q(rate_ppm__lte=1_000_000, amount__gte=0), name="surcharge_bounds"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} #{self.pk} {self.name}"


class CancellationPolicy(models.Model):
    """What a customer gets back, by how early they cancel (domain.md 4.11)."""

    name = models.CharField(max_length=80)
    # [{hours_before, refund_ppm, fee_amount}], earliest first.
    tiers = models.JSONField(default=list)
    noshow_refund_ppm = models.PositiveIntegerField(default=0)
    # What comes back when the weather is the reason, and whether that may be store credit.
    weather_refund_ppm = models.PositiveIntegerField(default=1_000_000, db_default=1_000_000)
    is_weather_credit_allowed = models.BooleanField(default=True, db_default=True)
    # Until how many hours before the start guests may do it themselves; null: they may not.
    self_cancel_until_hours = models.PositiveIntegerField(null=True)
    self_rebook_until_hours = models.PositiveIntegerField(null=True)
    is_default = models.BooleanField(default=False)
    position = models.PositiveIntegerField(default=0)
    archived_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["is_default"], name="one_default_policy", condition=Q(is_default=True)
            ),
            models.CheckConstraint(condition=Q(noshow_refund_ppm__lte=1_000_000), name="policy_bounds"),
            models.CheckConstraint(
                condition=Q(weather_refund_ppm__lte=1_000_000), name="policy_weather_bounds"
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.name}"


class RateSheet(models.Model):
    """
    Other prices for an experience under conditions (domain.md 3.2, 4.5); exactly one applies.

    Empty lists and nulls demand nothing. Weekday bit 0 is Sunday; times are of the local start,
    both included; `valid_from` and `valid_to` are local days on which is booked.
    """

    experience = models.ForeignKey("catalog.Experience", on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=80)
    status = models.CharField(
        max_length=8, choices=slug_choices("draft", "live", "archived"), default="draft"
    )
    priority = models.SmallIntegerField(default=0)
    channels = text_list()
    reseller_ids = ArrayField(models.BigIntegerField(), default=list, blank=True)
    season_ids = ArrayField(models.BigIntegerField(), default=list, blank=True)
    weekdays = models.PositiveSmallIntegerField(null=True)
    time_from = models.TimeField(null=True)
    time_to = models.TimeField(null=True)
    pax_min = models.PositiveIntegerField(null=True)
    pax_max = models.PositiveIntegerField(null=True)
    is_same_type_only = models.BooleanField(default=False)
    remaining_min = models.PositiveIntegerField(null=True)
    remaining_max = models.PositiveIntegerField(null=True)
    advance_min_minutes = models.PositiveIntegerField(null=True)
    advance_max_minutes = models.PositiveIntegerField(null=True)
    valid_from = models.DateField(null=True)
    valid_to = models.DateField(null=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        indexes = [models.Index(F("experience_id"), F("id"), name="rate_sheet_by_experience")]
        constraints = [
            models.CheckConstraint(
                condition=Q(weekdays__isnull=True) | Q(weekdays__gte=1, weekdays__lte=127),
                name="rate_sheet_weekdays",
            )
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.name}"


class RateSheetPrice(models.Model):
    """
    What a rate sheet does to the price of one customer type.

    `value` is minor units (absolute, add) or parts per million of the base price (percent); it may
    be negative except when absolute.
    """

    rate_sheet = models.ForeignKey(RateSheet, on_delete=models.CASCADE, related_name="prices")
    experience_customer_type = models.ForeignKey(
        "catalog.ExperienceCustomerType", on_delete=models.CASCADE, related_name="+"
    )
    mode = models.CharField(max_length=8, choices=slug_choices("absolute", "add", "percent"))
    value = models.BigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["rate_sheet", "experience_customer_type"], name="one_rate_a_type"
            ),
            models.CheckConstraint(condition=~Q(mode="absolute") | Q(value__gte=0), name="rate_not_negative"),
        ]

    def __str__(self) -> str:
        return f"{self.mode} {self.value} of {self.rate_sheet_id}"


class OfferCode(models.Model):
    """
    A code that takes something off (domain.md 3.5, 4.6).

    `value` is minor units, with `percent` millionths. Empty lists and nulls demand nothing. Days
    are the operator's local ones, both included; weekday bit 0 is Sunday.
    """

    code = models.CharField(max_length=32)
    internal_name = models.CharField(max_length=120, default="", blank=True)
    public_description = models.CharField(max_length=400, default="", blank=True)
    kind = models.CharField(max_length=7, choices=slug_choices("amount", "percent"))
    value = models.BigIntegerField()
    frequency = models.CharField(
        max_length=11, choices=slug_choices("per_booking", "per_trip", "per_order"), default="per_trip"
    )
    max_guests_per_trip = models.PositiveIntegerField(null=True)
    is_active = models.BooleanField(default=True)
    book_from = models.DateField(null=True)
    book_to = models.DateField(null=True)
    travel_from = models.DateField(null=True)
    travel_to = models.DateField(null=True)
    weekdays = models.PositiveSmallIntegerField(null=True)
    blackout_dates = ArrayField(models.DateField(), default=list, blank=True)
    experience_ids = ArrayField(models.BigIntegerField(), default=list, blank=True)
    customer_type_ids = ArrayField(models.BigIntegerField(), default=list, blank=True)
    methods = text_list()
    reseller_ids = ArrayField(models.BigIntegerField(), default=list, blank=True)
    min_pax = models.PositiveIntegerField(null=True)
    max_pax = models.PositiveIntegerField(null=True)
    min_spend = money(null=True)
    advance_min_days = models.PositiveIntegerField(null=True)
    advance_max_days = models.PositiveIntegerField(null=True)
    usage_limit = models.PositiveIntegerField(null=True)
    usage_limit_per_customer = models.PositiveIntegerField(null=True)
    # Sold trips it is on; carts that hold seats count beside it.
    used_cnt = models.PositiveIntegerField(default=0)
    is_stackable = models.BooleanField(default=False)
    is_auto_apply = models.BooleanField(default=False)
    applies_to_addons = models.BooleanField(default=False)
    funded_by = models.CharField(
        max_length=8, choices=slug_choices("operator", "reseller"), default="operator"
    )
    max_discount_amount = money(null=True)
    created_at = models.DateTimeField()
    archived_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        indexes = [
            models.Index(
                F("id"),
                name="offer_code_auto",
                condition=Q(is_auto_apply=True, is_active=True, archived_at__isnull=True),
            )
        ]
        constraints = [
            models.UniqueConstraint(Upper("code"), name="one_offer_a_code"),
            models.CheckConstraint(
                condition=Q(value__gt=0) & (Q(kind="amount") | Q(value__lte=1_000_000)),
                name="offer_value_bounds",
            ),
            models.CheckConstraint(
                condition=Q(weekdays__isnull=True) | Q(weekdays__gte=1, weekdays__lte=127),
                name="offer_weekdays",
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.code}"


class OfferCodeRedemption(models.Model):
    """
    A code on a trip and what it takes off, in minor units.

    Pending counts while the trip holds seats; released means it was given back: the trip was
    deleted, or (on a cart) somebody does not want what was applied by itself.
    """

    offer_code = models.ForeignKey(OfferCode, on_delete=models.PROTECT, related_name="redemptions")
    # Trips are of another app; no constraint crosses.
    trip_id = models.BigIntegerField()
    amount = money(default=0)
    status = models.CharField(
        max_length=8, choices=slug_choices("pending", "counted", "released"), default="pending"
    )
    is_auto_applied = models.BooleanField(default=False)
    # The trip no longer fits the code and staff kept it.
    is_grandfathered = models.BooleanField(default=False)
    created_at = models.DateTimeField()
    counted_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["trip_id", "offer_code"], name="one_code_once_a_trip")]
        indexes = [models.Index(F("offer_code_id"), F("status"), name="redemption_by_code")]

    def __str__(self) -> str:
        return f"#{self.pk} {self.status} on {self.trip_id}"
