"""What the host sells: plans with their versions, who sells, at which tax."""

from django.db import models
from django.db.models import Q

from outfitter.db.column_types import money, slug_choices, text_list


class BillingPlan(models.Model):
    """A plan that operators can have; what it costs stands in its versions."""

    slug = models.CharField(max_length=40, unique=True)
    name = models.CharField(max_length=80)
    description = models.CharField(max_length=300, blank=True, default="")
    position = models.PositiveIntegerField(default=0)
    # Only the host puts operators on it.
    is_hidden = models.BooleanField(default=False)
    archived_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(default=1)

    def __str__(self) -> str:
        return self.slug


class PlanVersion(models.Model):
    """What a plan costs from a day on. A row never changes: whoever is on it keeps it."""

    plan = models.ForeignKey(BillingPlan, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=11, choices=slug_choices("free", "flat", "per_booking", "hybrid"))
    price = money(default=0)
    currency = models.CharField(max_length=3)
    interval = models.CharField(max_length=5, choices=slug_choices("month", "year"), default="month")
    trial_days = models.PositiveSmallIntegerField(default=0)
    fee_ppm = models.PositiveIntegerField(default=0)
    fee_fixed = money(default=0)
    fee_cap = money(null=True)
    fee_methods = text_list()
    fee_customer_pays = models.BooleanField(default=False)
    # What the plan includes, by name; nothing stands for as many as one likes.
    limits = models.JSONField(default=dict)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["plan", "number"], name="one_plan_version"),
            models.CheckConstraint(condition=Q(price__gte=0, fee_fixed__gte=0), name="plan_not_negative"),
        ]

    def __str__(self) -> str:
        return f"{self.plan_id} v{self.number}"


class BillingSeller(models.Model):
    """Who sells: the host's business as statements name it, and its row of numbers."""

    name = models.CharField(max_length=160, blank=True, default="")
    address = models.TextField(blank=True, default="")
    country = models.CharField(max_length=2, blank=True, default="")
    vat_id = models.CharField(max_length=24, blank=True, default="")
    email = models.EmailField(blank=True, default="")
    # What operators who pay by transfer have to know.
    bank_details = models.TextField(blank=True, default="")
    number_prefix = models.CharField(max_length=12, default="OF-")
    next_number = models.PositiveIntegerField(default=1)
    version = models.PositiveIntegerField(default=1)

    def __str__(self) -> str:
        return self.name


class CountryTax(models.Model):
    """What the host charges operators of a country on top (millionths)."""

    country = models.CharField(max_length=2, unique=True)
    name = models.CharField(max_length=40)
    rate_ppm = models.PositiveIntegerField()

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(rate_ppm__lte=1_000_000), name="tax_up_to_all")]

    def __str__(self) -> str:
        return f"{self.country} {self.name}"
