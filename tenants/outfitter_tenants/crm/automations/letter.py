"""The words of a planned message, as they are the moment it goes."""

from datetime import datetime

from outfitter.db.tenant_schema import current_schema
from outfitter.kit import sms_segments, text_lines
from outfitter.plugins import contexts
from outfitter.plugins.types import TenantContext
from outfitter_tenants.checkout.carts import cart_links
from outfitter_tenants.crm.automations.rules.types import Step, TripFacts
from outfitter_tenants.crm.templates.render_for_trip import TemplateDoesNotFit, render_for_trip
from outfitter_tenants.messaging import letters, subscribers
from outfitter_tenants.messaging.send_gate import PlannedMessage, Words


def write(message: PlannedMessage, step: Step, trip: TripFacts, *, address: str, at: datetime) -> Words:
    """
    Return what a planned message says about a trip as it is now, and to whom.

    :raises TemplateDoesNotFit: its template says nothing by this channel
    """
    ctx = contexts.context_for(schema_name=current_schema())
    made = render_for_trip(
        template_id=step.template_id,
        trip_id=message.trip_id,
        order_id=message.trip_order_id,
        channel="sms" if message.channel == "sms" else "email",
        ctx=ctx,
        at=at,
        message_hash=message.hash,
        links=_links(message, step, ctx),
    )
    if not (made.sms if message.channel == "sms" else made.text):
        raise TemplateDoesNotFit("This template has no words for this channel.", channel=message.channel)
    if message.channel == "sms":
        return Words(
            to=address,
            locale=made.locale,
            subject="",
            body_text=made.sms,
            body_html="",
            template_version=step.template_version,
            segment_cnt=sms_segments.count_segments(made.sms).count,
            text_values=made.sms_values,
        )
    operator = subscribers.operator_of(ctx)
    return Words(
        # Who was reminded of a cart is looked up by their address alone.
        to=address if step.category == "abandon" else letters.mailbox(trip.name, address),
        locale=made.locale,
        subject=text_lines.one_line(made.subject),
        body_text=made.text,
        body_html=made.html,
        from_address=letters.sender_of(operator),
        reply_to=text_lines.one_line(operator.reply_to or ""),
        template_version=step.template_version,
    )


def _links(message: PlannedMessage, step: Step, ctx: TenantContext) -> dict[str, str]:
    """Return the addresses that only a message of this kind leads to."""
    if step.category != "abandon":
        return {}
    return {"cart.link": cart_links.link_to(trip_id=message.trip_id, message_hash=message.hash, ctx=ctx)}
