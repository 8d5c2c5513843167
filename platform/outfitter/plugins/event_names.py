"""The events that plugins may hear. docs/plugins/events.md says when, and what each carries."""

from collections.abc import Mapping
from typing import Final

# Name -> the facts in its payload that plugins may rely on.
EVENTS: Final[Mapping[str, tuple[str, ...]]] = {
    "trip.converted": (
        "trip_id",
        "hash",
        "confirmation_code",
        "contact_name",
        "contact_first_name",
        "contact_email",
        "locale",
        "customer_id",
        "experience_names",
        "first_start_at",
        "pax_cnt",
        "total_amount",
        "paid_amount",
        "balance_amount",
        "currency",
        "method",
        "orders",
        "reseller_id",
        "reseller_agent_id",
    ),
    "trip.confirmed": ("trip_id", "hash", "confirmation_code", "contact_email", "orders"),
    "trip.changed": ("trip_id", "hash", "action", "version"),
    "trip.deleted": ("trip_id", "hash", "was", "reason"),
    "trip_order.cancelled": (),
    "trip_order.rebooked": (),
    "booking.changed": ("trip_id", "trip_order_id", "guests_cnt"),
    "waiver.signed": ("waiver_ids", "template_id", "trip_id"),
    "payment.captured": ("trip_id", "payment_id", "amount", "currency"),
    "payment.refunded": ("trip_id", "payment_id", "amount", "currency"),
    "hold.placed": ("hold_id", "timeslot_id", "experience_id", "pax_cnt", "kind"),
    "availability.changed": ("experience_id", "timeslot_id", "dates", "reason"),
    "experience.changed": ("experience_id", "status", "changed"),
    "timeslot.status_changed": ("timeslot_id", "experience_id", "before", "after", "reason"),
    "customer.created": ("customer_id", "changed"),
    "customer.changed": ("customer_id", "changed"),
    "customer.merged": ("customer_id", "merged_ids"),
    "customer.anonymised": ("customer_id", "merged_ids", "trip_ids"),
    "customer.deleted": ("customer_id",),
}
