"""Bills as people read them: what a mail, a paper and an answer say a trip costs."""

import re
from decimal import Decimal
from itertools import pairwise
from typing import Any

from outfitter.kit.clock import utc_now
from outfitter.pdf.recipient import Recipient
from outfitter_tenants.checkout.printouts.voucher import printout
from outfitter_tenants.checkout.trip_response.serializers import trip_full
from outfitter_tenants.messaging.mails import cancellation, confirmation, renderer
from outfitter_tenants.pricing.rules.bill import BillLine, as_json
from outfitter_tenants.trips import queries as trips
from tests.messaging.support import operator

Row = tuple[str, int]
# A line of the bill; the one that is called Total ends it.
_ROW = re.compile(r"(?P<name>.+): (?P<amount>-?\$[\d,]+\.\d\d)")
NBSP = str.maketrans({"\u00a0": " ", "\u202f": " ", "\u2212": "-"})


def cents(text: str) -> int:
    """Return an amount in dollars, as people in the United States write it, in cents."""
    return int(Decimal(re.sub(r"[$,]", "", text.translate(NBSP))) * 100)


def rows_of_mail(text: str) -> list[Row]:
    """Return the lines of the bill in a mail, without names of orders, up to and with the total."""
    found: list[Row] = []
    for line in text.translate(NBSP).splitlines():
        if match := _ROW.fullmatch(line):
            found.append((match["name"], cents(match["amount"])))
            if match["name"] == "Total":
                return found
    raise AssertionError("this mail has no total")


def rows_of_html(html: str) -> list[Row]:
    """Return the same of a mail's HTML: cells of names followed by cells of money."""
    seen = [part.strip() for part in re.split(r"<[^>]+>", html.split("<body", 1)[1])]
    said = [part.translate(NBSP) for part in seen if part]
    rows = [
        (name, cents(amount)) for name, amount in pairwise(said) if re.fullmatch(r"-?\$[\d,]+\.\d\d", amount)
    ]
    return rows[: next(place for place, row in enumerate(rows) if row[0] == "Total") + 1]


def rows_of_voucher(trip: dict[str, Any]) -> list[Row]:
    """Return the same of a trip's voucher."""
    reader = Recipient(printout.WORDS, "en-US", "UTC", "USD", "Reef", "US")
    sheet = printout.sheet(trip, reader, contact="")
    rows = [(row["name"], cents(row["amount"])) for part in sheet["bill"] for row in part["rows"]]
    total = sheet["sums"][0]
    return [*rows, (total["name"], cents(total["amount"]))]


def check_bill(trip_id: int) -> list[BillLine]:
    """Everything that shows what a trip costs shows the same lines, which come to its total."""
    trip = trips.get_trip(trip_id=trip_id)
    payload = trips.confirmation_of(trip)
    data = confirmation.from_payload(payload)
    assert sum(line.owed for line in data.bill) == trip.total_amount
    for line in data.bill:
        assert line.qty * line.unit_amount == line.amount
    full = trip_full(trip_id=trip_id, at=utc_now())
    assert full["billLines"] == payload["bill"] == as_json(data.bill)
    mail = renderer.confirmation(data=data, operator=operator())
    rows = rows_of_mail(mail.text)
    assert [amount for _, amount in rows] == [*(line.amount for line in data.bill), trip.total_amount]
    gone = cancellation.render(
        data=cancellation.CancellationData(data, frozenset(), "other"), operator=operator()
    )
    assert rows_of_mail(gone.text) == rows_of_voucher(full) == rows
    return list(data.bill)
