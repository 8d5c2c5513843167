"""The photographs: big enough, light enough, the same every time."""

import io

import pytest
from PIL import Image

from outfitter_demo import drawings
from outfitter_demo.experiences import PLANS

pytestmark = pytest.mark.rules


@pytest.mark.parametrize("name", drawings.NAMES)
def test_a_picture_has_both_widths_and_is_light(name, tmp_path):
    drawings.draw_to(name, tmp_path)

    large, small = tmp_path / f"{name}.webp", tmp_path / f"{name}-640.webp"
    with Image.open(large) as drawn, Image.open(small) as thumb:
        assert (drawn.format, drawn.size, thumb.size) == ("WEBP", (1600, 1000), (640, 400))
        assert len(drawn.convert("RGB").resize((80, 50)).getcolors(4000) or []) > 500
    assert large.stat().st_size < 150_000
    assert small.stat().st_size < 40_000


def test_a_picture_is_the_same_every_time(tmp_path):
    first, second = tmp_path / "first", tmp_path / "second"
    for folder in (first, second):
        folder.mkdir()
        drawings.draw_to("schooner", folder)

    name = "schooner.webp"
    assert (first / name).read_bytes() == (second / name).read_bytes()


def test_every_experience_has_its_own():
    assert sorted(plan.picture for plan in PLANS) == sorted(drawings.NAMES)


def test_the_studio_hangs_pictures_and_tidies_up(tmp_path, monkeypatch):
    monkeypatch.setattr(drawings.picture_files, "NAMES", ("paddle",))
    with drawings.Studio(tmp_path) as studio:
        [(folder, files)] = studio.hang("t_demo").items()

    assert folder == drawings.folder_of("paddle")
    assert sorted(files) == ["1200.avif", "1200.webp", "480.avif", "480.webp"]
    for name, data in files.items():
        with Image.open(io.BytesIO(data)) as drawn:
            assert f"{drawn.width}.{drawn.format.lower()}" == name

    hung = sorted(path.name for path in (tmp_path / "t_demo" / "experiences").iterdir())
    assert hung == ["paddle-640.webp", "paddle.webp"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["t_demo"]
