"""The files of a picture: which there may be, how heavy thumbnails are, what color holds their place."""

import io
import random

import pytest
from PIL import Image, ImageFilter

from outfitter.kit import picture_sizes

pytestmark = pytest.mark.rules
KINDS = picture_sizes.KINDS


def noise(width: int, height: int, mode: str = "RGB") -> Image.Image:
    """Return a picture of which no pixel tells anything about the next one: nothing is harder to pack."""
    some = random.Random(7)
    return Image.frombytes(mode, (width, height), some.randbytes(width * height * len(mode)))


def foliage() -> Image.Image:
    """Return what leaves and gravel are to a camera: hard detail of all sizes, everywhere."""
    fine = noise(1200, 800)
    layers = [fine.filter(ImageFilter.GaussianBlur(radius)) for radius in (1, 3, 6)]
    mixed = Image.blend(Image.blend(layers[0], layers[1], 0.5), layers[2], 0.3)
    return mixed.point(lambda value: max(0, min(255, (value - 128) * 5 + 128)))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("side", picture_sizes.SQUARES)
@pytest.mark.parametrize(
    "picture",
    [foliage(), noise(1200, 800), noise(192, 192), noise(200, 1200), noise(192, 192, "RGBA")],
    ids=["foliage", "noise", "noise as small as it is", "tall", "noise to look through"],
)
def test_a_thumbnail_is_never_heavy(picture: Image.Image, side: int, kind: str) -> None:
    drawn = picture_sizes.encode_light(picture_sizes.cut_square(picture, side), kind)
    assert len(drawn) <= picture_sizes.HEAVIEST == 6_000
    with Image.open(io.BytesIO(drawn)) as found:
        assert found.size == (side, side)


def test_a_thumbnail_is_as_good_as_its_weight_allows() -> None:
    plain = Image.linear_gradient("L").convert("RGB")
    square = picture_sizes.cut_square(plain, 192)
    for kind in KINDS:
        with Image.open(io.BytesIO(picture_sizes.encode_light(square, kind))) as found:
            shown, wanted = found.convert("L").tobytes(), square.convert("L").tobytes()
        assert max(abs(one - other) for one, other in zip(shown, wanted, strict=True)) <= 8


def test_a_thumbnail_is_the_middle() -> None:
    picture = Image.new("RGB", (900, 300), "#ff0000")
    picture.paste("#00ff00", (300, 0, 600, 300))
    for turned in (picture, picture.transpose(Image.Transpose.ROTATE_90)):
        cut = picture_sizes.cut_square(turned, 96)
        # Its seam is as soft as that of anything scaled.
        assert cut.crop((8, 8, 88, 88)).getcolors() == [(80 * 80, (0, 255, 0))]


@pytest.mark.parametrize(
    ("name", "parsed"),
    [
        ("96.avif", (96, "avif")),
        ("1200.jpg", (1200, "jpg")),
        ("1200.jpeg", None),
        ("0.webp", None),
        ("096.webp", None),
        ("123456.webp", None),
        ("96.webp\n", None),
        ("96.svg", None),
        ("../96.webp", None),
        ("\u0669\u0666.webp", None),
    ],
)
def test_names(name: str, parsed: tuple[int, str] | None) -> None:
    assert picture_sizes.parse_name(name) == parsed


OLD = [f"{width}.{kind}" for width in (320, 480, 800, 900) for kind in ("avif", "webp")]


@pytest.mark.parametrize(
    ("names", "width", "kind", "source"),
    [
        (OLD, 96, "avif", "900.webp"),
        (OLD, 192, "jpg", "900.webp"),
        (OLD, 800, "jpg", "900.webp"),
        (OLD, 900, "jpg", "900.webp"),
        # Larger than it is, and sizes that nobody shows.
        (OLD, 1200, "jpg", None),
        (OLD, 899, "jpg", None),
        (OLD, 97, "avif", None),
        (OLD, 1, "webp", None),
        (OLD, 900, "png", None),
        # A small upload, and one in few widths.
        (["240.webp"], 192, "webp", "240.webp"),
        (["240.webp"], 320, "webp", None),
        (["480.webp", "1200.webp"], 800, "avif", "1200.webp"),
        # Thumbnails alone, strange files, nothing at all.
        (["96.webp", "192.webp"], 96, "avif", None),
        (["800.webp.html", ".new-x"], 96, "avif", None),
        ([], 96, "avif", None),
    ],
)
def test_what_may_be_drawn_and_from_what(names: list[str], width: int, kind: str, source: str | None) -> None:
    assert picture_sizes.source_of(names, width, kind) == source


@pytest.mark.parametrize("width", [96, 192, 320, 900])
@pytest.mark.parametrize("kind", KINDS)
def test_a_file_is_drawn_from_a_whole_one(width: int, kind: str) -> None:
    whole = picture_sizes.encode(noise(900, 600), "webp")
    with Image.open(io.BytesIO(picture_sizes.redraw(whole, width, kind))) as found:
        assert found.size == (width, width if width < 200 else width * 2 // 3)
        assert found.format == {"avif": "AVIF", "webp": "WEBP", "jpg": "JPEG"}[kind]


@pytest.mark.parametrize(
    ("folder", "tone"),
    [
        ("20261127-0123456789abcdef01234567-7a8b9c", "7a8b9c"),
        ("pictures/20261127-0123456789abcdef01234567-7a8b9c", "7a8b9c"),
        ("20261127-0123456789abcdef01234567", None),
        ("20260101-harbor-and-pine-paddle", None),
        ("20261127-0123456789abcdef01234567-7A8B9C", None),
        ("", None),
    ],
)
def test_the_color_in_an_address(folder: str, tone: str | None) -> None:
    assert picture_sizes.parse_tone(folder) == tone


def test_the_color_of_a_picture() -> None:
    halves = Image.new("RGB", (400, 400), "#000000")
    halves.paste("#204060", (0, 200, 400, 400))
    assert picture_sizes.find_tone(halves) == "102030"
    assert picture_sizes.find_tone(halves.convert("RGBA")) == "102030"
    assert picture_sizes.find_tone(Image.new("RGBA", (9, 9), "#20406080")) is None


@pytest.mark.parametrize(
    ("address", "jpeg"),
    [
        ("/media/pictures/20261127-ab/800.webp", "/media/pictures/20261127-ab/800.jpg"),
        ("/media/pictures/20261127-ab/800.jpg", "/media/pictures/20261127-ab/800.jpg"),
        ("/media/experiences/kayak.webp", "/media/experiences/kayak.webp"),
        (
            "https://photos.example/media/pictures/a/800.webp",
            "https://photos.example/media/pictures/a/800.webp",
        ),
        (None, None),
    ],
)
def test_mail_programs_get_a_jpeg(address: str | None, jpeg: str | None) -> None:
    assert picture_sizes.as_jpeg(address) == jpeg
