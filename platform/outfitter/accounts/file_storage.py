"""
Where an operator's files lie in the storage: below its own number.

The number neither changes nor is it ever given away again, unlike names and schemas.
"""

import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from django.core.files.base import ContentFile, File
from django.core.files.storage import FileSystemStorage, default_storage

from outfitter.accounts.queries import find_account

_PART: Final = 256 * 1024
# What files are called while they are written.
_UNFINISHED: Final = ".new-"


@lru_cache(maxsize=4096)
def _number(schema_name: str) -> int:
    account = find_account(schema_name=schema_name)
    if account is None:
        raise LookupError(schema_name)
    return int(account.pk)


def key(*, schema_name: str, path: str) -> str:
    """
    Return the storage's name of an operator's file or folder.

    :raises LookupError: no operator owns that schema
    """
    return f"operators/{_number(schema_name)}/{path}"


def write_all(*, schema_name: str, folder: str, files: Mapping[str, bytes]) -> None:
    """
    Write the files of one folder, all or none.

    :raises OSError: the storage does not take them; what was written is gone again
    """
    written: list[str] = []
    try:
        for name, data in files.items():
            path = key(schema_name=schema_name, path=f"{folder}/{name}")
            written.append(path)
            default_storage.save(path, ContentFile(data))
    except BaseException:
        _delete(written)
        raise


def write(*, schema_name: str, path: str, data: bytes) -> None:
    """
    Write one more file into a folder that there is; whoever reads sees all of it or none.

    Two that write the same do no harm.

    :raises FileNotFoundError: the folder is gone
    """
    name = key(schema_name=schema_name, path=path)
    if not isinstance(default_storage, FileSystemStorage):
        # A store of objects takes them whole, and has no folders that could be gone.
        default_storage.save(name, ContentFile(data))
        return
    target = Path(default_storage.path(name))
    handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=_UNFINISHED)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(temporary).chmod(0o644)
        Path(temporary).replace(target)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def read(*, schema_name: str, path: str) -> bytes | None:
    """Return a file's content, None when there is no such file."""
    try:
        with default_storage.open(key(schema_name=schema_name, path=path), "rb") as file:
            data: bytes = file.read()
            return data
    except FileNotFoundError:
        return None


def folders(*, schema_name: str, path: str) -> list[str]:
    """Return the names of the folders below a folder."""
    try:
        found: list[str] = default_storage.listdir(key(schema_name=schema_name, path=path))[0]
    except FileNotFoundError:
        return []
    return sorted(found)


def names(*, schema_name: str, folder: str) -> list[str]:
    """Return the names of the files in a folder."""
    try:
        found: list[str] = default_storage.listdir(key(schema_name=schema_name, path=folder))[1]
    except FileNotFoundError:
        return []
    return sorted(found)


def walk(*, schema_name: str, path: str = "") -> Iterator[str]:
    """Give the paths of all files below a folder, in the order of their names."""
    for name in names(schema_name=schema_name, folder=path):
        if not name.startswith(_UNFINISHED):
            yield f"{path}/{name}" if path else name
    for name in folders(schema_name=schema_name, path=path):
        yield from walk(schema_name=schema_name, path=f"{path}/{name}" if path else name)


def read_parts(*, schema_name: str, path: str) -> Iterator[bytes]:
    """
    Give a file part by part, however large it is.

    :raises FileNotFoundError: there is no such file
    """
    with default_storage.open(key(schema_name=schema_name, path=path), "rb") as file:
        while part := file.read(_PART):
            yield part


def write_parts(*, schema_name: str, path: str, parts: Iterable[bytes]) -> None:
    """
    Write a file that comes part by part; when a part fails, nothing of it stays.

    :raises OSError: the storage does not take it
    """
    name = key(schema_name=schema_name, path=path)
    with tempfile.TemporaryFile() as spool:
        for part in parts:
            spool.write(part)
        spool.seek(0)
        saved = default_storage.save(name, File(spool))
    if saved != name:
        default_storage.delete(saved)
        raise FileExistsError(name)


def delete_all(*, schema_name: str, path: str = "") -> None:
    """Delete everything below a folder."""
    for name in folders(schema_name=schema_name, path=path):
        delete_all(schema_name=schema_name, path=f"{path}/{name}" if path else name)
    delete_folder(schema_name=schema_name, folder=path)


def delete_folder(*, schema_name: str, folder: str) -> None:
    """Delete a folder with its files; what is gone already is no problem."""
    base = key(schema_name=schema_name, path=folder)
    _delete([f"{base}/{name}" for name in names(schema_name=schema_name, folder=folder)])
    # Only a file system has folders of their own; elsewhere this deletes nothing.
    default_storage.delete(base)


def _delete(paths: Iterable[str]) -> None:
    for path in paths:
        default_storage.delete(path)
