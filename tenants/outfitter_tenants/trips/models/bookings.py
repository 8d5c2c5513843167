"""Trip orders, bookings, their statuses and the lines of the price."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q

from outfitter.db.column_types import money, slug_choices


class BookingStatus(models.Model):
    """A guest's status on the day (domain.md 3.4)."""

    slug = models.CharField(max_length=40, unique=True)
    name = models.CharField(max_length=60)
    color = models.CharField(max_length=7)
    position = models.PositiveIntegerField(default=0)
    kind = models.CharField(
        max_length=12, choices=slug_choices("not_arrived", "arrived", "no_show", "custom")
    )
    is_system = models.BooleanField(default=False)
    # No longer offered; guests that have it keep it.
    archived_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.slug


class TripOrder(models.Model):
    """One experience on at most one timeslot inside a trip."""

    trip = models.ForeignKey("trips.Trip", on_delete=models.CASCADE, related_name="orders")
    experience = models.ForeignKey("catalog.Experience", on_delete=models.PROTECT, related_name="+")
    timeslot = models.ForeignKey(
        "scheduling.Timeslot", null=True, on_delete=models.PROTECT, related_name="trip_orders"
    )
    experience_date = models.ForeignKey(
        "scheduling.ExperienceDate", null=True, on_delete=models.PROTECT, related_name="+"
    )
    status = models.CharField(max_length=9, choices=slug_choices("active", "cancelled"), default="active")
    schedule_state = models.CharField(
        max_length=11, choices=slug_choices("scheduled", "flex", "unscheduled"), default="scheduled"
    )
    original_timeslot_id = models.BigIntegerField(null=True)
    # The start that the refund clock counts from: moving does not set it back (domain.md 4.12).
    policy_start_at = models.DateTimeField(null=True)
    unscheduled_at = models.DateTimeField(null=True)
    # When staff were told that it has waited for a departure for too long.
    overdue_told_at = models.DateTimeField(null=True)
    rebooked_cnt = models.PositiveSmallIntegerField(default=0)
    is_comped = models.BooleanField(default=False)
    pricing_override = models.JSONField(null=True)
    note = models.TextField(default="", blank=True)
    cancellation_policy = models.JSONField(null=True)
    cancelled_at = models.DateTimeField(null=True)
    cancel_reason = models.CharField(max_length=12, null=True)
    cancelled_by = models.BigIntegerField(null=True)
    # Called off by the operator, who lets the customer choose another time for it by themselves: of the
    # same experience, or of any (domain.md 4.25).
    rebook_offer = models.CharField(max_length=4, choices=slug_choices("same", "any"), null=True)
    # What a cancelled order still owes, or null; checkout.operations.frame.totals reads it.
    retained = models.JSONField(null=True)
    is_noshow = models.BooleanField(default=False)
    position = models.PositiveIntegerField(default=0)
    external_ref = models.CharField(max_length=120, null=True)
    subtotal_amount = money(default=0)
    total_amount = money(default=0)

    class Meta:
        indexes = [
            models.Index(F("timeslot_id"), name="order_by_timeslot"),
            models.Index(F("trip_id"), name="order_by_trip"),
            models.Index(
                F("trip_id"),
                name="order_unscheduled",
                condition=Q(status="active", schedule_state="unscheduled"),
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} of {self.trip_id}"


class Booking(models.Model):
    """One ticket of one customer type, normally one guest."""

    trip_order = models.ForeignKey(TripOrder, on_delete=models.CASCADE, related_name="bookings")
    experience_customer_type = models.ForeignKey(
        "catalog.ExperienceCustomerType", on_delete=models.PROTECT, related_name="+"
    )
    customer = models.ForeignKey("customers.Customer", null=True, on_delete=models.PROTECT, related_name="+")
    guest_first_name = models.CharField(max_length=80, default="", blank=True)
    guest_last_name = models.CharField(max_length=80, default="", blank=True)
    guest_email = models.EmailField(null=True)
    guest_phone = models.CharField(max_length=20, null=True)
    guest_birth_date = models.DateField(null=True)
    booking_status = models.ForeignKey(BookingStatus, on_delete=models.PROTECT, related_name="+")
    # When the guest got this status, by the clock of who noted it (domain.md 4.23).
    status_at = models.DateTimeField(null=True)
    is_comped = models.BooleanField(default=False)
    unit_amount = money()
    customer_type_amount_override = money(null=True)
    price_source = models.CharField(
        max_length=10,
        choices=slug_choices("base", "rate_sheet", "override", "comp", "channel"),
        default="base",
    )
    rate_sheet_id = models.BigIntegerField(null=True)
    # Seats this booking takes: 0 for a type that consumes no capacity (domain.md 4.2.1).
    pax_cnt = models.PositiveSmallIntegerField(default=1)
    ticket_code = models.CharField(max_length=24, unique=True)
    waiver_state = models.CharField(
        max_length=13,
        choices=slug_choices("none_required", "unsigned", "partial", "signed", "marked"),
        default="none_required",
    )
    waiver_required_cnt = models.PositiveSmallIntegerField(default=0)
    waiver_signed_cnt = models.PositiveSmallIntegerField(default=0)
    checked_in_at = models.DateTimeField(null=True)
    checked_in_by = models.BigIntegerField(null=True)
    seat = models.CharField(max_length=20, null=True)
    pickup = models.JSONField(null=True)
    enabled_addon_ids = ArrayField(models.BigIntegerField(), default=list)
    position = models.PositiveIntegerField(default=0)
    external_ref = models.CharField(max_length=120, null=True)
    cancelled_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(F("trip_order_id"), name="booking_by_order")]
        constraints = [
            models.CheckConstraint(condition=Q(unit_amount__gte=0), name="unit_not_negative"),
            models.CheckConstraint(
                condition=Q(customer_type_amount_override__isnull=True)
                | Q(customer_type_amount_override__gte=0),
                name="override_not_negative",
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} of {self.trip_order_id}"


class PriceLine(models.Model):
    """One line of what is owed; totals are sums of lines that are not void (domain.md 3.4)."""

    trip = models.ForeignKey("trips.Trip", on_delete=models.CASCADE, related_name="price_lines")
    trip_order = models.ForeignKey(TripOrder, null=True, on_delete=models.CASCADE, related_name="price_lines")
    booking = models.ForeignKey(Booking, null=True, on_delete=models.CASCADE, related_name="price_lines")
    kind = models.CharField(
        max_length=16,
        choices=slug_choices(
            "ticket",
            "addon",
            "product",
            "gift_card",
            "discount",
            "manual_adjust",
            "fee",
            "tax",
            "booking_fee",
            "cancellation_fee",
            "tip",
        ),
    )
    ref_id = models.BigIntegerField(null=True)
    label = models.CharField(max_length=160)
    qty = models.PositiveIntegerField(default=1)
    unit_amount = money()
    amount = money()
    # What a tax is computed from, also where the trip is exempt from it; null on all other lines.
    base_amount = money(null=True)
    is_inclusive = models.BooleanField(default=False)
    is_commission_base = models.BooleanField(default=True)
    created_at = models.DateTimeField()
    voided_at = models.DateTimeField(null=True)
    reason = models.TextField(null=True)

    class Meta:
        indexes = [
            models.Index(F("trip_id"), name="line_by_trip", condition=Q(voided_at__isnull=True)),
            models.Index(F("kind"), F("ref_id"), name="line_by_charge", condition=Q(kind__in=["tax", "fee"])),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.kind} {self.amount}"
