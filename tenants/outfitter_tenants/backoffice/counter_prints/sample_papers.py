"""Papers of a made-up trip, so that people see what they choose before anybody has booked. Pure."""

from datetime import date, datetime, time

from babel.dates import format_date, format_time

from outfitter.pdf.recipient import Recipient
from outfitter.printers.slips import Block, Line, Rule, Slip
from outfitter_tenants.backoffice.counter_prints.departure_slip import Sheet, departure_slip
from outfitter_tenants.checkout.printouts.slips import trip_slips
from outfitter_tenants.checkout.printouts.slips.paper_fields import PaperChoice

_CODE = "K7PQ2M4X"
# Letters of the West, of Central Europe, Cyrillic; Japanese and Arabic are drawn by every printer.
_LETTERS = ("Zoë Łukasz Åsa", "Ольга", "田中さくら", "محمد علي")


def sample(kind: str, choice: PaperChoice, reader: Recipient, *, day: date) -> list[Slip]:
    """Return a paper of a kind, as a customer of the operator's own language would get it."""
    if kind == "departure":
        return [departure_slip(_departure(reader, day), choice, locale=reader.locale)]
    if kind == "receipt":
        return [trip_slips.receipt_slip(_bought(reader, day), choice, locale=reader.locale)]
    sheet = _handed_out(reader, day)
    if kind == "voucher":
        return [trip_slips.voucher_slip(sheet, choice, locale=reader.locale)]
    return trip_slips.ticket_slips(sheet, choice, locale=reader.locale)[:1]


def test_slip(reader: Recipient, *, at: datetime) -> Slip:
    """Return what shows whether a printer works, and which letters it has."""
    blocks: tuple[Block, ...] = (
        Line(reader.operator),
        Line(reader.say("test"), is_big=True, is_bold=True),
        Line(reader.say("test_text")),
        Rule(),
        *(Line(text) for text in _LETTERS),
        Rule(),
        Line(f"{at:%Y-%m-%d %H:%M} UTC"),
    )
    return Slip(blocks, reader.locale)


def _guests() -> list[dict[str, object]]:
    return [
        {"name": "Zoë Lindqvist", "kind": "2+", "extras": [], "code": "T-7Q4M-1"},
        {"name": "田中さくら", "kind": "2+", "extras": [], "code": "T-7Q4M-2"},
    ]


def _when(reader: Recipient, day: date) -> tuple[str, str]:
    clock = format_time(time(9, 30), "short", locale=reader.babel)
    return format_date(day, "full", locale=reader.babel), clock


def _handed_out(reader: Recipient, day: date) -> Sheet:
    said, clock = _when(reader, day)
    order = {
        "experience": "Sunset Kayak",
        "day": said,
        "time": clock,
        "waiting": None,
        "place": "Pier 3",
        "extras": ["GoPro"],
        "guests": _guests(),
    }
    return {"operator": reader.operator, "code": _CODE, "name": "Zoë Lindqvist", "orders": [order]}


def _bought(reader: Recipient, day: date) -> Sheet:
    total = reader.money(12_800)
    return {
        "operator": reader.operator,
        "sender": "",
        "code": _CODE,
        "name": "Zoë Lindqvist",
        "day": format_date(day, "long", locale=reader.babel),
        "words": {"title": reader.say("receipt")},
        "bill": [{"name": "", "rows": [{"name": "2 × Sunset Kayak", "amount": total}]}],  # noqa: RUF001
        "payments": [],
        "sums": [{"name": reader.say("total"), "amount": total}],
    }


def _departure(reader: Recipient, day: date) -> Sheet:
    said, clock = _when(reader, day)
    party = {
        "name": "Zoë Lindqvist",
        "code": _CODE,
        "phone": "+1 555 0100",
        "named": [{"name": one["name"], "kind": one["kind"], "addons": []} for one in _guests()],
        "unnamed": [],
        "addons": ["2 × GoPro"],  # noqa: RUF001
        "resources": ["Kayak 7"],
        "notes": [],
        "balance": None,
    }
    departure = {
        "time": clock,
        "experience": "Sunset Kayak",
        "types": "",
        "seats": "2/8",
        "guides": "Kai",
        "resources": "Kayak 7",
        "waivers": "",
        "note": "",
        "parties": [party],
    }
    return {"title": said, "printed": "", "departures": [departure]}
