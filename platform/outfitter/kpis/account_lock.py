"""One transaction at a time writes an operator's facts and months."""

from django.db import connection


def lock_account(account_id: int) -> None:
    """Wait for whoever writes this operator's figures; held until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext('kpis'), %s::int)", [account_id])
