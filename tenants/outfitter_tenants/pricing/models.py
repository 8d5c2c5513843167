"""Rows of pricing: taxes, fees, how they round, and cancellation policies (domain.md 3.2)."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q

from outfitter.db.fields import money, slug_choices, text_list


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
    mode = models.CharField(
        max_length=9, choices=slug_choices("exclusive", "inclusive"), default="exclusive"
    )
    applies_to = text_list()
    # Empty: every experience.
    experience_ids = ArrayField(models.BigIntegerField(), default=list, blank=True)
    # Slugs of trip methods; empty: every one.
    methods = text_list()
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
    is_default = models.BooleanField(default=False)
    position = models.PositiveIntegerField(default=0)
    archived_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["is_default"],
                name="one_default_policy",
                condition=Q(is_default=True),
            ),
            models.CheckConstraint(
                condition=Q(noshow_refund_ppm__lte=1_000_000), name="policy_bounds"
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
            models.CheckConstraint(
                condition=~Q(mode="absolute") | Q(value__gte=0), name="rate_not_negative"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.mode} {self.value} of {self.rate_sheet_id}"
