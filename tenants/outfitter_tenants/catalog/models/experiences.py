"""What can be sold and to whom (domain.md 3.2)."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from outfitter.db.column_types import money, slug_choices, text_list
from outfitter_tenants.catalog.customer_kinds import CUSTOMER_KINDS


class Category(models.Model):
    """A shelf of the catalogue; also the widget's `category` filter."""

    name = models.CharField(max_length=80)
    slug = models.CharField(max_length=80, unique=True)
    position = models.PositiveIntegerField(default=0)
    parent = models.ForeignKey("self", null=True, on_delete=models.SET_NULL, related_name="+")
    is_public = models.BooleanField(default=True)

    def __str__(self) -> str:
        return self.slug


class Location(models.Model):
    """Where things begin. Its zone, when set, is the zone of its timeslots."""

    name = models.CharField(max_length=160)
    address = models.JSONField(default=dict)
    lat = models.DecimalField(max_digits=9, decimal_places=6, null=True)
    lng = models.DecimalField(max_digits=9, decimal_places=6, null=True)
    time_zone = models.CharField(max_length=64, null=True)
    is_default = models.BooleanField(default=False)
    # No longer offered; experiences that begin there keep it.
    archived_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["is_default"], name="one_default_location", condition=Q(is_default=True)
            )
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.name}"


class CustomerType(models.Model):
    """Adult, child, private boat: whom a ticket is for."""

    name = models.CharField(max_length=60)
    slug = models.CharField(max_length=60, unique=True)
    kind = models.CharField(max_length=10, choices=slug_choices(*CUSTOMER_KINDS), default="other")
    position = models.PositiveIntegerField(default=0)
    # Its name in other languages, by language; without one the product's own names are translated.
    translations = models.JSONField(default=dict, db_default={})

    def __str__(self) -> str:
        return self.slug


class Experience(models.Model):
    """A sellable activity."""

    name = models.CharField(max_length=160)
    slug = models.CharField(max_length=160, unique=True)
    internal_name = models.CharField(max_length=160, null=True)
    status = models.CharField(
        max_length=8, choices=slug_choices("draft", "live", "hidden", "archived"), default="draft"
    )
    categories = models.ManyToManyField(Category, related_name="experiences")
    location = models.ForeignKey(Location, null=True, on_delete=models.PROTECT, related_name="+")
    capacity_type = models.CharField(
        max_length=24,
        choices=slug_choices(
            "unlimited", "timeslot", "timeslot_customer_type", "experience_date", "resource"
        ),
        default="timeslot",
    )
    default_capacity = models.PositiveIntegerField(null=True)
    is_allow_manual_overbooking = models.BooleanField(default=False)
    duration_minutes = models.PositiveIntegerField(default=60)
    buffer_before_minutes = models.PositiveIntegerField(default=0)
    buffer_after_minutes = models.PositiveIntegerField(default=0)
    schedule_mode = models.CharField(
        max_length=5, choices=slug_choices("fixed", "flex", "both"), default="fixed"
    )
    is_requires_review = models.BooleanField(default=False)
    # Its own terms; a restriction's row for an audience overrides them (domain.md 4.2.6).
    restriction = models.ForeignKey(
        "catalog.Restriction", null=True, on_delete=models.PROTECT, related_name="experiences"
    )
    cutoff_minutes_online = models.IntegerField(default=60)
    cutoff_minutes_direct = models.IntegerField(default=0)
    min_pax = models.PositiveIntegerField(default=1)
    max_pax = models.PositiveIntegerField(default=50)
    # Fewer guests than this at the deadline: staff decide whether it runs (domain.md 4.4).
    min_pax_to_run = models.PositiveIntegerField(null=True)
    # What a guide must be able to do here (domain.md 4.21).
    required_skills = text_list()
    # Its own deposit (pricing.deposits); empty: the operator's.
    deposit = models.JSONField(default=dict)
    # A row of pricing; null: the operator's default policy.
    cancellation_policy_id = models.BigIntegerField(null=True)
    short_description = models.TextField(default="", blank=True)
    description_html = models.TextField(default="", blank=True)
    inclusions = models.TextField(default="", blank=True)
    exclusions = models.TextField(default="", blank=True)
    meeting_point = models.TextField(default="", blank=True)
    what_to_bring = models.TextField(default="", db_default="", blank=True)
    hero_image = models.TextField(null=True)
    video_url = models.TextField(null=True)
    min_age = models.PositiveSmallIntegerField(null=True)
    languages = ArrayField(models.CharField(max_length=12), default=list)
    difficulty = models.CharField(max_length=20, null=True)
    position = models.PositiveIntegerField(default=0)
    color = models.CharField(max_length=7, default="#0f766e")
    sku = models.CharField(max_length=60, null=True)
    # The secret part of its calendar feed's address; null: no feed (domain.md 4.24).
    ical_hash = models.CharField(max_length=24, null=True, unique=True)
    tags = text_list()
    created_at = models.DateTimeField(db_default=Now())
    archived_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        indexes = [models.Index(F("position"), F("id"), name="experience_order")]
        constraints = [
            models.CheckConstraint(condition=Q(duration_minutes__gt=0), name="experience_has_duration"),
            models.CheckConstraint(condition=Q(max_pax__gte=F("min_pax")), name="experience_party_size"),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.name}"


class ExperienceCustomerType(models.Model):
    """A customer type as this experience sells it: price, size and bounds."""

    experience = models.ForeignKey(
        Experience, on_delete=models.CASCADE, related_name="experience_customer_types"
    )
    customer_type = models.ForeignKey(CustomerType, on_delete=models.PROTECT, related_name="+")
    label = models.CharField(max_length=80, null=True)
    base_price = money()
    pax_per_booking = models.PositiveSmallIntegerField(default=1)
    is_consume_capacity = models.BooleanField(default=True)
    is_public = models.BooleanField(default=True)
    is_staff_only = models.BooleanField(default=False)
    min_qty = models.PositiveSmallIntegerField(default=0)
    max_qty = models.PositiveSmallIntegerField(null=True)
    min_age = models.PositiveSmallIntegerField(null=True)
    max_age = models.PositiveSmallIntegerField(null=True)
    accompanied_by = ArrayField(models.BigIntegerField(), default=list)
    is_exclude_from_min_price = models.BooleanField(default=False)
    requires_waiver = models.CharField(
        max_length=5, choices=slug_choices("adult", "minor", "none"), default="none"
    )
    position = models.PositiveIntegerField(default=0)
    archived_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["experience", "customer_type", "label"],
                condition=Q(archived_at__isnull=True),
                nulls_distinct=False,
                name="one_customer_type_each",
            ),
            models.CheckConstraint(condition=Q(base_price__gte=0), name="price_not_negative"),
            models.CheckConstraint(condition=Q(pax_per_booking__gte=1), name="at_least_one_pax"),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} of {self.experience_id}"
