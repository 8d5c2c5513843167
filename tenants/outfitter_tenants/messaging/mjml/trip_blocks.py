"""What a message shows of a trip: what was booked, when, where, for whom, and the bill."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from babel.dates import format_date, format_time

from outfitter.kit.picture_sizes import as_jpeg
from outfitter_tenants.messaging.mjml import block_parts as parts
from outfitter_tenants.messaging.mjml import document_blocks
from outfitter_tenants.messaging.mjml.bill_context import bill_context
from outfitter_tenants.messaging.mjml.bill_table import bill_table
from outfitter_tenants.messaging.mjml.block_parts import Page, Part

if TYPE_CHECKING:
    from outfitter_tenants.messaging.mails.confirmation import ConfirmationData, ConfirmedOrder
    from outfitter_tenants.messaging.merge_values import DrawBlock


def trip_blocks(
    trip: ConfirmationData, *, orders: Sequence[ConfirmedOrder] | None = None, has_calendar: bool = False
) -> dict[str, DrawBlock]:
    """
    Return what draws the blocks about a trip; `orders` are those it shows, else what takes place.

    :param has_calendar: whether a file for calendars comes with the message
    """
    shown = trip.standing if orders is None else tuple(orders)
    return {
        "greeting": partial(_greeting, trip),
        "confirmationCode": partial(code_panel, trip.confirmation_code),
        "tripDetails": partial(_orders, shown, True),
        "tripSummary": partial(_orders, shown, False),
        "bill": partial(_bill, trip),
        "calendarHint": partial(_hint, has_calendar),
    }


def code_panel(code: str, page: Page) -> Part:
    """Draw a code that somebody is to say or to type."""
    label = page.say("code")
    inner = (
        f'<span class="soft" style="font-size:13px;line-height:18px;color:{parts.SOFT};">'
        f"{parts.html(label)}</span><br/>"
        f'<span class="text" dir="ltr" style="font-size:21px;line-height:28px;font-weight:700;'
        f'letter-spacing:0.06em;font-variant-numeric:tabular-nums;color:{parts.TEXT};">{parts.html(code)}</span>'
    )
    return Part(parts.panel(inner), f"{label}: {code}")


def _greeting(trip: ConfirmationData, page: Page) -> Part:
    name = trip.address_name
    said = page.say("heading_named", name=name) if name else page.say("heading")
    return document_blocks.heading(parts.html(said), said)


def _hint(has_calendar: bool, page: Page) -> Part:
    calendar = page.say("calendar_hint") if has_calendar else ""
    inner = parts.paragraph(
        parts.html(f"{page.say('button_hint')} {calendar}".strip()), is_soft=True, size=14
    )
    return Part(parts.component(inner, top=14), calendar)


def _orders(orders: Sequence[ConfirmedOrder], is_whole: bool, page: Page) -> Part | None:
    drawn = [_order(order, is_whole, page) for order in orders]
    if not drawn:
        return None
    return Part("".join(one.mjml for one in drawn), "\n\n".join(one.text for one in drawn))


def _order(order: ConfirmedOrder, is_whole: bool, page: Page) -> Part:
    image = page.operator.absolute(as_jpeg(order.hero_image)) if is_whole else None
    name = parts.html(order.experience_name)
    title = (
        f'<h2 class="text" style="margin:0;font-size:20px;line-height:26px;font-weight:650;'
        f'color:{parts.TEXT};"><bdi>{name}</bdi></h2>'
    )
    rows, lines = _facts(order, is_whole, page)
    mjml = _picture(image, order.experience_name) if image else ""
    mjml += parts.component(title, top=18 if image else 28) + parts.component(_table(rows, page), top=12)
    return Part(mjml, "\n".join([order.experience_name, *lines]))


def _picture(address: str, name: str) -> str:
    inner = (
        f'<img src="{parts.attribute(address)}" alt="{parts.attribute(name)}" width="528" '
        'style="display:block;width:100%;height:auto;aspect-ratio:8/5;object-fit:cover;border:0;'
        'border-radius:10px;background:#dfe5ea;"/>'
    )
    return parts.component(inner, top=28)


def _facts(order: ConfirmedOrder, is_whole: bool, page: Page) -> tuple[list[tuple[str, str]], list[str]]:
    """Return when, where and who, as cells of HTML and as lines."""
    style, say = page.style, page.say
    when = parts.html(say("undated"))
    lines = [f"{say('when')}: {say('undated')}"]
    if order.local_start:
        day, clock = str(format_date(order.local_start, "full", locale=style.locale)), times(order, page)
        when = (
            f'<strong style="font-weight:600;">{parts.html(day)}</strong><br/><bdi>{parts.html(clock)}</bdi>'
        )
        lines = [f"{say('when')}: {day}, {clock}"]
    rows = [(say("when"), when)]
    if is_whole and order.place:
        rows.append((say("where"), "<br/>".join(f"<bdi>{parts.html(one)}</bdi>" for one in order.place)))
        lines.append(f"{say('where')}: {style.line(order.place)}")
    if order.guests:
        labels = [line.label for line in order.guests]
        rows.append((say("guests"), "<br/>".join(f"<bdi>{parts.html(one)}</bdi>" for one in labels)))
        lines.append(f"{say('guests')}: {style.line(labels)}")
    return rows, lines


def _table(rows: Sequence[tuple[str, str]], page: Page) -> str:
    edge = f"padding:5px 0;padding-{page.end}:12px;"
    cells = "".join(
        f'<tr><td class="soft" align="{page.start}" valign="top" width="104" style="{edge}font-size:14px;'
        f'line-height:22px;color:{parts.SOFT};">{parts.html(label)}</td>'
        f'<td class="text" align="{page.start}" valign="top" style="padding:5px 0;font-size:16px;'
        f'line-height:24px;color:{parts.TEXT};">{value}</td></tr>'
        for label, value in rows
    )
    return (
        f'<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">{cells}</table>'
    )


def times(order: ConfirmedOrder, page: Page) -> str:
    """Return from when until when an order is."""
    if order.local_start is None:
        return ""
    write = partial(format_time, format="short", locale=page.style.locale)
    start = str(write(order.local_start.time()))
    if not order.duration:
        return start
    end = order.local_start + order.duration
    return f"{start} – {write(end.time())}"  # noqa: RUF001  (an en dash between two times)


def _bill(trip: ConfirmationData, page: Page) -> Part:
    balance = trip.balance_amount
    notes = []
    if balance > 0:
        notes.append(page.say("balance_note", amount=page.style.money(balance)))
    if trip.is_paid_elsewhere:
        notes.append(page.say("partner_note"))
    return bill_table(bill_context(trip, page.style), notes, page)
