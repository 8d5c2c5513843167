"""Blocks of words that any message may hold."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from outfitter_tenants.messaging.mjml import block_parts as parts
from outfitter_tenants.messaging.mjml.block_parts import Page, Part

if TYPE_CHECKING:
    from outfitter_tenants.messaging.merge_values import DrawBlock, MergeValues


def with_note(values: MergeValues, note: str) -> MergeValues:
    """Return the values with the words that somebody wrote for this one message."""
    return replace(values, blocks={**values.blocks, "note": note_block(note)})


def note_block(note: str) -> DrawBlock:
    """Return what draws the words that somebody wrote for this one message."""
    return lambda _page: parts.lines(note)


def question_block(question: str) -> DrawBlock:
    """Return what draws a guest's question above the answer to it."""

    def draw(page: Page) -> Part | None:
        rows = [row for row in question.splitlines() if row.strip()]
        if not rows:
            return None
        edge = f"padding:0 12px 4px;border-{page.start}:3px solid {parts.RULE};"
        inner = "".join(
            f'<p class="soft rule" style="margin:0;{edge}font-size:14px;line-height:21px;'
            f'color:{parts.SOFT};"><bdi>{parts.html(row)}</bdi></p>'
            for row in rows
        )
        return Part(parts.component(inner, top=14), "\n".join(f"> {row}" for row in rows))

    return draw


def sentence_block(key: str, *, is_soft: bool = False, **values: object) -> DrawBlock:
    """Return what draws one of our sentences."""
    return lambda page: parts.sentence(page.say(key, **values), is_soft=is_soft)


def contact(page: Page) -> Part:
    """Draw how to reach the operator."""
    phone = page.operator.phone
    said = page.say("questions_phone", phone=phone.replace(" ", "\u00a0")) if phone else page.say("questions")
    inner = (
        f'<p class="text rule" style="margin:0;padding:20px 0 0;border-top:1px solid {parts.RULE};'
        f'font-size:15px;line-height:23px;color:{parts.TEXT};">{parts.html(said)}</p>'
    )
    return Part(parts.component(inner, top=26), said)


def review_links(page: Page) -> Part | None:
    """Draw where else a review may be written; None where the operator is nowhere else."""
    places = (("Google", "review.google_link"), ("Tripadvisor", "review.tripadvisor_link"))
    # Who is nowhere else has no gap in the message.
    found = [(name, page.value(field, " ", form="address").strip()) for name, field in places]
    known = [(name, address) for name, address in found if address]
    if not known:
        return None
    said = page.say("review_elsewhere")
    shown = " · ".join(parts.link(page, name, address) for name, address in known)
    inner = parts.paragraph(f"{parts.html(said)} {shown}", is_soft=True, size=15)
    written = [f"{name}: {address}" for name, address in known]
    return Part(parts.component(inner, top=18), "\n".join([said, *written]))
