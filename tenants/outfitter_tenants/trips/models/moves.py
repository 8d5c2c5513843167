"""Moves that customers asked for and that wait for money."""

from django.db import models
from django.db.models import F, Q

from outfitter.db.column_types import money, slug_choices


class OrderMove(models.Model):
    """
    A customer's move of an order to a dearer departure: made once its price is paid (domain.md 4.12).

    The seats there are held meanwhile. What was paid and can't be used for it goes back.
    """

    trip_order = models.ForeignKey("trips.TripOrder", on_delete=models.CASCADE, related_name="moves")
    timeslot_id = models.BigIntegerField()
    hold_id = models.BigIntegerField()
    payment_link_id = models.BigIntegerField(null=True)
    # What the trip costs more there as it was offered, and what of that has to be paid first.
    difference = money()
    amount = money()
    status = models.CharField(
        max_length=9, choices=slug_choices("waiting", "done", "withdrawn", "failed"), default="waiting"
    )
    # Why it could not be made although it was paid: the code of the refusal.
    failure = models.CharField(max_length=40, null=True)
    expires_at = models.DateTimeField()
    created_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["trip_order"], condition=Q(status="waiting"), name="one_waiting_move_of_an_order"
            ),
            models.CheckConstraint(condition=Q(amount__gt=0), name="moves_wait_for_something"),
        ]
        indexes = [models.Index(F("payment_link_id"), name="move_by_link")]

    def __str__(self) -> str:
        return f"#{self.pk} of {self.trip_order_id} {self.status}"
