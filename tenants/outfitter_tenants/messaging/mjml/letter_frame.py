"""The letter around what a template says: colors for day and night, the operator's sign, the foot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from outfitter_tenants.messaging.mjml import block_parts as parts
from outfitter_tenants.messaging.mjml.block_parts import Page, Part

if TYPE_CHECKING:
    from outfitter_tenants.messaging.merge_values import MergeValues


_FONT: Final = "Inter,-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
# Keeps what follows out of the line that mailboxes show beside the subject.
_FILLER: Final = "\u2007\ufeff\u034f " * 12
_GROUND: Final = "#f3f4f6"
_FOOT: Final = "#5b6673"
# These may be unsubscribed from: they are no part of what somebody bought.
MARKETING: Final = frozenset({"abandon", "followup", "review_request", "custom"})


_FOOTERS: Final = {
    "abandon": "cart_footer",
    "gift_card": "gift_footer",
    "invoice": "invoice_footer",
    "waitlist": "wait_footer",
}


def letter(drawn: Sequence[Part], *, preheader: str, values: MergeValues, page: Page) -> str:
    """Return the MJML of a whole mail."""
    code, direction = page.style.code, "rtl" if page.style.is_rtl else "ltr"
    body = "".join(part.mjml for part in drawn)
    section = f'direction="{direction}" text-align="{page.start}" padding="0"'
    column = f'<mj-column direction="{direction}">'
    preview = f"{parts.attribute(preheader)} {_FILLER}" if preheader else ""
    return (
        f'<mjml lang="{code}" dir="{direction}"><mj-head>{_head(page, preview)}</mj-head>'
        f'<mj-body background-color="{_GROUND}" css-class="page">'
        f'<mj-section css-class="outer" padding="0"><mj-column><mj-spacer height="32px"/>'
        f"</mj-column></mj-section>"
        f'<mj-wrapper css-class="card" direction="{direction}" padding="0" border-radius="12px" '
        f'border="1px solid {parts.RULE}" background-color="#ffffff">'
        f'<mj-section css-class="bar" padding="0" background-color="{page.palette.fill}"><mj-column>'
        f'<mj-spacer height="4px"/></mj-column></mj-section>'
        f"<mj-section {section}>{column}{_sign(page)}{body}"
        f'<mj-spacer height="30px"/></mj-column></mj-section></mj-wrapper>'
        f"<mj-section {section}>{column}{_foot(values, page)}</mj-column></mj-section>"
        f"</mj-body></mjml>"
    )


def plain(drawn: Sequence[Part], *, values: MergeValues, page: Page) -> str:
    """Return the same mail in plain lines."""
    body = "\n\n".join(part.text for part in drawn if part.text)
    operator = page.operator
    foot = [operator.name, page.say(_footer(values)), operator.imprint, operator.website]
    if values.category in MARKETING:
        foot += [f"{page.say('unsubscribe')}: {page.value('unsubscribe.link', form='address')}"]
    text = "\n".join([body, "", "--", *(line for line in foot if line)])
    return "\n".join(line.rstrip() for line in text.strip().splitlines()) + "\n"


def _head(page: Page, preview: str) -> str:
    dark = page.palette.ink_dark
    written = f'padding="0" align="{page.start}" font-size="16px" line-height="24px" color="{parts.TEXT}"'
    return (
        f"<mj-title>{parts.attribute(page.operator.name)}</mj-title><mj-preview>{preview}</mj-preview>"
        f'<mj-attributes><mj-all font-family="{_FONT}"/>'
        f"<mj-text {written}/></mj-attributes>"
        '<mj-raw><meta name="color-scheme" content="light dark"/>'
        '<meta name="supported-color-schemes" content="light dark"/>'
        '<meta name="format-detection" content="telephone=no, date=no, address=no"/></mj-raw>'
        "<mj-style>"
        ":root{color-scheme:light dark;supported-color-schemes:light dark;}"
        ".card,.card>table{overflow:hidden;}"
        "@media (max-width:600px){"
        ".outer{display:none !important;}"
        ".card,.card>table>tbody>tr>td{border-radius:0 !important;border-left:0 !important;"
        "border-right:0 !important;}"
        ".pad{padding-left:20px !important;padding-right:20px !important;}"
        ".title{font-size:25px !important;line-height:31px !important;}"
        ".button table{width:100% !important;}.button a{display:block !important;}"
        "}"
        "@media (prefers-color-scheme:dark){"
        "body,.page{background:#12161b !important;background-color:#12161b !important;}"
        ".card,.card>table{background:#1b2129 !important;background-color:#1b2129 !important;}"
        ".card>table>tbody>tr>td{border-color:#2d3641 !important;}"
        ".text{color:#e8ecf1 !important;}.soft{color:#a4b0bd !important;}"
        ".rule,.line p{border-color:#2d3641 !important;}.panel{background:#232b35 !important;}"
        f".ink{{color:{dark} !important;}}"
        f".bar,.bar>table{{background:{dark} !important;background-color:{dark} !important;}}"
        "}</mj-style>"
    )


def _footer(values: MergeValues) -> str:
    return _FOOTERS.get(values.category, "footer")


def _sign(page: Page) -> str:
    operator = page.operator
    logo, name = operator.absolute(operator.logo_url), parts.attribute(operator.name)
    if logo:
        # A height alone keeps a wide logo wide: MJML's own pictures are as wide as they are told.
        inner = (
            f'<img src="{parts.attribute(logo)}" alt="{name}" height="40" '
            'style="display:block;height:40px;width:auto;max-width:240px;border:0;"/>'
        )
    else:
        inner = (
            f'<span class="text" style="font-size:16px;line-height:24px;font-weight:600;color:{parts.TEXT};">'
            f"<bdi>{parts.html(operator.name)}</bdi></span>"
        )
    return parts.component(inner, top=24, bottom=4)


def _foot(values: MergeValues, page: Page) -> str:
    operator = page.operator
    rows = [parts.html(page.say(_footer(values)))]
    if operator.imprint:
        rows.append(f"<bdi>{parts.html(operator.imprint)}</bdi>")
    if operator.website:
        rows.append(_quiet_link(operator.website, operator.website))
    if values.category in MARKETING:
        view = _quiet_link(page.say("view_in_browser"), page.value("view.link", form="address"))
        leave = _quiet_link(page.say("unsubscribe"), page.value("unsubscribe.link", form="address"))
        rows.append(f"{view} · {leave}")
    inner = (
        f'<p class="soft" style="margin:0;font-size:13px;line-height:20px;color:{_FOOT};">'
        f"{'<br/>'.join(rows)}</p>"
    )
    return f'<mj-text align="center" padding="20px 24px 28px">{inner}</mj-text>'


def _quiet_link(label: str, address: str) -> str:
    href = parts.attribute(address)
    return f'<a class="soft" href="{href}" style="color:{_FOOT};">{parts.html(label)}</a>'
