"""The words of a planned message, as they are the moment it goes."""

from datetime import datetime

from outfitter.db.tenant_schema import current_schema
from outfitter.kit import sms_segments, text_lines
from outfitter.plugins import contexts
from outfitter_tenants.crm.automations.rules.facts import Step, TripFacts
from outfitter_tenants.crm.templates.render_for_trip import render_for_trip
from outfitter_tenants.messaging import operations, subscribers
from outfitter_tenants.messaging.send_gate import PlannedMessage, Words


def write(message: PlannedMessage, step: Step, trip: TripFacts, *, address: str, at: datetime) -> Words:
    """Return what a planned message says about a trip as it is now, and to whom."""
    ctx = contexts.context_for(schema_name=current_schema())
    made = render_for_trip(
        template_id=step.template_id,
        trip_id=message.trip_id,
        order_id=message.trip_order_id,
        channel=message.channel,
        ctx=ctx,
        at=at,
    )
    if message.channel == "sms":
        return Words(
            to=address,
            locale=made.locale,
            subject="",
            body_text=made.sms,
            body_html="",
            template_version=step.template_version,
            segment_cnt=sms_segments.count_segments(made.sms).count,
        )
    operator = subscribers.operator_of(ctx)
    return Words(
        to=operations.mailbox(trip.name, address),
        locale=made.locale,
        subject=text_lines.one_line(made.subject),
        body_text=made.text,
        body_html=made.html,
        from_address=operations.sender_of(operator),
        reply_to=text_lines.one_line(operator.reply_to or ""),
        template_version=step.template_version,
    )
