"""
Gift cards and store credit (domain.md 3.5).

What a card is worth is in the journal. The two balances here are that sum, stored: they change in
the transaction of each posting and are compared with it every day.
"""

from django.db import models
from django.db.models import F, Q

from outfitter.db.column_types import money, slug_choices
from outfitter.db.text_normalization import Folded


class GiftCardStyle(models.Model):
    """
    How a card looks: one of the product's designs, or a picture of the operator's own.

    `slug` names a design (see `giftcards.designs`); a style with a picture has it as its frame.
    """

    slug = models.CharField(max_length=20)
    # Of a style of the operator's own; the product's designs are named by their slug.
    name = models.CharField(max_length=80, default="", blank=True)
    picture = models.CharField(max_length=200, default="", blank=True)
    position = models.PositiveSmallIntegerField(default=0)
    archived_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(F("slug"), condition=Q(picture=""), name="one_style_of_each_design")
        ]

    def __str__(self) -> str:
        return self.name or self.slug


class GiftCard(models.Model):
    """A card, or store credit: value that pays for trips, bought, given or owed."""

    # What the mail to its owner and the printed card link to; the code is what it is spent with.
    hash = models.CharField(max_length=24, unique=True)
    kind = models.CharField(max_length=6, choices=slug_choices("gift", "credit"), default="gift")
    status = models.CharField(
        max_length=8,
        choices=slug_choices("pending", "active", "depleted", "expired", "void"),
        default="pending",
    )
    code_hash = models.CharField(max_length=64, unique=True)
    code_encrypted = models.TextField()
    last4 = models.CharField(max_length=4)
    code_source = models.CharField(max_length=6, choices=slug_choices("auto", "manual"), default="auto")
    is_physical = models.BooleanField(default=False)
    style = models.ForeignKey(GiftCardStyle, on_delete=models.PROTECT, related_name="+")
    currency = models.CharField(max_length=3)
    # What came onto the card in all, by sale, grant and reload; what is on it now stands below.
    purchased_amount = money(default=0)
    promo_amount = money(default=0)
    balance_purchased = money(default=0)
    balance_promo = money(default=0)
    sold_trip = models.ForeignKey(
        "trips.Trip", null=True, on_delete=models.PROTECT, related_name="gift_cards"
    )
    sold_price = money(default=0)
    purchaser_customer_id = models.BigIntegerField(null=True)
    recipient_name = models.CharField(max_length=160, default="", blank=True)
    recipient_email = models.EmailField(null=True)
    recipient_phone = models.CharField(max_length=20, null=True)
    sender_name = models.CharField(max_length=160, default="", blank=True)
    message = models.TextField(default="", blank=True)
    locale = models.CharField(max_length=12, default="en")
    # When the recipient gets it by e-mail; null: nobody is written to.
    deliver_at = models.DateTimeField(null=True)
    delivered_at = models.DateTimeField(null=True)
    activated_at = models.DateTimeField(null=True)
    # From when on purchased value, and value that was given away, can no longer be spent.
    expires_at = models.DateTimeField(null=True)
    promo_expires_at = models.DateTimeField(null=True)
    note = models.TextField(default="", blank=True)
    void_reason = models.TextField(default="", blank=True)
    voided_at = models.DateTimeField(null=True)
    # Since when a bank questions the payment that bought it: nothing is spent meanwhile.
    suspended_at = models.DateTimeField(null=True)
    created_by = models.BigIntegerField(null=True)
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(balance_purchased__gte=0, balance_promo__gte=0),
                name="gift_cards_are_not_overdrawn",
            )
        ]
        indexes = [
            models.Index(F("sold_trip"), name="gift_card_by_trip"),
            models.Index(F("created_at"), F("id"), name="gift_card_by_creation"),
            models.Index(F("balance_purchased") + F("balance_promo"), F("id"), name="gift_card_by_balance"),
            models.Index(F("purchased_amount"), F("id"), name="gift_card_by_purchased"),
            models.Index(F("promo_amount"), F("id"), name="gift_card_by_promo"),
            models.Index(F("expires_at"), F("id"), name="gift_card_by_expiry"),
            models.Index(F("last4"), name="gift_card_by_last4"),
            models.Index(Folded("recipient_name"), F("id"), name="gift_card_by_recipient"),
            models.Index(
                F("promo_expires_at"), name="gift_card_by_promo_expiry", condition=Q(balance_promo__gt=0)
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} …{self.last4}"

    @property
    def balance(self) -> int:
        """Return what stands on the card, in minor units."""
        return self.balance_purchased + self.balance_promo


class GiftCardSale(models.Model):
    """
    Value for a card: a new one's, or more on one that exists. Sold with a trip it is a price line.

    It comes onto the card when the trip is sold and the price is paid. Without a trip it can only
    be given away, by staff and for a reason. `kept_amount` is what the trip still owes for a sale
    that was taken back after some of it was spent.
    """

    gift_card = models.ForeignKey(GiftCard, on_delete=models.PROTECT, related_name="sales")
    trip = models.ForeignKey(
        "trips.Trip", null=True, on_delete=models.PROTECT, related_name="gift_card_sales"
    )
    kind = models.CharField(max_length=6, choices=slug_choices("issue", "reload"))
    status = models.CharField(max_length=6, choices=slug_choices("waits", "posted", "void"), default="waits")
    purchased_amount = money()
    promo_amount = money(default=0)
    price = money()
    kept_amount = money(default=0)
    # What was taken off the card again when the sale was void.
    taken_purchased = money(default=0)
    taken_promo = money(default=0)
    # Void because its trip was deleted: it waits again when the trip comes back.
    is_void_with_trip = models.BooleanField(default=False)
    # How often it came onto the card: part of the key of its postings.
    posted_cnt = models.PositiveSmallIntegerField(default=0)
    # Which request made this row: sent again after a crash it finds what it did.
    request_key = models.CharField(max_length=400, null=True, unique=True)
    created_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(F("trip"), F("id"), name="gift_card_sale_by_trip")]
        constraints = [
            models.CheckConstraint(
                condition=Q(purchased_amount__gte=0, promo_amount__gte=0, price__gte=0)
                & Q(kept_amount__gte=0, kept_amount__lte=F("price")),
                name="gift_card_sale_adds_up",
            ),
            # What nobody pays for is promotional.
            models.CheckConstraint(
                condition=Q(price__gte=F("purchased_amount")), name="gift_card_value_is_paid_for"
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.kind} {self.price}"


class GiftCardHold(models.Model):
    """A payment by card of a trip that is still a cart: it goes back when the seats do."""

    gift_card = models.ForeignKey(GiftCard, on_delete=models.PROTECT, related_name="holds")
    trip = models.ForeignKey("trips.Trip", on_delete=models.PROTECT, related_name="+")
    payment_id = models.BigIntegerField(unique=True)
    held_until = models.DateTimeField()

    class Meta:
        indexes = [models.Index(F("trip"), name="gift_card_hold_by_trip")]

    def __str__(self) -> str:
        return f"#{self.pk} until {self.held_until}"


class CodeTry(models.Model):
    """Somebody named a code that nobody has. Kept for a day, to slow down who guesses."""

    # Who tried: an address, or a member of staff.
    who = models.CharField(max_length=64)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(F("who"), F("at"), name="code_try_by_who")]

    def __str__(self) -> str:
        return f"{self.who} {self.at}"
