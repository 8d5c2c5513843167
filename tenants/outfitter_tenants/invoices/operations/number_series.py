"""Numbers without gaps: each is taken from its series in the transaction that uses it."""

from outfitter_tenants.invoices.models import InvoiceSeries
from outfitter_tenants.invoices.types import PREFIXES, Direction


def take_number(*, direction: Direction) -> str:
    """
    Return the next number of a series; the last lock of a transaction.

    Whoever comes second waits for the commit of the first: a number that is rolled back is given
    to them.
    """
    InvoiceSeries.objects.bulk_create(
        [InvoiceSeries(direction=direction, prefix=PREFIXES[direction])], ignore_conflicts=True
    )
    series = InvoiceSeries.objects.select_for_update().get(direction=direction)
    taken, series.next_number = series.next_number, series.next_number + 1
    series.save(update_fields=["next_number"])
    return f"{series.prefix}{taken:05d}"
