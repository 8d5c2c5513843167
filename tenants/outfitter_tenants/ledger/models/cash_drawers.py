"""Cash drawers, the shifts they are open for, and every coin that came or went (ADR 138)."""

from django.db import models
from django.db.models import F, Q

from outfitter.db.column_types import money, slug_choices

MOVEMENTS = (
    "float",  # what is in the drawer when a shift begins
    "payment",
    "refund",
    "void",  # a payment or refund that was never made
    "correction",  # a payment that turned out to be cash, or to be none
    "paid_in",  # money that came from elsewhere: change from the bank
    "paid_out",  # money that was spent: ice, parking
    "drop",  # money that went to the safe
    "difference",  # what was counted more (or, negative, less) than there should have been
)


class CashDrawer(models.Model):
    """A till, or a bag a guide carries. Put away it keeps its past."""

    name = models.CharField(max_length=80)
    location = models.ForeignKey("catalog.Location", null=True, on_delete=models.SET_NULL, related_name="+")
    archived_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                F("name"), condition=Q(archived_at__isnull=True), name="one_cash_drawer_a_name"
            )
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.name}"


class CashShift(models.Model):
    """From a float to a count. A drawer has one open shift at most."""

    drawer = models.ForeignKey(CashDrawer, on_delete=models.PROTECT, related_name="shifts")
    opened_by = models.BigIntegerField(null=True)
    opened_at = models.DateTimeField()
    closed_by = models.BigIntegerField(null=True)
    closed_at = models.DateTimeField(null=True)
    # Why it was opened again, the last time.
    reopen_reason = models.TextField(default="", blank=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                F("drawer"), condition=Q(closed_at__isnull=True), name="one_open_shift_a_drawer"
            )
        ]
        indexes = [models.Index(F("opened_at"), F("id"), name="cash_shift_by_opening")]

    def __str__(self) -> str:
        return f"#{self.pk}"


class CashShiftMember(models.Model):
    """Who works on a shift: the cash they take is this drawer's. Nobody is on two at once."""

    shift = models.ForeignKey(CashShift, on_delete=models.CASCADE, related_name="members")
    avatar_id = models.BigIntegerField()
    joined_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                F("avatar_id"), condition=Q(left_at__isnull=True), name="one_cash_shift_a_person"
            )
        ]

    def __str__(self) -> str:
        return f"#{self.pk}"


class CashMovement(models.Model):
    """Cash that came into a drawer, or (negative) left it, in minor units. Only ever appended."""

    shift = models.ForeignKey(CashShift, on_delete=models.PROTECT, related_name="movements")
    # What caused it; the same again moves nothing.
    key = models.CharField(max_length=120, unique=True)
    kind = models.CharField(max_length=10, choices=slug_choices(*MOVEMENTS))
    amount = money()
    currency = models.CharField(max_length=3)
    payment_id = models.BigIntegerField(null=True)
    reason = models.TextField(default="", blank=True)
    by = models.BigIntegerField(null=True)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(condition=~Q(amount=0), name="cash_movements_move_something")]
        indexes = [
            models.Index(
                F("payment_id"), condition=Q(payment_id__isnull=False), name="cash_movement_by_payment"
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.amount}"


class CashCount(models.Model):
    """What was counted at a shift's end, next to what there should have been; a recount is another row."""

    shift = models.ForeignKey(CashShift, on_delete=models.CASCADE, related_name="counts")
    currency = models.CharField(max_length=3)
    expected_amount = money()
    counted_amount = money()
    # {minor units of a coin or bill: how many}; empty where only the sum was given.
    denominations = models.JSONField(default=dict)
    reason = models.TextField(default="", blank=True)
    by = models.BigIntegerField(null=True)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(counted_amount=F("expected_amount")) | ~Q(reason=""),
                name="cash_differences_have_a_reason",
            )
        ]

    def __str__(self) -> str:
        return f"#{self.pk}"
