"""
Trips that were booked elsewhere, past and to come, as a file brings them in (docs/adr/0117).

The same rows, seats, prices and postings as a sale here; only that nobody is told, nothing is
charged, and the price is what the file says.
"""

from outfitter_tenants.checkout.trip_imports.importer import IMPORTER, install

__all__ = ["IMPORTER", "install"]
