"""What printers get."""

from outfitter.api.schemas import Out


class TicketRawOut(Out):
    """A ticket as printers take it: `escpos` is base64 of bytes, `zpl` and `html` are text."""

    escpos: str
    zpl: str
    html: str
