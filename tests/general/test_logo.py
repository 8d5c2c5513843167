"""Pictures that people, and people who mean ill, upload as a logo."""

import io
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image
from PIL.ExifTags import GPS, IFD, Base

from outfitter_tenants.people import logos
from outfitter_tenants.people.models import Properties
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of


def picture(kind: str = "PNG", size: tuple[int, int] = (400, 200), **more: Any) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, "#1f6f5c").save(out, kind, **more)
    return out.getvalue()


@pytest.fixture
def media(tmp_path: Path, settings: Any) -> Path:
    settings.MEDIA_ROOT = tmp_path
    return tmp_path


@pytest.fixture
def send(reef: Any, client_for: Any, media: Path) -> Any:
    staff = owner_of(client_for)

    def post(data: bytes, name: str = "logo.png", kind: str = "image/png") -> Any:
        return staff.post("/api/setup/general/logo", {"file": SimpleUploadedFile(name, data, kind)})

    post.staff = staff  # type: ignore[attr-defined]
    return post


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_picture_becomes_the_logo(send: Any, media: Path, kind: str) -> None:
    answer = send(picture(kind, (1600, 800)), f"logo.{kind.lower()}")
    url = answer.json()["general"]["settings"]["logo_url"]
    stored = media / "t_reef" / url.removeprefix("/media/")
    with Image.open(stored) as found:
        assert (found.format, found.size) == ("PNG", (480, 240))
    shown = send.staff.get(url)
    assert shown.status_code == 200
    assert shown["Content-Type"] == "image/png"


def test_the_logo_can_go_again(send: Any) -> None:
    send(picture())
    answer = send.staff.post("/api/setup/general/logo/delete", content_type="application/json")
    assert answer.json()["general"]["settings"]["logo_url"] is None


def bomb() -> bytes:
    """A PNG whose header promises 60,000 by 60,000 pixels."""
    head = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + head
    length = struct.pack(">I", len(head))
    return b"\x89PNG\r\n\x1a\n" + length + chunk + struct.pack(">I", zlib.crc32(chunk)) + b"\0" * 64


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"not a picture",
        b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
        b"GIF89a" + b"\0" * 64,
        b"<!doctype html><script>alert(1)</script>",
        picture()[:60],
        picture(size=(8, 8)),
        bomb(),
        b"\0" * (logos.MOST_BYTES + 1),
    ],
    ids=["empty", "text", "svg", "gif", "html", "cut off", "tiny", "bomb", "huge"],
)
def test_what_is_no_fit_picture_is_refused(send: Any, data: bytes) -> None:
    answer = assert_error(send(data), 422, "validation_failed")
    assert "file" in answer["detail"]["fields"]
    assert Properties.objects.get(pk=1).logo_url is None


def test_only_pixels_are_kept(media: Path) -> None:
    exif = Image.Exif()
    exif[Base.Orientation] = 6
    exif[Base.Artist] = "Somebody"
    exif.get_ifd(IFD.GPSInfo)[GPS.GPSLatitudeRef] = "N"
    url = logos.store(data=picture("JPEG", exif=exif), folder=media)
    data = (media / url.removeprefix("/media/")).read_bytes()
    assert b"Somebody" not in data
    with Image.open(io.BytesIO(data)) as found:
        assert dict(found.getexif()) == {}
        assert found.size == (120, 240)  # turned upright, as the camera meant it


def test_a_script_behind_a_picture_does_not_come_along(media: Path) -> None:
    script = b"<script>alert(document.cookie)</script>"
    url = logos.store(data=picture() + script, folder=media)
    assert script not in (media / url.removeprefix("/media/")).read_bytes()


def test_the_same_picture_is_one_file_and_leaves_nothing_behind(media: Path) -> None:
    assert logos.store(data=picture(), folder=media) == logos.store(data=picture(), folder=media)
    assert len(list((media / "brand").iterdir())) == 1


def test_the_role_has_to_allow_it(reef: Any, client_for: Any, media: Path) -> None:
    answer = client_for("reef").post(
        "/api/setup/general/logo", {"file": SimpleUploadedFile("a.png", picture())}
    )
    assert_error(answer, 401, "unauthenticated")
