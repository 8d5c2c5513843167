"""
Pictures of an operator, from the storage.

Their addresses name their content: they may be kept for ever. Whatever somebody smuggled into one,
a browser that opens it runs nothing. A file of the fixed set that a picture does not have yet is
drawn when it is first asked for, and stays (ADR 72).
"""

import re
import threading
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse

from outfitter.accounts import file_storage
from outfitter.kit import picture_sizes

_FOLDER: Final = re.compile(r"[A-Za-z0-9_-]{16,64}")
# Drawing takes a core and memory: a process does one at a time, however many ask.
_drawing: Final = threading.Lock()


def serve(request: HttpRequest, folder: str, name: str) -> HttpResponse:
    """
    Serve one file of a picture.

    :raises Http404: there is none
    """
    tenant = getattr(request, "tenant", None)
    parsed = picture_sizes.parse_name(name)
    if tenant is None or parsed is None or not _FOLDER.fullmatch(folder):
        raise Http404
    etag = f'"{folder}-{name}"'
    if request.headers.get("If-None-Match") == etag:
        response = HttpResponse(status=304)
    else:
        data = _find_or_draw(tenant.schema_name, f"pictures/{folder}", name, *parsed)
        if data is None:
            raise Http404
        response = HttpResponse(data, content_type=picture_sizes.CONTENT_TYPES[parsed[1]])
    response["ETag"] = etag
    response["Cache-Control"] = "public, max-age=31536000, immutable"
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["Cross-Origin-Resource-Policy"] = "cross-origin"
    response["Content-Disposition"] = "inline"
    return response


def _find_or_draw(schema_name: str, folder: str, name: str, width: int, kind: str) -> bytes | None:
    path = f"{folder}/{name}"
    found = file_storage.read(schema_name=schema_name, path=path)
    return found if found is not None else _draw(schema_name, folder, name, width, kind)


def _draw(schema_name: str, folder: str, name: str, width: int, kind: str) -> bytes | None:
    """Draw a file that may be there from those that are; whoever waited meanwhile finds it."""
    there = file_storage.names(schema_name=schema_name, folder=folder)
    source = picture_sizes.source_of(there, width, kind)
    if source is None:
        return None
    with _drawing:
        found = file_storage.read(schema_name=schema_name, path=f"{folder}/{name}")
        whole = None if found else file_storage.read(schema_name=schema_name, path=f"{folder}/{source}")
        if whole is None:
            return found
        drawn = picture_sizes.redraw(whole, width, kind)
        try:
            file_storage.write(schema_name=schema_name, path=f"{folder}/{name}", data=drawn)
        except FileNotFoundError:
            # The picture was deleted meanwhile.
            return None
        return drawn
