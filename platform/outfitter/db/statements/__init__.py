"""
Statements of the hot paths: compiled once, and several of them sent as one.

The rest of the product asks through querysets, which Django compiles anew each time: half a
millisecond of processor time, whatever the database does. A sale that asks forty times spends most
of its time there. So what every sale asks and writes is a `Statement` (a queryset with `Param`s,
compiled at its first use), a `Bundle` of them (one SELECT that PostgreSQL assembles), or
`write_together` (rows of several tables in one statement). Nothing here is SQL of its own: the
queryset stays what defines a read, and the model what defines a row (ADR 67).
"""

from outfitter.db.statements.bundles import Bundle
from outfitter.db.statements.params import ColumnOf, IdSource, Param, ParamList, PartRows, Query, among
from outfitter.db.statements.querysets import Delete, Statement, Update
from outfitter.db.statements.writes import IdOf, Writes, all_fields, insert_together, write_together

__all__ = [
    "Bundle",
    "ColumnOf",
    "Delete",
    "IdOf",
    "IdSource",
    "Param",
    "ParamList",
    "PartRows",
    "Query",
    "Statement",
    "Update",
    "Writes",
    "all_fields",
    "among",
    "insert_together",
    "write_together",
]
