"""
What stands encrypted in a schema, in the clear in archives, and encrypted again (ADR 118).

Keys are an installation's own. An operator whose gift cards and answers could be read by no other
installation would not own them.
"""

import secrets
from collections.abc import Mapping
from typing import Final

import orjson
from django.conf import settings

from outfitter.kit import crypto
from outfitter_tenants.archives.archive_format import ArchiveRefused
from outfitter_tenants.archives.table_rules import Treatment

Row = dict[str, object]
# What files lie encrypted in the storage: answers that people gave as files.
SEALED_FILES: Final = "answers/"


def opened(row: Row, treatments: Mapping[str, Treatment]) -> Row:
    """Return a row as it stands in archives."""
    for column, what in treatments.items():
        value = row[column]
        if what in {"null", "fresh_token", "gift_card_code"}:
            row[column] = None
        elif what == "empty":
            row[column] = ""
        elif what == "draft":
            row[column] = "draft"
        elif what == "invited":
            row[column] = "invited" if value == "active" else value
        else:
            row[column] = crypto.decrypt_json(settings.FIELD_KEYS, str(value)) if value else None
    return row


def sealed(row: Row, treatments: Mapping[str, Treatment]) -> Row:
    """
    Return a row of an archive as it stands in a schema of this installation.

    :raises ArchiveRefused: it holds what none of ours does
    """
    for column, what in treatments.items():
        if what == "fresh_token":
            # Opens nothing: nobody knows what it would be the hash of.
            row[column] = secrets.token_hex(32)
        elif what == "gift_card_code":
            row[column] = crypto.keyed_hash(settings.FIELD_KEYS[0], "gift-card", _code(row))
    for column, what in treatments.items():
        if what == "sealed_json":
            value = row[column]
            if value is not None and not isinstance(value, dict):
                raise ArchiveRefused("The archive has a value that can't be read.", column=column)
            row[column] = crypto.encrypt_json(settings.FIELD_KEYS, value) if value is not None else ""
    return row


def _code(row: Row) -> str:
    value = row.get("code_encrypted")
    code = value.get("code") if isinstance(value, dict) else None
    if not isinstance(code, str) or not code:
        raise ArchiveRefused("The archive has a gift card without a code.")
    return code


def opened_file(path: str, data: bytes) -> bytes:
    """Return a file as it stands in archives."""
    return crypto.decrypt_bytes(settings.FIELD_KEYS, data) if path.startswith(SEALED_FILES) else data


def sealed_file(path: str, data: bytes) -> bytes:
    """Return a file of an archive as it lies in the storage of this installation."""
    return crypto.encrypt_bytes(settings.FIELD_KEYS, data) if path.startswith(SEALED_FILES) else data


def read_row(line: bytes, columns: frozenset[str], *, table: str) -> Row:
    """
    Return a line of an archive's table.

    :raises ArchiveRefused: it is none, or has other columns
    """
    try:
        row = orjson.loads(line)
    except orjson.JSONDecodeError:
        raise ArchiveRefused("The archive has a row that can't be read.", table=table) from None
    if not isinstance(row, dict) or row.keys() != columns:
        raise ArchiveRefused("The archive has a row with other columns than its table.", table=table)
    return row
