"""What people wrote in a template, drawn block by block."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from outfitter_tenants.messaging import merge_fields
from outfitter_tenants.messaging.mjml import block_parts as parts
from outfitter_tenants.messaging.mjml import text_blocks
from outfitter_tenants.messaging.mjml.block_parts import Page, Part
from outfitter_tenants.messaging.template_documents.data_blocks import DATA_BLOCKS

if TYPE_CHECKING:
    from outfitter_tenants.messaging.merge_values import MergeValues


Node = Mapping[str, Any]
_HEADINGS: Final = {
    1: (16, "font-size:28px;line-height:34px;font-weight:700;letter-spacing:-0.02em;"),
    2: (28, "font-size:20px;line-height:26px;font-weight:650;"),
    3: (20, "font-size:16px;line-height:24px;font-weight:650;"),
}
_MARKS: Final = {"bold": "strong", "italic": "em", "underline": "u"}


def draw(document: Mapping[str, Any], values: MergeValues, page: Page) -> list[Part]:
    """Return the blocks of a document that have something to say."""
    drawn: list[Part] = []
    above = ""
    for node in document.get("content") or ():
        part = _block(node, above, values, page)
        if part is not None:
            drawn.append(part)
            above = node["type"] if node["type"] != "heading" else f"heading{_level(node)}"
    return drawn


def _block(node: Node, above: str, values: MergeValues, page: Page) -> Part | None:
    kind, attrs = node["type"], node.get("attrs") or {}
    if kind in DATA_BLOCKS:
        return _data_block(kind, attrs, values, page)
    if kind == "heading":
        return _heading(node, page)
    if kind == "paragraph":
        # What stands right below the title leads into the letter.
        return _paragraph(node, page, is_soft=above in {"heading1", "greeting"})
    if kind == "button":
        return parts.button(page, page.line(attrs["label"]), _address(attrs, page))
    if kind in {"bulletList", "orderedList", "blockquote"}:
        inner, text = _nested(node, page)
        return Part(parts.component(inner, top=10), text) if text else None
    return _plain_block(kind, attrs, page)


def _plain_block(kind: str, attrs: Mapping[str, Any], page: Page) -> Part | None:
    if kind == "horizontalRule":
        line = f'border-width="1px" border-color="{parts.RULE}"'
        return Part(f'<mj-divider css-class="pad line" padding="22px 36px 0" {line}/>', "----")
    if kind == "spacer":
        return Part(f'<mj-spacer height="{int(attrs.get("height", 16))}px"/>', "")
    if kind == "picture":
        address = page.operator.absolute(attrs["src"])
        alt = str(attrs.get("alt") or "")
        width = f' width="{int(attrs["width"])}px"' if attrs.get("width") else ""
        drawn = (
            f'<mj-image css-class="pad" padding="18px 36px 0" border-radius="10px" align="{page.start}" '
            f'src="{parts.attribute(address)}" alt="{parts.attribute(alt)}"{width}/>'
            if address
            else ""
        )
        return Part(drawn, alt) if drawn else None
    return None


def _data_block(kind: str, attrs: Mapping[str, Any], values: MergeValues, page: Page) -> Part | None:
    label = page.line(attrs.get("label") or "")
    if kind == "portalButton":
        return parts.button(page, label or page.say("button"), page.value("trip.link", form="address"))
    if kind == "paymentButton":
        # What has been paid has no such link, which is no gap in the message.
        address = page.value("payment.link", " ", form="address").strip()
        return parts.button(page, label or page.say("pay_button"), address)
    if kind == "contact":
        return text_blocks.contact(page)
    if kind == "reviewLinks":
        return text_blocks.review_links(page)
    draw_block = values.blocks.get(kind)
    return draw_block(page) if draw_block else None


def _address(attrs: Mapping[str, Any], page: Page) -> str:
    if target := attrs.get("target"):
        return page.value(target, form="address")
    return page.line(attrs.get("url") or "", form="address")


def _level(node: Node) -> int:
    return int((node.get("attrs") or {}).get("level", 1))


def _heading(node: Node, page: Page) -> Part | None:
    inner, text = inline(node.get("content") or (), page)
    if not text:
        return None
    return heading(inner, text, level=_level(node))


def heading(inner: str, text: str, *, level: int = 1) -> Part:
    """Return a title of HTML, with the same in words."""
    top, style = _HEADINGS[level]
    name = "title text" if level == 1 else "text"
    tag = f'<h{level} class="{name}" style="margin:0;{style}color:{parts.TEXT};">{inner}</h{level}>'
    return Part(parts.component(tag, top=top), text)


def _paragraph(node: Node, page: Page, *, is_soft: bool) -> Part | None:
    inner, text = inline(node.get("content") or (), page)
    if not text:
        return None
    return Part(parts.component(parts.paragraph(inner, is_soft=is_soft), top=10), text)


def inline(nodes: Sequence[Node], page: Page) -> tuple[str, str]:
    """Return what stands in a line as HTML, and in words."""
    drawn, said = [], []
    for node in nodes:
        if node["type"] == "hardBreak":
            drawn.append("<br/>")
            said.append("\n")
            continue
        words = _words(node, page)
        inner, text = parts.html(words), words
        for mark in node.get("marks") or ():
            inner, text = _marked(mark, inner, text, page)
        drawn.append(inner)
        said.append(text)
    return "".join(drawn).strip(), "".join(said).strip()


def _words(node: Node, page: Page) -> str:
    if node["type"] == "mergeField":
        attrs = node["attrs"]
        return page.value(attrs["name"], attrs.get("fallback") or "")
    return str(node["text"])


def _marked(mark: Node, inner: str, text: str, page: Page) -> tuple[str, str]:
    if mark["type"] != "link":
        tag = _MARKS[mark["type"]]
        return f"<{tag}>{inner}</{tag}>", text
    written = mark["attrs"]["href"]
    name = merge_fields.only_field(written)
    address = page.line(written, form="address") if name else written
    if not address:
        return inner, text
    drawn = f'<a class="ink" href="{parts.attribute(address)}" style="color:{page.palette.ink};">{inner}</a>'
    shown = address.removeprefix("mailto:").removeprefix("tel:")
    return drawn, text if text in {address, shown} else f"{text} ({shown})"


def _nested(node: Node, page: Page, depth: int = 0) -> tuple[str, str]:
    """Return a list or a quotation with what is inside, as HTML and in lines."""
    kind = node["type"]
    rows: list[str] = []
    inner = ""
    for place, one in enumerate(node.get("content") or (), start=1):
        if one["type"] == "paragraph":
            drawn, text = inline(one.get("content") or (), page)
            inner += parts.paragraph(drawn, is_soft=kind == "blockquote")
        else:
            drawn, text = _nested(one, page, depth + 1)
            inner += drawn
        sign = {"bulletList": "- ", "orderedList": f"{place}. ", "blockquote": "> "}.get(kind, "")
        if text:
            rows.append(sign + text.replace("\n", "\n" + " " * len(sign)))
    return _tagged(kind, inner, page), "\n".join(rows)


def _tagged(kind: str, inner: str, page: Page) -> str:
    side = page.start
    if kind == "listItem":
        return f'<li class="text" style="margin:4px 0 0;color:{parts.TEXT};">{inner}</li>'
    if kind == "blockquote":
        edge = f"padding-{side}:12px;border-{side}:3px solid {parts.RULE};"
        return f'<blockquote class="soft rule" style="margin:0;{edge}">{inner}</blockquote>'
    tag = "ul" if kind == "bulletList" else "ol"
    style = f"margin:0;padding:0;padding-{side}:22px;color:{parts.TEXT};"
    return f'<{tag} class="text" style="{style}">{inner}</{tag}>'
