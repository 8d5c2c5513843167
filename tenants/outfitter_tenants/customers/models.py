"""Customers, their cards, who was merged, who may be the same person (domain.md 3.7)."""

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from outfitter.db.column_types import text_list
from outfitter.db.text_normalization import Folded


class Customer(models.Model):
    """A person who travels, over all their trips."""

    hash = models.CharField(max_length=24, unique=True)
    first_name = models.CharField(max_length=80, default="", blank=True)
    last_name = models.CharField(max_length=80, default="", blank=True)
    email = models.EmailField(null=True)
    phone = models.CharField(max_length=20, null=True)
    more_emails = ArrayField(models.EmailField(), default=list)
    more_phones = ArrayField(models.CharField(max_length=20), default=list)
    company = models.CharField(max_length=160, null=True)
    address = models.JSONField(default=dict)
    country = models.CharField(max_length=2, null=True)
    locale = models.CharField(max_length=12, default="en")
    birth_date = models.DateField(null=True)
    is_vip = models.BooleanField(default=False)
    tags = text_list()
    marketing = models.JSONField(default=dict)
    unsubscribed_at = models.DateTimeField(null=True)
    gateway_customer_id = models.CharField(max_length=64, null=True)
    notes = models.TextField(default="", blank=True)
    first_trip_at = models.DateTimeField(null=True)
    last_trip_at = models.DateTimeField(null=True)
    trip_cnt = models.PositiveIntegerField(default=0)
    lifetime_value_amount = models.BigIntegerField(default=0)
    merged_into = models.ForeignKey("self", null=True, on_delete=models.PROTECT, related_name="+")
    anonymised_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(db_default=Now())
    version = models.PositiveIntegerField(default=1)

    class Meta:
        indexes = [
            models.Index(F("email"), F("id"), name="customer_by_mail"),
            models.Index(F("phone"), name="customer_by_phone"),
            GinIndex(F("more_emails"), name="customer_by_more_emails"),
            GinIndex(F("more_phones"), name="customer_by_more_phones"),
            GinIndex(F("tags"), name="customer_by_tag"),
            models.Index(Folded("last_name"), F("id"), name="customer_by_family"),
            # One for every way the list of customers can be sorted; read forwards and backwards.
            models.Index(Folded("last_name", "first_name"), F("id"), name="customer_by_name"),
            models.Index(F("last_trip_at"), F("id"), name="customer_by_last_trip"),
            models.Index(F("trip_cnt"), F("id"), name="customer_by_trip_cnt"),
            models.Index(F("lifetime_value_amount"), F("id"), name="customer_by_value"),
            models.Index(F("created_at"), F("id"), name="customer_by_creation"),
            # A handful: whether one of a day's customers is among them costs next to nothing.
            models.Index(F("id"), name="vip_customers", condition=Q(is_vip=True)),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(merged_into__isnull=True) | ~Q(merged_into=F("id")), name="merged_into_another"
            )
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.first_name} {self.last_name}"


class CustomerCard(models.Model):
    """A card the gateway keeps for a customer; we hold what tells it apart, never its number."""

    customer = models.ForeignKey(Customer, on_delete=models.CASCADE, related_name="cards")
    gateway = models.CharField(max_length=20)
    gateway_customer_id = models.CharField(max_length=64)
    gateway_method_id = models.CharField(max_length=64, unique=True)
    brand = models.CharField(max_length=20)
    last4 = models.CharField(max_length=4)
    exp_month = models.PositiveSmallIntegerField()
    exp_year = models.PositiveSmallIntegerField()
    is_default = models.BooleanField(default=False)
    created_at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["customer"],
                condition=Q(is_default=True, removed_at__isnull=True),
                name="one_default_card",
            ),
            models.CheckConstraint(condition=Q(exp_month__gte=1, exp_month__lte=12), name="card_month"),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.brand} {self.last4}"


class CustomerMerge(models.Model):
    """
    What a merge changed and moved, so that it can be taken back.

    `before` holds the fields of everybody who took part by id, `after` those of the kept customer,
    `moved` by id of the merged customer which trips, bookings, messages and cards went over.
    """

    keep = models.ForeignKey(Customer, on_delete=models.CASCADE, related_name="merges")
    merged_ids = ArrayField(models.BigIntegerField())
    before = models.JSONField()
    after = models.JSONField()
    moved = models.JSONField()
    merged_at = models.DateTimeField()
    merged_by = models.BigIntegerField(null=True)
    merged_by_name = models.CharField(max_length=160, default="")
    undo_until = models.DateTimeField()
    undone_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [GinIndex(F("merged_ids"), name="merge_by_merged")]

    def __str__(self) -> str:
        return f"#{self.pk} into {self.keep_id}"


class AccessCode(models.Model):
    """A code that was mailed to somebody who wants to see what they booked; good for ten minutes, once."""

    email = models.EmailField()
    code_hash = models.CharField(max_length=64)
    wrong_cnt = models.PositiveSmallIntegerField(default=0)
    expires_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(F("email"), name="access_code_by_mail")]

    def __str__(self) -> str:
        return f"#{self.pk}"


class DuplicatePair(models.Model):
    """Two customers who may be one person, the smaller id first, until somebody says they are."""

    low = models.ForeignKey(Customer, on_delete=models.CASCADE, related_name="+")
    high = models.ForeignKey(Customer, on_delete=models.CASCADE, related_name="+")
    score = models.PositiveSmallIntegerField()
    reasons = text_list()
    found_at = models.DateTimeField()
    dismissed_at = models.DateTimeField(null=True)
    dismissed_by = models.BigIntegerField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["low", "high"], name="one_row_per_pair"),
            models.CheckConstraint(condition=Q(low__lt=F("high")), name="smaller_id_first"),
        ]
        indexes = [
            models.Index(
                F("score").desc(), F("id"), name="pair_by_score", condition=Q(dismissed_at__isnull=True)
            )
        ]

    def __str__(self) -> str:
        return f"{self.low_id} and {self.high_id}: {self.score}"
