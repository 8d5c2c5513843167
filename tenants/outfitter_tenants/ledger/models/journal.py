"""
The journal: money that moved from one account to another. Rows are only ever appended.

What a trip was paid, what a gift card is worth, whose a tip is: sums of entries and nothing else.
The database refuses to change or delete a row, and a posting whose entries do not sum to zero.
"""

from django.contrib.postgres.indexes import BrinIndex
from django.db import models
from django.db.models import F, Q

from outfitter.db.column_types import money, slug_choices

# What an entry's `owner_id` names, by account; accounts without one are the operator's own.
ACCOUNTS = (
    "trip",  # what was given towards a trip; owner: the trip
    "tip",  # whose a tip is; owner: a team member, none while nobody has it
    "gift_card_purchased",  # value that was paid for; owner: the gift card
    "gift_card_promo",  # value that was given away; owner: the gift card
    "outside",  # everybody's pockets: where payments come from and refunds go to
    "gift_cards_sold",  # what stands against the value that was sold
    "gift_cards_granted",  # what stands against the value that was given away
    "gift_cards_imported",  # what stands against the value that another system sold or gave away
    "expired",  # value that ran out before it was used
    "cash_rounding",  # what tills have more than payments and refunds say, coins being coarser
    "commission",  # what was paid to partners for selling; owner: the trip
    "cash_drawer",  # what lies in a drawer; owner: the shift
    "cash_elsewhere",  # what stands against the cash in drawers: guests' pockets, the safe, the bank
    "cash_difference",  # what was counted more or less than there should have been
)
KINDS = (
    "payment",
    "payment_reversal",
    "refund",
    "refund_reversal",
    "tip_assign",
    "cash_rounding",
    "commission",
    "gift_card_activate",
    "gift_card_reload",
    "gift_card_import",
    "gift_card_adjust",
    "gift_card_expire",
    "gift_card_void",
    "cash_drawer",
)


class Posting(models.Model):
    """One movement of money, whole: its entries sum to zero. `key` makes it happen once."""

    key = models.CharField(max_length=120, unique=True)
    kind = models.CharField(max_length=20, choices=slug_choices(*KINDS))
    trip_id = models.BigIntegerField(null=True)
    payment_id = models.BigIntegerField(null=True)
    gift_card_id = models.BigIntegerField(null=True)
    reason = models.TextField(default="", blank=True)
    by = models.BigIntegerField(null=True)
    at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(F("payment_id"), name="posting_by_payment"),
            models.Index(F("gift_card_id"), F("id"), name="posting_by_gift_card"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(trip_id__isnull=False)
                | Q(payment_id__isnull=False)
                | Q(gift_card_id__isnull=False)
                # The key of what a drawer had names its movement.
                | Q(kind="cash_drawer"),
                name="postings_have_a_cause",
            ),
            models.CheckConstraint(
                condition=~Q(kind__in=["gift_card_activate", "gift_card_reload"])
                | Q(trip_id__isnull=False)
                | ~Q(reason=""),
                name="given_value_has_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return self.key


class Entry(models.Model):
    """So much came to an account (positive) or left it (negative), in minor units."""

    posting = models.ForeignKey(Posting, on_delete=models.PROTECT, related_name="entries")
    # The posting's own, here again so that sums read one table.
    kind = models.CharField(max_length=20, choices=slug_choices(*KINDS))
    trip_id = models.BigIntegerField(null=True)
    account = models.CharField(max_length=20, choices=slug_choices(*ACCOUNTS))
    owner_id = models.BigIntegerField(null=True)
    amount = money()
    currency = models.CharField(max_length=3)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(amount=0), name="entries_move_something"),
            # What was paid for was sold with a trip.
            models.CheckConstraint(
                condition=~Q(kind__in=["gift_card_activate", "gift_card_reload"])
                | ~Q(account="gift_card_purchased")
                | Q(trip_id__isnull=False),
                name="purchased_value_has_a_trip",
            ),
        ]
        indexes = [
            models.Index(F("trip_id"), name="entry_by_trip"),
            models.Index(F("account"), F("owner_id"), F("id"), name="entry_by_owner"),
            # Rows come in the order of time: a few pages say where a day begins.
            BrinIndex(F("at"), name="entry_by_day", pages_per_range=16),
        ]

    def __str__(self) -> str:
        return f"{self.account} {self.amount}"
