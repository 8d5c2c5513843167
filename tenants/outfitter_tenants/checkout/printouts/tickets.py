"""
One guest's ticket as printers take it: ESC/POS for receipt printers, ZPL for label printers, HTML.

Pure. Texts that customers or staff wrote are escaped for each printer's language: none of them can
become a command.
"""

import unicodedata
from dataclasses import dataclass
from html import escape
from typing import Final

_ESC: Final = b"\x1b"
_GS: Final = b"\x1d"
_INIT: Final = _ESC + b"@"
_WEST_EUROPE: Final = _ESC + b"t\x13"  # code page 858
_CENTRE: Final = _ESC + b"a\x01"
_BIG: Final = _GS + b"!\x11"
_NORMAL: Final = _GS + b"!\x00"
_CUT: Final = b"\n\n\n" + _GS + b"V\x42\x00"


@dataclass(frozen=True, slots=True)
class Ticket:
    """What stands on a ticket; `code` is what its QR code says."""

    operator: str
    experience: str
    when: str
    guest: str
    kind: str
    place: str
    confirmation_code: str
    code: str

    @property
    def lines(self) -> tuple[str, ...]:
        """Return what is printed below the experience, without empty lines."""
        guest = " · ".join(part for part in (self.guest, self.kind) if part)
        return tuple(filter(None, (self.when, guest, self.place, self.confirmation_code)))


def escpos(ticket: Ticket) -> bytes:
    """Return the commands of a receipt printer: texts, the QR code, a cut."""
    out = [_INIT, _WEST_EUROPE, _CENTRE, _text(ticket.operator), b"\n"]
    out += [_BIG, _text(ticket.experience), b"\n", _NORMAL]
    out += [_text(line) + b"\n" for line in ticket.lines]
    return b"".join([*out, b"\n", _qr(ticket.code), _CUT])


def _text(text: str) -> bytes:
    # What the printer cannot write is written without its accents, or as a question mark.
    plain = "".join(char for char in text if char.isprintable())
    out = b""
    for char in plain.replace("·", "-"):
        try:
            out += char.encode("cp858")
        except UnicodeEncodeError:
            bare = unicodedata.normalize("NFKD", char).encode("ascii", "ignore")
            out += bare or b"?"
    return out


def _qr(code: str) -> bytes:
    data = code.encode("ascii", "replace")
    size = (len(data) + 3).to_bytes(2, "little")
    head = _GS + b"(k"
    return b"".join(
        [
            head + b"\x04\x00\x31\x41\x32\x00",  # model 2
            head + b"\x03\x00\x31\x43\x08",  # eight dots a module
            head + b"\x03\x00\x31\x45\x31",  # 15 % may be lost
            head + size + b"\x31\x50\x30" + data,
            head + b"\x03\x00\x31\x51\x30",  # print it
            b"\n",
        ]
    )


def zpl(ticket: Ticket) -> str:
    """Return a label of 4 by 2 inches at 203 dpi in ZPL II, in UTF-8."""
    fields = [(40, 34, ticket.operator), (80, 48, ticket.experience)]
    fields += [(140 + 44 * place, 34, line) for place, line in enumerate(ticket.lines)]
    texts = [f"^FO40,{top}^A0N,{size},{size}^FH_^FD{_zpl(text)}^FS" for top, size, text in fields]
    code = f"^FO600,140^BQN,2,6^FH_^FDMA,{_zpl(ticket.code)}^FS"
    return "\n".join(["^XA", "^CI28", "^PW812", "^LL406", *texts, code, "^XZ"])


def _zpl(text: str) -> str:
    plain = "".join(char for char in text if char.isprintable())
    return "".join(f"_{ord(char):02X}" if char in "^~_\\" else char for char in plain)


def html(ticket: Ticket) -> str:
    """Return the ticket as a page that a browser prints when no printer bridge is there."""
    lines = "".join(f"<p>{escape(line)}</p>" for line in ticket.lines)
    return (
        f'<!doctype html><html><head><meta charset="utf-8"><title>{escape(ticket.code)}</title>'
        f"</head><body><p>{escape(ticket.operator)}</p><h1>{escape(ticket.experience)}</h1>"
        f"{lines}<p><code>{escape(ticket.code)}</code></p></body></html>"
    )
