"""Partners and their terms (domain.md 3.6)."""

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower

from outfitter.db.column_types import money, slug_choices
from outfitter.db.text_normalization import Folded
from outfitter_tenants.resellers.types import (
    BASES,
    COLLECT_TYPES,
    PAYMENT_METHODS,
    RESELLER_TYPES,
    ROUNDINGS,
    STATUSES,
    TOPUP_KINDS,
)


class Reseller(models.Model):
    """
    Somebody who sells for the operator. Shares are ppm, amounts minor units.

    `commission_amount` is for each guest and beats `commission_ppm`; with `wholesale_ppm` a
    partner is sold to at that share of the list price and earns no commission.
    """

    name = models.CharField(max_length=120)
    reseller_type = models.CharField(max_length=16, choices=slug_choices(*RESELLER_TYPES))
    status = models.CharField(max_length=8, choices=slug_choices(*STATUSES), default="active")
    address = models.TextField(default="", blank=True)
    # [{"name", "email", "phone", "is_accounting"}]
    contacts = models.JSONField(default=list)
    tax_id = models.CharField(max_length=60, default="", blank=True)
    currency = models.CharField(max_length=3)
    payment_method = models.CharField(max_length=16, choices=slug_choices(*PAYMENT_METHODS))
    collect_type = models.CharField(max_length=20, choices=slug_choices(*COLLECT_TYPES))
    commission_ppm = models.PositiveIntegerField(null=True)
    commission_amount = money(null=True)
    wholesale_ppm = models.PositiveIntegerField(null=True)
    basis = models.CharField(max_length=16, choices=slug_choices(*BASES), default="net_of_discount")
    is_addons_commissionable = models.BooleanField(default=False)
    is_products_commissionable = models.BooleanField(default=False)
    is_fees_commissionable = models.BooleanField(default=False)
    # Null: no limit; 0: prepaid only (domain.md 4.18).
    credit_limit_amount = money(null=True)
    topup_balance = money(default=0)
    is_voucher_required = models.BooleanField(default=False)
    is_agent_required = models.BooleanField(default=False)
    invoice_terms_days = models.PositiveSmallIntegerField(default=30)
    # Which way a share that is no whole minor unit goes.
    rounding = models.CharField(
        max_length=7, choices=slug_choices(*ROUNDINGS), default="nearest", db_default="nearest"
    )
    # {"edit", "cancel", "override_price", "see_price"}: what its agents may do; what is missing is as
    # `types.ALLOWED_AT_FIRST` says.
    allow = models.JSONField(default=dict, db_default={})
    # {"recipients": [...], "emails": [...]}: who gets confirmations; empty: the customer alone.
    communication = models.JSONField(default=dict, db_default={})
    # {"method", "payee", "account", "note"}: how we pay it what we owe.
    remittance = models.JSONField(default=dict, db_default={})
    # What visitors bring in a link, or type, to have the sale be this partner's; null: no code.
    promo_link_code = models.CharField(max_length=32, null=True)
    # A restriction of the catalog that what is sold for it is under; null: the experience's own.
    restriction_id = models.BigIntegerField(null=True)
    created_at = models.DateTimeField()
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                Lower("name"), condition=~Q(status="archived"), name="one_reseller_a_name"
            ),
            models.UniqueConstraint(Lower("promo_link_code"), name="one_reseller_a_promo_code"),
            models.CheckConstraint(
                condition=Q(commission_ppm__isnull=True) | Q(commission_ppm__lte=1_000_000),
                name="commission_is_a_share",
            ),
            models.CheckConstraint(
                condition=Q(wholesale_ppm__isnull=True) | Q(wholesale_ppm__lte=1_000_000),
                name="wholesale_is_a_share",
            ),
        ]
        indexes = [
            models.Index(F("status"), F("name"), name="reseller_by_name"),
            # One for every way the list can be sorted.
            models.Index(Folded("name"), F("id"), name="reseller_by_folded_name"),
            models.Index(F("created_at"), F("id"), name="reseller_by_creation"),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.name}"


class ResellerTerm(models.Model):
    """What a partner gets on one experience instead; hidden ones they may not sell."""

    reseller = models.ForeignKey(Reseller, on_delete=models.CASCADE, related_name="terms")
    experience_id = models.BigIntegerField()
    is_hidden = models.BooleanField(default=False)
    commission_ppm = models.PositiveIntegerField(null=True)
    commission_amount = money(null=True)
    wholesale_ppm = models.PositiveIntegerField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["reseller", "experience_id"], name="one_term_each")]

    def __str__(self) -> str:
        return f"#{self.pk} of {self.reseller_id}"


class ResellerCard(models.Model):
    """A card the gateway keeps for a partner (domain.md 3.6); we hold what tells it apart."""

    reseller = models.ForeignKey(Reseller, on_delete=models.CASCADE, related_name="cards")
    gateway = models.CharField(max_length=20)
    gateway_customer_id = models.CharField(max_length=64)
    gateway_method_id = models.CharField(max_length=64, unique=True)
    brand = models.CharField(max_length=20)
    last4 = models.CharField(max_length=4)
    exp_month = models.PositiveSmallIntegerField()
    exp_year = models.PositiveSmallIntegerField()
    nickname = models.CharField(max_length=80, default="", blank=True)
    is_default = models.BooleanField(default=False)
    created_at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["reseller"],
                condition=Q(is_default=True, removed_at__isnull=True),
                name="one_default_reseller_card",
            ),
            models.CheckConstraint(
                condition=Q(exp_month__gte=1, exp_month__lte=12), name="reseller_card_month"
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.brand} {self.last4}"


class ResellerNote(models.Model):
    """A word about a partner, for staff."""

    reseller = models.ForeignKey(Reseller, on_delete=models.CASCADE, related_name="notes")
    author_id = models.BigIntegerField(null=True)
    author_name = models.CharField(max_length=160, default="")
    body = models.TextField()
    created_at = models.DateTimeField()
    edited_at = models.DateTimeField(null=True)
    deleted_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"#{self.pk} on {self.reseller_id}"


class TopUp(models.Model):
    """
    One movement of what a partner paid in advance, in minor units: in is positive, out negative.

    Appended under the partner's lock and never changed; `Reseller.topup_balance` is their sum.
    """

    reseller = models.ForeignKey(Reseller, on_delete=models.PROTECT, related_name="topups")
    kind = models.CharField(max_length=6, choices=slug_choices(*TOPUP_KINDS))
    amount = money()
    trip_id = models.BigIntegerField(null=True)
    invoice_id = models.BigIntegerField(null=True)
    note = models.CharField(max_length=400, default="", blank=True)
    by_id = models.BigIntegerField(null=True)
    by_name = models.CharField(max_length=160, default="")
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(F("reseller_id"), F("id"), name="topup_by_reseller")]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="add", amount__gt=0)
                | Q(kind__in=("use", "refund"), amount__lt=0)
                | (Q(kind="adjust") & ~Q(amount=0)),
                name="topup_goes_one_way",
            )
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.kind} {self.amount} of {self.reseller_id}"
