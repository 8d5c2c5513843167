"""Templates of what goes automatically before and after a trip, and to who left a cart behind."""

from typing import Final

from outfitter_tenants.messaging.system_templates.shipped_blocks import button, data, paragraph, title
from outfitter_tenants.messaging.system_templates.system_template import SystemTemplate

_OWED: Final = {"amount": "trip.balance", "url": "payment.link"}


def _reminder(slug: str, name: str, words: str) -> SystemTemplate:
    return SystemTemplate(
        slug=slug,
        name=name,
        category="reminder",
        subjects={"": f"{words}_subject"},
        preheader=f"{words}_intro",
        blocks=(
            title(f"{words}_heading"),
            paragraph(f"{words}_intro"),
            data("note"),
            data("confirmationCode"),
            data("tripDetails"),
            paragraph("reminder_early"),
            data("portalButton"),
            data("contact"),
        ),
        channel="both",
        sms_key=f"text_{words}",
        is_replaceable=False,
    )


def _review(slug: str, name: str, words: str) -> SystemTemplate:
    return SystemTemplate(
        slug=slug,
        name=name,
        category="review_request",
        subjects={"": f"{words}_subject"},
        preheader=f"{words}_intro",
        blocks=(
            title(f"{words}_heading"),
            paragraph(f"{words}_intro"),
            data("note"),
            button("review_button", "review.link"),
            data("reviewLinks"),
            data("contact"),
        ),
        channel="both",
        sms_key="text_review",
        sms_fields={"url": "review.link"},
        is_replaceable=False,
    )


def _cart(slug: str, name: str, words: str) -> SystemTemplate:
    return SystemTemplate(
        slug=slug,
        name=name,
        category="abandon",
        subjects={"": f"{words}_subject"},
        preheader=f"{words}_intro",
        blocks=(
            title(f"{words}_heading"),
            paragraph(f"{words}_intro"),
            data("note"),
            data("tripDetails"),
            button("cart_button", "cart.link"),
            data("contact"),
        ),
        is_replaceable=False,
    )


def _balance(slug: str, name: str, words: str) -> SystemTemplate:
    return SystemTemplate(
        slug=slug,
        name=name,
        category="payment_request",
        subjects={"": "balance_subject"},
        preheader=f"{words}_intro",
        blocks=(
            title("balance_heading"),
            paragraph(f"{words}_intro", **_OWED),
            data("note"),
            data("confirmationCode"),
            data("tripSummary"),
            data("bill"),
            data("paymentButton"),
            data("contact"),
        ),
        channel="both",
        sms_key="text_balance",
        fields=_OWED,
        is_replaceable=False,
    )


TEMPLATES: Final = (
    _reminder("reminder_day", "Reminder, a day before", "reminder_day"),
    _reminder("reminder_hours", "Reminder, hours before", "reminder_hours"),
    SystemTemplate(
        slug="followup",
        name="Thank you",
        category="followup",
        subjects={"": "followup_subject"},
        preheader="followup_intro",
        blocks=(
            title("followup_heading"),
            paragraph("followup_intro"),
            data("note"),
            paragraph("followup_again"),
            data("contact"),
        ),
        channel="both",
        sms_key="text_followup",
        is_replaceable=False,
    ),
    _review("review_request", "Review request", "review"),
    _review("review_reminder", "Review request, second", "review_again"),
    _cart("abandon_first", "Unfinished booking, first", "cart_first"),
    _cart("abandon_second", "Unfinished booking, second", "cart_second"),
    _cart("abandon_third", "Unfinished booking, last", "cart_third"),
    _balance("balance_week", "Balance due, a week before", "balance_week"),
    _balance("balance_days", "Balance due, two days before", "balance_days"),
)
