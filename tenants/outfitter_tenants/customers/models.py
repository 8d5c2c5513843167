"""Customers (domain.md 3.7)."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F
from django.db.models.functions import Now

from outfitter.db.fields import text_list


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
            models.Index(F("email"), name="customer_by_email"),
            models.Index(F("phone"), name="customer_by_phone"),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.first_name} {self.last_name}"
