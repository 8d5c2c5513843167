"""
Lists: declared once, then searched, filtered, sorted, grouped, paged, exported and worked on.

A new list, in the app that owns the rows:

1. `lists.py`: one `Listing` with its columns, `register(LISTING)`, imported in the app's `ready()`.
2. `api.py`: a GET route with `wanted: Query[ListQuery]` that returns `list_answer(...)` of
   `outfitter.api.lists`.
3. An index `(<sort expression>, id)` for every sortable column, or nobody may sort by it.

Pages are read by keyset, never by OFFSET: a page costs the same wherever it stands, and rows that
come or go meanwhile neither repeat nor hide others. Rows without a value come last, whichever way
the list is sorted. At most five statements a page, whatever it holds.
"""

from outfitter.db.lists.columns import Column, Listing, find_listing, names, register
from outfitter.db.lists.keyset import Cursor
from outfitter.db.lists.list_query import MAX_LIMIT, ListQuery, parse
from outfitter.db.lists.pages import Group, Page, chunks, count, next_chunk, read_page, rows_of, select
from outfitter.db.lists.types import Condition, ListReader, Option

__all__ = [
    "MAX_LIMIT",
    "Column",
    "Condition",
    "Cursor",
    "Group",
    "ListQuery",
    "ListReader",
    "Listing",
    "Option",
    "Page",
    "chunks",
    "count",
    "find_listing",
    "names",
    "next_chunk",
    "parse",
    "read_page",
    "register",
    "rows_of",
    "select",
]
