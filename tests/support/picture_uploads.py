"""Uploads of pictures over HTTP, and the files they become."""

import io
from pathlib import Path
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from tests.support.picture_store import make_picture

PICTURE = make_picture()
# Of a picture of 900 points.
FILES = 15


def upload(
    client: Client, experience: int, *, role: str = "Gallery", data: bytes = PICTURE, name: str = "a.jpg"
) -> Any:
    path = f"/api/experience/{experience}/upload{role}Image"
    return client.post(path, {"file": SimpleUploadedFile(name, data)})


def size_of(data: bytes) -> tuple[int, int]:
    with Image.open(io.BytesIO(data)) as picture:
        return picture.size


def files(folder: Path) -> list[str]:
    return sorted(str(f.relative_to(folder)) for f in folder.rglob("*") if f.is_file())
