"""Memory for statements that add up a year: by default a sort or a hash of theirs goes to disk at 4 MB."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.db import connection, transaction

# For each sort and hash of a statement. A handful of people read reports, each with one statement at a time.
_EACH: Final = "32MB"


@contextmanager
def roomy_sums() -> Iterator[None]:
    """Give statements inside more memory, until the transaction ends."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('work_mem', %s, true)", [_EACH])
        yield
