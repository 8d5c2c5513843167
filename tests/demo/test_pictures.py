"""The photographs: big enough, light enough, the same every time."""

import io

import pytest
from PIL import Image

from outfitter.kit import picture_sizes
from outfitter_demo import drawings
from outfitter_demo.experiences import PLANS

pytestmark = pytest.mark.rules
KINDS = {"AVIF": "avif", "WEBP": "webp", "JPEG": "jpg"}


@pytest.mark.parametrize("name", drawings.NAMES)
def test_a_picture_has_its_sizes_is_light_and_named_after_its_color(name, tmp_path):
    drawings.draw_to(name, tmp_path)

    with Image.open(tmp_path / name / "1200.jpg") as drawn, Image.open(tmp_path / name / "192.avif") as thumb:
        assert (drawn.format, drawn.size, thumb.size) == ("JPEG", (1200, 750), (192, 192))
        assert len(drawn.convert("RGB").resize((80, 50)).getcolors(4000) or []) > 500
        found = bytes.fromhex(picture_sizes.find_tone(drawn))
    told = bytes.fromhex(picture_sizes.parse_tone(drawings.folder_of(name)) or "")
    assert max(abs(one - other) for one, other in zip(found, told, strict=True)) <= 3
    assert (tmp_path / name / "1200.avif").stat().st_size < 100_000
    assert (tmp_path / name / "480.avif").stat().st_size < 25_000


def test_a_picture_is_the_same_every_time(tmp_path):
    first, second = tmp_path / "first", tmp_path / "second"
    for folder in (first, second):
        folder.mkdir()
        drawings.draw_to("schooner", folder)

    name = "schooner/1200.webp"
    assert (first / name).read_bytes() == (second / name).read_bytes()


def test_every_experience_has_its_own():
    assert sorted(plan.picture for plan in PLANS) == sorted(drawings.NAMES)


def test_the_studio_hangs_pictures_and_tidies_up(tmp_path, monkeypatch):
    monkeypatch.setattr(drawings.picture_files, "NAMES", ("paddle",))
    with drawings.Studio(tmp_path) as studio:
        [(folder, files)] = studio.hang().items()

    assert folder == drawings.folder_of("paddle")
    assert len(files) == 3 * 2 + 1 + 2 * 3
    for name, data in files.items():
        with Image.open(io.BytesIO(data)) as drawn:
            assert picture_sizes.parse_name(name) == (drawn.width, KINDS[drawn.format])

    assert not list(tmp_path.iterdir())
