"""
Pictures of an operator, from the storage.

Their addresses name their content: they may be kept for ever. Whatever somebody smuggled into one,
a browser that opens it runs nothing.
"""

import re
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse

from outfitter.accounts import file_storage

_FOLDER: Final = re.compile(r"[A-Za-z0-9_-]{16,64}")
_NAME: Final = re.compile(r"[1-9][0-9]{0,4}\.(avif|webp)")
_KINDS: Final = {"avif": "image/avif", "webp": "image/webp"}


def serve(request: HttpRequest, folder: str, name: str) -> HttpResponse:
    """
    Serve one variant of a picture.

    :raises Http404: there is none
    """
    tenant = getattr(request, "tenant", None)
    if tenant is None or not _FOLDER.fullmatch(folder) or not _NAME.fullmatch(name):
        raise Http404
    etag = f'"{folder}-{name}"'
    if request.headers.get("If-None-Match") == etag:
        response = HttpResponse(status=304)
    else:
        data = file_storage.read(schema_name=tenant.schema_name, path=f"pictures/{folder}/{name}")
        if data is None:
            raise Http404
        response = HttpResponse(data, content_type=_KINDS[name.rpartition(".")[2]])
    response["ETag"] = etag
    response["Cache-Control"] = "public, max-age=31536000, immutable"
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["Cross-Origin-Resource-Policy"] = "cross-origin"
    response["Content-Disposition"] = "inline"
    return response
