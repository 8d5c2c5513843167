"""What an uploaded file is, by its content; its name has to agree."""

import zipfile
from pathlib import Path, PurePath
from typing import Final

from outfitter_tenants.transfer.imports.import_errors import FileRefused

_MEGABYTE: Final = 1024 * 1024
# A sheet of a million rows has some hundred megabytes of XML; a bomb has gigabytes.
MOST_UNPACKED: Final = 400 * _MEGABYTE
MOST_RATIO: Final = 200
MOST_PARTS: Final = 2000
_OLE: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_NOT_TEXT: Final = {
    b"%PDF": "a PDF",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"GIF8": "a picture",
    b"\x1f\x8b": "a compressed file",
    b"Rar!": "a compressed file",
    b"7z\xbc\xaf": "a compressed file",
    b"MZ": "a program",
    b"\x7fELF": "a program",
}
_MAIN: Final = b"spreadsheetml.sheet.main+xml"
_MACROS: Final = b"macroEnabled"


def find_format(path: Path, name: str) -> str:
    """
    Return "csv" or "xlsx".

    :raises FileRefused: it is neither, has macros, or is not what its name says
    """
    with path.open("rb") as file:
        head = file.read(8)
    ending = PurePath(name).suffix.lower()
    if not head:
        raise FileRefused("empty", "This file is empty.")
    if ending in {".xlsm", ".xltm", ".xlam", ".xlsb"}:
        raise FileRefused("macros", "This spreadsheet has macros. Please save it without them, as .xlsx.")
    if head.startswith(_OLE):
        raise FileRefused(
            "old_format", "This is an old or password-protected spreadsheet. Please save it as .xlsx."
        )
    if head.startswith(b"PK"):
        _check_workbook(path)
        if ending != ".xlsx":
            raise FileRefused("wrong_name", "This is an .xlsx file with another name. Please rename it.")
        return "xlsx"
    if ending not in {".csv", ".txt", ".tsv", ".tab"}:
        raise FileRefused("wrong_name", "Please choose a .csv or .xlsx file; this isn't what its name says.")
    for start, what in _NOT_TEXT.items():
        if head.startswith(start):
            raise FileRefused("not_a_table", f"This is {what}, not a table.")
    return "csv"


def _check_workbook(path: Path) -> None:
    """Refuse what is no workbook, holds programs, or would unpack to more than a table can be."""
    packed = path.stat().st_size
    try:
        with zipfile.ZipFile(path) as archive:
            parts = archive.infolist()
            unpacked = sum(part.file_size for part in parts)
            if len(parts) > MOST_PARTS or unpacked > min(MOST_UNPACKED, max(packed, _MEGABYTE) * MOST_RATIO):
                raise FileRefused("unpacks_too_large", "This file unpacks to more than a table can be.")
            names = {part.filename.lower() for part in parts}
            if "[content_types].xml" not in names:
                raise FileRefused("not_a_table", "This is a compressed file, not a table.")
            types = archive.read("[Content_Types].xml")
    # RuntimeError: also for a compression that zipfile does not know.
    except (zipfile.BadZipFile, KeyError, RuntimeError, OSError) as problem:
        raise FileRefused("damaged", "This file is damaged.") from problem
    if _MACROS in types or any(name.endswith("vbaproject.bin") for name in names):
        raise FileRefused("macros", "This spreadsheet has macros. Please save it without them, as .xlsx.")
    if _MAIN not in types:
        raise FileRefused("not_a_table", "This is another kind of document, not a spreadsheet.")
