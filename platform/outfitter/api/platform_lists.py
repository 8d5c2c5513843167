"""
Lists of the platform's desk: declared as every list (`outfitter.db.lists`), read by who runs the platform.

They are not registered by name: saved views, exports as jobs and bulk work are an operator's own.
"""

import csv
import io
from collections.abc import Iterator, Sequence
from typing import Any, Final

from django.http import HttpRequest, StreamingHttpResponse

from outfitter.api.lists import ListMeta, ListParams
from outfitter.api.principal import caller_of
from outfitter.db import lists
from outfitter.kit.clock import utc_now
from outfitter.kit.csv_cells import safe

# Days of the platform are those of UTC: its operators live in many zones.
ZONE: Final = "UTC"


def platform_page(request: HttpRequest, listing: lists.Listing, wanted: ListParams) -> dict[str, Any]:
    """
    Return the page a request asks for: `data` and `meta`, as `ListAnswer` has them.

    :raises Invalid: with the name of every field that is wrong
    """
    reader = _reader(request)
    page = lists.read_page(listing, lists.parse(listing, reader, **wanted.model_dump()), reader)
    return {"data": page.data, "meta": {name: getattr(page, name) for name in ListMeta.model_fields}}


def platform_csv(
    request: HttpRequest, listing: lists.Listing, wanted: ListParams, *, columns: Sequence[str], name: str
) -> StreamingHttpResponse:
    """
    Return every row that matches as a CSV file, never as a whole in memory.

    :raises Invalid: with the name of every field that is wrong
    """
    reader = _reader(request)
    asked = lists.parse(listing, reader, **{**wanted.model_dump(), "cursor": ""})
    answer = StreamingHttpResponse(
        _lines(listing, asked, reader, columns), content_type="text/csv; charset=utf-8"
    )
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer["Cache-Control"] = "no-store"
    return answer


def _lines(
    listing: lists.Listing, asked: lists.ListQuery, reader: lists.ListReader, columns: Sequence[str]
) -> Iterator[str]:
    yield "\ufeff" + _line(columns)
    for models in lists.chunks(listing, asked, reader):
        for row in lists.rows_of(listing, models, reader):
            yield _line(["" if row[key] is None else safe(row[key]) for key in columns])


def _line(cells: Sequence[object]) -> str:
    text = io.StringIO()
    csv.writer(text).writerow(cells)
    return text.getvalue()


def _reader(request: HttpRequest) -> lists.ListReader:
    return lists.ListReader(caller_of(request).permissions, ZONE, utc_now())
