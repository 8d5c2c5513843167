"""What may be uploaded as an answer, told by its content and not by what it calls itself. Pure."""

import re
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final

from outfitter_tenants.fields.rules.answers import BadAnswer

MOST_BYTES: Final = 10 * 1024 * 1024
LONGEST_NAME: Final = 100
_STARTS: Final = (
    (b"%PDF-", "application/pdf"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
)
_PHONE_PICTURES: Final = frozenset({b"heic", b"heix", b"hevc", b"mif1", b"msf1"})
_ENDINGS: Final = {
    "application/pdf": "pdf",
    "image/jpeg": "jpg",
    "image/png": "png",
    "image/webp": "webp",
    "image/heic": "heic",
}
# Marks of control and format, and what parts of a path or a header are divided by.
_UNSAFE: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\"<>:|?*;\\/]")


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that may be kept: its name with the ending of what it is, and its content."""

    name: str
    media_type: str
    data: bytes


def check_upload(name: str, data: bytes) -> Upload:
    """
    Return what was sent as a file to keep.

    :raises BadAnswer: it is empty, too large, or neither a PDF nor a picture
    """
    if not data:
        raise BadAnswer("This file is empty.")
    if len(data) > MOST_BYTES:
        raise BadAnswer("This file is too large. Files can be up to 10 MB.")
    kind = _media_type(data)
    if kind is None:
        raise BadAnswer("Please choose a PDF or an image (JPEG, PNG, WebP, HEIC).")
    stem = _UNSAFE.sub(" ", PurePosixPath(name.replace("\\", "/")).stem)
    stem = " ".join(stem.split()).strip(". ")[:LONGEST_NAME] or "file"
    return Upload(f"{stem}.{_ENDINGS[kind]}", kind, data)


def _media_type(data: bytes) -> str | None:
    for start, kind in _STARTS:
        if data.startswith(start):
            return kind
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    if data[4:8] == b"ftyp" and data[8:12] in _PHONE_PICTURES:
        return "image/heic"
    return None
