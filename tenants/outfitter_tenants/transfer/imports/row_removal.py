"""
Forgets what is known of an import's rows, in one statement each.

Deleting them as objects reads all of them first: four hundred thousand keys of a long file.
"""

from django.db import connection

from outfitter_tenants.transfer.models import Transfer


def forget_keys(row: Transfer) -> None:
    """Forget what the rows of an import are known by."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM transfer_importkey WHERE transfer_id = %s", [row.pk])


def forget_results(row: Transfer) -> None:
    """Forget what became of the rows of an import."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM transfer_importrow WHERE transfer_id = %s", [row.pk])
