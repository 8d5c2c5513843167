"""Reads bodies of the kind multipart/form-data, which carry files."""

from __future__ import annotations

import hashlib
import re
from typing import Any

from stripe_double.errors import ApiError
from stripe_double.files import kind_of

_BOUNDARY = re.compile(r'boundary="?([^";]{1,70})"?')
_NAME = re.compile(r'[; ]name="([^"]*)"')
_FILENAME = re.compile(r'filename="([^"]*)"')


def is_upload(content_type: str) -> bool:
    """Tell whether a body carries files."""
    return content_type.lower().startswith("multipart/form-data")


def parse(content_type: str, body: bytes) -> dict[str, Any]:
    """
    Return the fields of a body; a file becomes `{filename, size, kind, sha256}`.

    :raises ApiError: the body is malformed
    """
    found = _BOUNDARY.search(content_type)
    if found is None:
        raise ApiError(400, "The multipart body has no boundary.")
    given: dict[str, Any] = {}
    for part in (b"\r\n" + body).split(b"\r\n--" + found[1].encode())[1:]:
        head, separator, content = part.removeprefix(b"\r\n").partition(b"\r\n\r\n")
        if not separator:
            continue
        text = head.decode("utf-8", "replace")
        name, filename = _NAME.search(text), _FILENAME.search(text)
        if name is None:
            raise ApiError(400, "A part of the multipart body has no name.")
        given[name[1]] = content.decode("utf-8", "replace")
        if filename is not None:
            given[name[1]] = {
                "filename": filename[1],
                "size": len(content),
                "kind": kind_of(content),
                "sha256": hashlib.sha256(content).hexdigest(),
            }
    return given
