"""
Imports: what files may bring in is declared once by the app that owns the rows (domain.md 3.10, 5.13).

A new kind, in the app that owns the rows: `imports.py` with one `Importer`, `register(IMPORTER)`, imported in
the app's `ready()`. `transfer` reads the file, asks `check` about every row, and hands what is right to
`write`, batch by batch, each in one transaction. An importer knows nothing of files.
"""

from outfitter.db.imports.importer import (
    Action,
    CheckedRow,
    ImportColumn,
    ImportContext,
    Importer,
    ImporterNotFound,
    ParsedRow,
    Problem,
    Verdict,
    WrittenRow,
    find_importer,
    names,
    problems_of,
    register,
    verdict_of,
    words,
)

__all__ = [
    "Action",
    "CheckedRow",
    "ImportColumn",
    "ImportContext",
    "Importer",
    "ImporterNotFound",
    "ParsedRow",
    "Problem",
    "Verdict",
    "WrittenRow",
    "find_importer",
    "names",
    "problems_of",
    "register",
    "verdict_of",
    "words",
]
