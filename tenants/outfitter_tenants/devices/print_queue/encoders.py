"""Slips as the printer of a route takes them. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from outfitter.printers import escpos, escpos_picture, label_layout, label_picture
from outfitter.printers.slips import ROLLS, Line, Slip

Language = Literal["escpos", "zpl"]


@dataclass(frozen=True, slots=True)
class Target:
    """The paper in a printer (`roll_58`, `roll_80`, `label_4x2`, `wristband`), and whether all is drawn."""

    paper: str
    is_drawn: bool = False
    copies: int = 1

    @property
    def language(self) -> Language:
        """Return what the printer speaks: rolls are in receipt printers, labels in label printers."""
        return "escpos" if self.paper in ROLLS else "zpl"


def encode(slips: Sequence[Slip], target: Target) -> bytes:
    """
    Return the bytes that print slips, each as often as wanted.

    :raises CannotPrint: a line can neither be sent nor drawn
    """
    if target.language == "zpl":
        label = label_layout.LABELS[target.paper]
        return "\n".join(label_layout.zpl(slip, label, copies=target.copies) for slip in slips).encode()
    roll = ROLLS[target.paper]
    made = [escpos.encode(slip, roll, is_drawn=target.is_drawn) for slip in slips]
    return b"".join(one for one in made for _ in range(target.copies))


def pictures(slips: Sequence[Slip], target: Target) -> list[bytes]:
    """
    Return a PNG of each slip as it comes out; those of rolls are drawn from the bytes that are sent.

    :raises CannotPrint: a line cannot be drawn
    """
    if target.language == "zpl":
        label = label_layout.LABELS[target.paper]
        return [label_picture.draw(slip, label) for slip in slips]
    roll = ROLLS[target.paper]
    return [escpos_picture.draw(escpos.encode(slip, roll, is_drawn=target.is_drawn), roll) for slip in slips]


def marked(payload: bytes, language: str, text: str) -> bytes:
    """Return a job that says that it is printed again: on the slip, or on a label before the others."""
    if language == "escpos":
        return escpos.marked(payload, text)
    slip = label_layout.zpl(Slip((Line(text, is_big=True),)), label_layout.LABELS["label_4x2"])
    return slip.encode() + b"\n" + payload
