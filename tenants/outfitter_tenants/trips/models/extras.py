"""What is sold beside the ticket, and what staff take off or put on top (domain.md 3.4)."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q

from outfitter.db.column_types import money, slug_choices
from outfitter_tenants.trips.models.bookings import Booking, TripOrder


class TripOrderAddon(models.Model):
    """An add-on of a whole order, or of one guest of it. `unit_amount` is what it was sold at."""

    trip_order = models.ForeignKey(TripOrder, on_delete=models.CASCADE, related_name="addons")
    booking = models.ForeignKey(Booking, null=True, on_delete=models.CASCADE, related_name="addons")
    experience_addon = models.ForeignKey(
        "catalog.ExperienceAddon", on_delete=models.PROTECT, related_name="+"
    )
    value = models.ForeignKey(
        "catalog.ExperienceAddonValue", null=True, on_delete=models.PROTECT, related_name="+"
    )
    qty = models.PositiveSmallIntegerField(default=1)
    unit_amount = money()
    # As it was when it was chosen: the operator may sell it otherwise by now.
    price_per = models.CharField(max_length=5, choices=slug_choices("unit", "pax", "order"), default="unit")
    # Whose heads count when it is priced per pax, by customer type; empty: everybody's.
    counted_type_ids = ArrayField(models.BigIntegerField(), default=list, blank=True)
    text_value = models.CharField(max_length=400, default="", blank=True)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["trip_order", "booking", "experience_addon", "value"],
                name="one_line_an_addon",
                nulls_distinct=False,
            ),
            models.CheckConstraint(condition=Q(qty__gte=1, unit_amount__gte=0), name="addon_adds_up"),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.qty} x {self.experience_addon_id}"


class BookingProduct(models.Model):
    """A thing from the shelf, for a guest or (without one) for the trip."""

    trip = models.ForeignKey("trips.Trip", on_delete=models.CASCADE, related_name="products")
    booking = models.ForeignKey(Booking, null=True, on_delete=models.SET_NULL, related_name="products")
    product = models.ForeignKey("catalog.Product", on_delete=models.PROTECT, related_name="+")
    label = models.CharField(max_length=160)
    qty = models.PositiveSmallIntegerField(default=1)
    unit_amount = money()
    created_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(F("trip_id"), name="product_by_trip")]
        constraints = [
            models.CheckConstraint(
                condition=Q(qty__gte=1, unit_amount__gte=0), name="booking_product_adds_up"
            )
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.qty} x {self.product_id}"


class Adjustment(models.Model):
    """
    What somebody takes off a trip, an order or a guest by hand, or puts on top (domain.md 4.6).

    Either `amount` in minor units or `ppm` of the lines it is about; negative is a discount.
    """

    trip = models.ForeignKey("trips.Trip", on_delete=models.CASCADE, related_name="adjustments")
    trip_order = models.ForeignKey(TripOrder, null=True, on_delete=models.CASCADE, related_name="adjustments")
    booking = models.ForeignKey(Booking, null=True, on_delete=models.CASCADE, related_name="adjustments")
    amount = money(null=True)
    ppm = models.IntegerField(null=True)
    label = models.CharField(max_length=160, default="", blank=True)
    reason = models.TextField()
    created_by = models.BigIntegerField(null=True)
    created_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(F("trip_id"), name="adjustment_by_trip")]
        constraints = [
            models.CheckConstraint(
                condition=Q(amount__isnull=True) ^ Q(ppm__isnull=True), name="adjustment_is_amount_or_share"
            )
        ]

    def __str__(self) -> str:
        return f"#{self.pk} of {self.trip_id}"


class ClientAction(models.Model):
    """
    Something a device did, known by the device's own id: sent again it changes nothing.

    `outcome` is what was answered, so that a repeated call can be told the same.
    """

    client_action_id = models.CharField(max_length=64, unique=True)
    user_avatar_id = models.BigIntegerField(null=True)
    kind = models.CharField(max_length=20)
    trip_order = models.ForeignKey(TripOrder, on_delete=models.CASCADE, related_name="+")
    occurred_at = models.DateTimeField()
    received_at = models.DateTimeField()
    outcome = models.JSONField(default=dict)

    class Meta:
        indexes = [models.Index(F("received_at"), name="client_action_by_age")]

    def __str__(self) -> str:
        return self.client_action_id
