"""The slip of a shift: who worked, what came and went, what was counted, a line to sign on. Pure."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Final

from babel.dates import format_datetime

from outfitter.kit import zones
from outfitter.pdf.recipient import Recipient
from outfitter.printers.slips import Block, Line, Pair, Rule, Slip
from outfitter_tenants.ledger.queries.cash_shifts import CurrencySum, ShiftRow

_KINDS: Final = ("float", "payment", "refund", "void", "correction", "paid_in", "paid_out", "drop")


def shift_slip(row: ShiftRow, names: Mapping[int, str], reader: Recipient) -> Slip:
    """Return a shift's slip; while it is open what there should be is left out, as on the screen."""
    ended = _when(row.closed_at, reader) if row.closed_at else reader.say("open")
    blocks: list[Block] = [
        Line(reader.operator),
        Line(reader.say("title"), is_big=True, is_bold=True),
        Line(" · ".join(filter(None, (row.drawer, row.location))), is_bold=True),
        Rule(),
        Pair(reader.say("opened"), _when(row.opened_at, reader)),
        Pair(reader.say("closed"), ended),
        Line(f"{reader.say('people')}: {', '.join(names.get(one, '') for one in row.members)}", align="left"),
    ]
    for one in row.sums:
        blocks += [Rule(), *_sum(one, reader)]
    if row.reopen_reason:
        blocks += [Rule(), Line(f"{reader.say('reopened')}: {row.reopen_reason}", align="left")]
    blocks += [Line(""), Line(""), Rule(), Line(reader.say("signed"), align="left")]
    return Slip(tuple(blocks), reader.locale)


def _sum(one: CurrencySum, reader: Recipient) -> Iterable[Block]:
    money = _Money(one.currency, reader)
    for kind in _KINDS:
        if one.by_kind.get(kind):
            yield Pair(reader.say(kind), money.of(one.by_kind[kind]))
    if one.counted is None:
        return
    yield Pair(reader.say("expected"), money.of(one.expected))
    yield Pair(reader.say("counted"), money.of(one.counted))
    yield Pair(reader.say("difference"), money.of(one.difference or 0), is_bold=True)
    if one.reason:
        yield Line(one.reason, align="left")


class _Money:
    """Amounts of one currency as the reader writes them."""

    def __init__(self, currency: str, reader: Recipient) -> None:
        self._reader = Recipient(
            reader.folder, reader.locale, reader.time_zone, currency, reader.operator, reader.country
        )

    def of(self, minor: int) -> str:
        """Return minor units in words of money."""
        return self._reader.money(minor)


def _when(at: datetime, reader: Recipient) -> str:
    return str(format_datetime(zones.to_local(at, reader.time_zone), "short", locale=reader.babel))
