"""Templates of what is told about a booking."""

from typing import Final

from outfitter_tenants.messaging.system_templates.shipped_blocks import button, data, link, paragraph, title
from outfitter_tenants.messaging.system_templates.system_template import SystemTemplate

_TRIP: Final = (data("confirmationCode"), data("tripDetails"), data("bill"))
_WAITS: Final = {"until": "waitlist.until", "url": "waitlist.link"}
_ABOUT: Final = "{{trip.confirmation_code}} · {{trip.experience}}"

TEMPLATES: Final = (
    SystemTemplate(
        slug="confirmation",
        name="Booking confirmation",
        category="confirmation",
        subjects={"": "subject_one", "many": "subject_many", "undated": "subject_undated"},
        preheader="{{trip.confirmation_code}} · {{trip.guest_count}} · {{operator.name}}",
        blocks=(
            data("greeting"),
            paragraph("intro"),
            data("note"),
            *_TRIP,
            data("portalButton"),
            data("calendarHint"),
            data("contact"),
        ),
    ),
    SystemTemplate(
        slug="cancellation",
        name="Cancellation",
        category="cancelled",
        subjects={"": "cancelled_subject", "undated": "cancelled_heading"},
        preheader=_ABOUT,
        blocks=(
            title("cancelled_heading"),
            data("cancellationReason"),
            data("note"),
            data("confirmationCode"),
            data("tripSummary"),
            data("bill"),
            data("cancellationOutcome"),
            data("portalButton"),
            data("contact"),
        ),
    ),
    SystemTemplate(
        slug="rebooking",
        name="New time",
        category="rebooked",
        subjects={"": "rebooked_subject"},
        preheader=_ABOUT,
        blocks=(
            title("rebooked_heading"),
            data("moveReason"),
            data("note"),
            *_TRIP,
            data("portalButton"),
            data("calendarHint"),
            data("contact"),
        ),
    ),
    SystemTemplate(
        slug="unscheduled",
        name="Date to be arranged",
        category="rebooked",
        subjects={"": "unscheduled_heading"},
        preheader=_ABOUT,
        blocks=(
            title("unscheduled_heading"),
            data("moveReason"),
            data("note"),
            *_TRIP,
            data("portalButton"),
            data("calendarHint"),
            data("contact"),
        ),
        is_replaceable=False,
    ),
    SystemTemplate(
        slug="waiver_request",
        name="Waiver request",
        category="waiver_request",
        subjects={"": "waiver_subject"},
        preheader="waiver_share",
        blocks=(
            title("waiver_heading"),
            paragraph("waiver_intro"),
            data("note"),
            data("confirmationCode"),
            data("tripSummary"),
            paragraph("waiver_share"),
            button("waiver_button", "waiver.link"),
            data("contact"),
        ),
        channel="both",
        sms_key="text_waiver",
        sms_fields={"url": "waiver.link"},
    ),
    *(
        SystemTemplate(
            slug=f"waitlist_{kind}",
            name=name,
            category="waitlist",
            subjects={"": f"wait_{kind}_subject"},
            preheader=f"wait_{kind}_intro",
            blocks=(
                title(f"wait_{kind}_heading"),
                paragraph(f"wait_{kind}_intro", **_WAITS),
                data("waitlistPlace"),
                *more,
                data("contact"),
            ),
            channel="email" if kind == "joined" else "both",
            sms_key="" if kind == "joined" else f"text_{kind}",
            fields=_WAITS,
            is_replaceable=False,
        )
        for kind, name, more in (
            ("joined", "Waiting list: joined", (link("wait_leave", "waitlist.link"),)),
            (
                "offer",
                "Waiting list: seats for you",
                (
                    paragraph("wait_offer_price"),
                    button("wait_offer_button", "waitlist.link"),
                    link("wait_leave", "waitlist.link"),
                ),
            ),
            ("expired", "Waiting list: seats no longer held", ()),
            ("closed", "Waiting list: departure canceled", ()),
        )
    ),
    SystemTemplate(
        slug="access_code",
        name="Sign-in code",
        category="access_code",
        subjects={"": "access_subject"},
        preheader="access_intro",
        blocks=(
            title("access_heading"),
            paragraph("access_intro"),
            data("accessCode"),
            paragraph("access_note"),
            data("contact"),
        ),
    ),
    SystemTemplate(
        slug="answer",
        name="Answer to a question",
        category="answer",
        subjects={"": "{operator}: {code}"},
        preheader="{{trip.confirmation_code}}",
        blocks=(title("{code}"), data("note"), data("question"), data("portalButton"), data("contact")),
    ),
)
