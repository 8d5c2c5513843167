"""One ticket in the formats that programs ask for (domain.md 5.5). Pure."""

import base64
from collections.abc import Sequence
from typing import Final, Literal, Protocol

from outfitter.printers import slip_html
from outfitter.printers.slips import Slip
from outfitter_tenants.devices.print_queue.encoders import Target, encode

Format = Literal["escpos", "zpl", "html"]
_USUAL: Final[dict[Format, str]] = {"escpos": "roll_80", "zpl": "label_4x2"}


class Printer(Protocol):
    """What a route knows of its printer."""

    printer_name: str
    paper: str
    is_drawn: bool


def of(slips: Sequence[Slip], printer: Printer | None, wanted: Format | None) -> list[dict[str, str]]:
    """
    Return `[{printer, type, data_base64}]`: in the format wanted, else in the printer's, else in all.

    :raises CannotPrint: a line can neither be sent nor drawn
    """
    mine: Format | None = None if printer is None else Target(printer.paper).language
    formats: list[Format] = [wanted or mine] if wanted or mine else ["escpos", "zpl", "html"]  # type: ignore[list-item]
    return [
        {
            "printer": "" if printer is None else printer.printer_name,
            "type": one,
            "data_base64": base64.b64encode(_data(slips, one, printer if one == mine else None)).decode(),
        }
        for one in formats
    ]


def _data(slips: Sequence[Slip], wanted: Format, printer: Printer | None) -> bytes:
    if wanted == "html":
        return slip_html.html(slips).encode()
    target = Target(_USUAL[wanted]) if printer is None else Target(printer.paper, is_drawn=printer.is_drawn)
    return encode(slips, target)
