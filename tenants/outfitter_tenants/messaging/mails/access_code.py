"""The code by which somebody shows that an address is theirs, to see what they booked."""

from functools import partial

from outfitter_tenants.messaging.mails import renderer
from outfitter_tenants.messaging.mails.confirmation import Operator
from outfitter_tenants.messaging.merge_values import MergeValues
from outfitter_tenants.messaging.mjml import block_parts as parts
from outfitter_tenants.messaging.mjml.block_parts import Page, Part
from outfitter_tenants.messaging.rendered_message import RenderedMessage


def values(code: str) -> MergeValues:
    """Return what stands in the message."""
    return MergeValues("access_code", {"access.code": code}, {"accessCode": partial(_panel, code)})


def render(*, code: str, locale: str, operator: Operator) -> RenderedMessage:
    """Return the mail with a code in the words that ship, in the reader's language."""
    return renderer.render_shipped(
        "access_code", values(code), locale=locale, currency="USD", operator=operator
    )


def _panel(code: str, _page: Page) -> Part:
    inner = (
        '<span class="text" dir="ltr" style="font-size:28px;line-height:36px;font-weight:700;'
        f'letter-spacing:0.14em;font-variant-numeric:tabular-nums;color:{parts.TEXT};">{parts.html(code)}</span>'
    )
    return Part(parts.panel(inner), code)
