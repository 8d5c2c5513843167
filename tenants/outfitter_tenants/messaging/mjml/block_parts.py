"""One block of a message, drawn twice: as MJML and as plain text; and what both are drawn from."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Final

from outfitter.kit import colors, text_lines
from outfitter.kit.text_direction import isolated
from outfitter_tenants.messaging import merge_fields
from outfitter_tenants.messaging.mjml.field_format import Form, format_value

if TYPE_CHECKING:
    from outfitter_tenants.messaging.mails.confirmation import Operator
    from outfitter_tenants.messaging.mails.style import Style


TEXT: Final = "#17202a"
SOFT: Final = "#54606d"
RULE: Final = "#e4e7eb"
PANEL: Final = "#f3f5f7"
# What stands for addresses that only a message of its own has.
VIEW_LINK: Final = "{{message.view_link}}"
UNSUBSCRIBE_LINK: Final = "{{message.unsubscribe_link}}"
# XML has no place for these.
_UNSEEN: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]")
# Names that would make a second text of most.
_LONGEST_NAME: Final = 30
_SHORTENED: Final = frozenset({"operator.name", "trip.experience"})


@dataclass(frozen=True, slots=True)
class Part:
    """A block of a message: its MJML (components of a column) and the same in plain lines."""

    mjml: str
    text: str


@dataclass(frozen=True)
class Page:
    """For whom a message is drawn, and what stands for its fields; `missing` collects what is not known."""

    style: Style
    operator: Operator
    fields: Mapping[str, object]
    message_hash: str = ""
    missing: list[str] = field(default_factory=list)

    @cached_property
    def palette(self) -> colors.Palette:
        """Return the operator's colors."""
        return colors.palette(self.operator.brand_color)

    @property
    def start(self) -> str:
        """Return the side where lines begin: left or right."""
        return "right" if self.style.is_rtl else "left"

    @property
    def end(self) -> str:
        """Return the side where lines end."""
        return "left" if self.style.is_rtl else "right"

    def value(self, name: str, fallback: str = "", *, form: Form = "mail") -> str:
        """Return what stands for a field, as plain text; what is missing is noted."""
        raw = self._raw(name)
        known = merge_fields.MERGE_FIELDS.get(name)
        found = format_value(raw, known.kind if known else "text", self.style, form)
        if not found:
            if not fallback and name not in self.missing:
                self.missing.append(name)
            return fallback
        if form == "address" or (known and known.kind == "url"):
            return found
        if form != "mail":
            found = text_lines.one_line(found)
        if form == "sms" and name in _SHORTENED:
            found = short(found)
        return isolated(found, language=self.style.code)

    def line(self, line: str, *, form: Form = "line") -> str:
        """Return a line with its fields filled in."""
        filled = merge_fields.fill_line(line, lambda name, fallback: self.value(name, fallback, form=form))
        return filled.strip()

    def say(self, key: str, **values: object) -> str:
        """Return one of our sentences, from the operator, in the reader's language."""
        return self.style.say(key, operator=self.operator.name, **values)

    def _raw(self, name: str) -> object:
        if name in self.fields:
            return self.fields[name]
        if name == "view.link":
            return self._own_address("") or VIEW_LINK
        if name == "unsubscribe.link":
            return self._own_address("/unsubscribe") or UNSUBSCRIBE_LINK
        return _of_operator(self.operator).get(name)

    def _own_address(self, below: str) -> str:
        if not self.message_hash:
            return ""
        return f"{self.operator.base_url}/public/crm/{self.message_hash}{below}"


def _of_operator(operator: Operator) -> dict[str, object]:
    return {
        "operator.name": operator.name,
        "operator.phone": operator.phone,
        "operator.email": operator.reply_to,
        "operator.website": operator.website,
        "operator.address": operator.address,
    }


def short(name: str) -> str:
    """Return a name as a text message has room for it."""
    line = text_lines.one_line(name)
    return line if len(line) <= _LONGEST_NAME else f"{line[: _LONGEST_NAME - 3].rstrip()}..."


def html(text: str) -> str:
    """Return text as HTML, its line breaks kept."""
    return escape(_UNSEEN.sub("", text), quote=True).replace("\r\n", "\n").replace("\n", "<br/>")


def attribute(text: str) -> str:
    """Return text as it stands in an attribute."""
    return escape(" ".join(_UNSEEN.sub("", text).split()), quote=True)


def component(inner: str, *, top: int, bottom: int = 0) -> str:
    """Return HTML as one component of the letter, so many pixels below what stands above."""
    return f'<mj-text css-class="pad" padding="{top}px 36px {bottom}px">{inner}</mj-text>'


def paragraph(inner: str, *, is_soft: bool = False, size: int = 16) -> str:
    """Return a paragraph of HTML."""
    name, color = ("soft", SOFT) if is_soft else ("text", TEXT)
    return (
        f'<p class="{name}" style="margin:0;font-size:{size}px;line-height:{round(size * 1.5)}px;'
        f'color:{color};">{inner}</p>'
    )


def sentence(said: str, *, top: int = 10, is_soft: bool = False, size: int = 16) -> Part:
    """Return one of our sentences as a block."""
    return Part(component(paragraph(html(said), is_soft=is_soft, size=size), top=top), said)


def lines(written: str, *, top: int = 10) -> Part | None:
    """Return what somebody wrote, line by line, each in its own direction; None where that is nothing."""
    rows = [line for line in written.splitlines() if line.strip()]
    if not rows:
        return None
    inner = "".join(paragraph(f"<bdi>{html(row)}</bdi>") for row in rows)
    return Part(component(inner, top=top), "\n".join(rows))


def panel(inner: str, *, top: int = 20) -> str:
    """Return HTML on a ground of its own."""
    return component(
        '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>'
        f'<td class="panel" style="padding:13px 18px;background:{PANEL};border-radius:8px;">{inner}</td>'
        "</tr></table>",
        top=top,
    )


def button(page: Page, label: str, address: str, *, top: int = 28) -> Part | None:
    """Return a button; None where it would lead nowhere."""
    if not address or not label:
        return None
    colored = page.palette
    mjml = (
        f'<mj-button css-class="pad button" align="{page.start}" padding="{top}px 36px 0" '
        f'href="{attribute(address)}" background-color="{colored.fill}" color="{colored.on_fill}" '
        f'border="1px solid {colored.ink}" border-radius="8px" inner-padding="13px 30px" '
        f'font-size="16px" line-height="22px" font-weight="600">{html(label)}</mj-button>'
    )
    return Part(mjml, f"{label}:\n{address}")


def link(page: Page, label: str, address: str) -> str:
    """Return a link in the operator's color."""
    return f'<a class="ink" href="{attribute(address)}" style="color:{page.palette.ink};">{html(label)}</a>'
