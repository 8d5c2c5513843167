"""
Files that people gave as answers, as they lie in the storage.

They are encrypted, since a storage may be read by others than the product, and no address leads to
them but the call that looks at who asks. An answer holds its file's id, name, type and size.
"""

import re
from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

from django.conf import settings
from django.db import transaction

from outfitter.accounts import file_storage
from outfitter.db.tenant_schema import current_schema
from outfitter.kit import crypto, ids
from outfitter_tenants.fields.rules.file_types import Upload

_FOLDER: Final = "answers"
_NAME: Final = "file"
_ID: Final = re.compile(r"\d{8}-[A-Za-z0-9_-]{16,64}")
# An upload that is still being saved has no answer yet.
_YOUNG: Final = timedelta(days=2)


def store(upload: Upload, *, at: datetime) -> dict[str, Any]:
    """
    Put a file into the storage; returns the answer that names it.

    :raises OSError: the storage does not take it
    """
    file_id = f"{at:%Y%m%d}-{ids.public_hash()}"
    boxed = crypto.encrypt_bytes(settings.FIELD_KEYS, upload.data)
    file_storage.write_all(schema_name=current_schema(), folder=_folder(file_id), files={_NAME: boxed})
    return {"id": file_id, "name": upload.name, "media_type": upload.media_type, "byte_cnt": len(upload.data)}


def read(answer: object) -> bytes | None:
    """Return the content of the file that an answer names; None when it names none."""
    file_id = id_of(answer)
    if file_id is None:
        return None
    boxed = file_storage.read(schema_name=current_schema(), path=f"{_folder(file_id)}/{_NAME}")
    return None if boxed is None else crypto.decrypt_bytes(settings.FIELD_KEYS, boxed)


def id_of(answer: object) -> str | None:
    """Return the id of the file that an answer names, if it names one."""
    found = answer.get("id") if isinstance(answer, dict) else None
    return found if isinstance(found, str) and _ID.fullmatch(found) else None


def delete(*, file_ids: Iterable[str]) -> None:
    """Delete these files once the transaction is through; at once outside of one."""
    schema = current_schema()
    for file_id in file_ids:
        folder = _folder(file_id)
        transaction.on_commit(partial(file_storage.delete_folder, schema_name=schema, folder=folder))


def discard(*, file_id: str) -> None:
    """Delete a file at once: what should have named it was not saved."""
    file_storage.delete_folder(schema_name=current_schema(), folder=_folder(file_id))


def sweep(*, kept: Iterable[str], at: datetime) -> int:
    """Delete files that no answer names, left over by a process that died; returns how many."""
    schema, known, last = current_schema(), set(kept), f"{at - _YOUNG:%Y%m%d}"
    found = file_storage.folders(schema_name=schema, path=_FOLDER)
    gone = [one for one in found if one not in known and one[:8] < last]
    for file_id in gone:
        file_storage.delete_folder(schema_name=schema, folder=_folder(file_id))
    return len(gone)


def _folder(file_id: str) -> str:
    return f"{_FOLDER}/{file_id}"
