"""What becomes of an uploaded picture: pure rules."""

import io
import struct
import zlib
from typing import Any

import pytest
from PIL import Image, ImageCms

from outfitter.kit.errors import Invalid
from outfitter.kit.picture_sizes import SQUARES
from outfitter_tenants.catalog import image_variants
from tests.support.picture_store import make_picture

pytestmark = pytest.mark.rules


def opened(data: bytes) -> Image.Image:
    picture = Image.open(io.BytesIO(data))
    picture.load()
    return picture


def refused(data: bytes) -> str:
    with pytest.raises(Invalid) as problem:
        image_variants.draw(data)
    fields: Any = problem.value.detail["fields"]
    return str(fields["file"][0])


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "AVIF"])
def test_every_kind_becomes_avif_and_webp_in_several_widths(kind: str) -> None:
    drawn = image_variants.draw(make_picture(width=1000, height=500, kind=kind))
    assert (drawn.width, drawn.height) == (1000, 500)
    assert list(drawn.variants) == ["320", "480", "800", "1000"]
    for name, data in drawn.files.items():
        width, _, suffix = name.partition(".")
        found = opened(data)
        assert found.format == {"avif": "AVIF", "webp": "WEBP", "jpg": "JPEG"}[suffix]
        is_square = int(width) in SQUARES
        assert found.size == (int(width), int(width) if is_square else int(width) // 2)
    plain = {"1000.jpg"}
    squares = {f"{side}.{one}" for side in SQUARES for one in ("avif", "webp", "jpg")}
    wholes = {f"{width}.{one}" for width in drawn.variants for one in ("avif", "webp")}
    assert set(drawn.files) == plain | squares | wholes


def test_nothing_is_drawn_larger_than_it_is() -> None:
    assert list(image_variants.draw(make_picture(width=240, height=240)).variants) == ["240"]
    wide = image_variants.draw(make_picture(width=4000, height=2000))
    assert list(wide.variants) == ["320", "480", "800", "1200", "1920"]


def test_it_is_turned_upright_and_nothing_else_stays_of_its_notes() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # turn a quarter to the right
    exif[0x010F] = "Camera of a spy"
    exif.get_ifd(0x8825)[1] = "N"
    drawn = image_variants.draw(make_picture(width=800, height=400, exif=exif.tobytes(), comment=b"secret"))
    assert (drawn.width, drawn.height) == (400, 800)
    for name, data in drawn.files.items():
        found = opened(data)
        if name.split(".")[0] not in {"96", "192"}:
            assert found.size[1] == 2 * found.size[0]
            # The red corner was at the top left and is at the top right now.
            corner = found.convert("RGB").getpixel((found.width - 5, 5))
            assert isinstance(corner, tuple)
            assert corner[0] > 200 > corner[1]
        assert not dict(found.getexif())
        assert not {"exif", "xmp", "comment", "icc_profile"} & set(found.info)
        assert b"spy" not in data


def test_transparency_stays() -> None:
    drawn = image_variants.draw(make_picture(kind="PNG", mode="RGBA", color="#00000000"))
    for name, data in drawn.files.items():
        found = opened(data).convert("RGBA")
        pixel = found.getpixel((found.width - 3, found.height - 3))
        assert pixel == (255, 255, 255, 255) if name.endswith(".jpg") else pixel[3] == 0  # type: ignore[index]
    # A color behind it would show for ever.
    assert drawn.tone is None


@pytest.mark.parametrize("mode", ["L", "P", "CMYK", "1"])
def test_odd_kinds_of_colour_are_shown(mode: str) -> None:
    out = io.BytesIO()
    kind = "PNG" if mode in {"P", "1"} else "JPEG"
    Image.new("RGB", (300, 300), "#808080").convert(mode).save(out, kind)
    assert set(image_variants.draw(out.getvalue()).variants) == {"300"}


def test_colours_of_a_profile_become_plain_ones() -> None:
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    for content in (profile, b"no profile at all"):
        drawn = image_variants.draw(make_picture(width=300, height=300, icc_profile=content))
        assert "icc_profile" not in opened(drawn.files["300.webp"]).info


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "choose a JPEG"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'><script>x()</script></svg>", "choose a JPEG"),
        (b"GIF89a" + b"\0" * 100, "choose a JPEG"),
        (b"%PDF-1.7 picture.jpg", "choose a JPEG"),
        (make_picture()[:900], "damaged"),
        (make_picture(width=199, height=300), "too small"),
        (make_picture(width=2000, height=250), "too narrow"),
        (b"\0" * (image_variants.MOST_BYTES + 1), "too large"),
    ],
)
def test_what_is_no_picture(data: bytes, words: str) -> None:
    assert words in refused(data)


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def test_a_bomb_is_refused_by_its_header() -> None:
    side = 20_000
    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    bomb = b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header)
    bomb += _chunk(b"IDAT", zlib.compress(b"\0" * 10_000)) + _chunk(b"IEND", b"")
    assert "pixels" in refused(bomb) or "JPEG" in refused(bomb)
