"""
Draws all pictures beside other work, as uploads of them would have become.

Each picture is a folder of the operator's storage with its files in the fewest widths; the others
are drawn when somebody asks for them.
"""

import io
import multiprocessing
import shutil
import tempfile
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path
from typing import Final

from PIL import Image

from outfitter_demo.drawings import land_scenes, water_scenes
from outfitter_tenants.catalog.image_variants import draw

SCENES: Final[dict[str, Callable[[], Image.Image]]] = {
    "sea-kayak": water_scenes.sea_kayak,
    "schooner": water_scenes.schooner,
    "whales": water_scenes.whales,
    "lighthouse": water_scenes.lighthouse,
    "paddle": water_scenes.paddle,
    "zip-line": land_scenes.zip_line,
    "carriage-road": land_scenes.carriage_road,
    "lantern-walk": land_scenes.lantern_walk,
    "stargazing": land_scenes.stargazing,
    "island-picnic": water_scenes.island_picnic,
}
NAMES: Final = tuple(SCENES)
# Heaviest first, so that both processes end at about the same time.
_ORDER: Final = ("stargazing", "zip-line", "lantern-walk")
SIZE: Final = (1600, 1000)
VARIANTS: Final = (480, 800, 1200)
# The color of each on the whole: addresses name it, and are known before a picture is drawn.
_TONES: Final[dict[str, str]] = {
    "sea-kayak": "8f7079",
    "schooner": "92655d",
    "whales": "7c9dad",
    "lighthouse": "7694a7",
    "paddle": "92aea6",
    "zip-line": "6e938a",
    "carriage-road": "a19b7a",
    "lantern-walk": "372e4c",
    "stargazing": "1d2b4b",
    "island-picnic": "7fa9ac",
}


def address(name: str) -> str:
    """Return where a picture is found on the operator's host."""
    return f"/media/{folder_of(name)}/{VARIANTS[-1]}.jpg"


def folder_of(name: str) -> str:
    """Return the folder of a picture's files in the operator's storage."""
    return f"pictures/20260101-harbor-and-pine-{name}-{_TONES[name]}"


def draw_to(name: str, folder: Path) -> None:
    """Draw one picture into a folder, as what an upload of it becomes."""
    plain = io.BytesIO()
    SCENES[name]().save(plain, "PNG", compress_level=1)
    (folder / name).mkdir()
    for file, data in draw(plain.getvalue(), widths=VARIANTS).files.items():
        (folder / name / file).write_bytes(data)


class Studio:
    """Draws in processes of its own from the moment it is entered."""

    def __init__(self, media_root: Path) -> None:
        self.media_root = media_root
        self.work: list[Future[None]] = []

    def __enter__(self) -> "Studio":
        self.media_root.mkdir(parents=True, exist_ok=True)
        self.folder = Path(tempfile.mkdtemp(prefix=".drawing-", dir=self.media_root))
        self.pool = ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn"))
        order = sorted(NAMES, key=lambda name: (name not in _ORDER, name))
        self.work = [self.pool.submit(draw_to, name, self.folder) for name in order]
        return self

    def __exit__(self, *_problem: object) -> None:
        self.pool.shutdown(cancel_futures=True)
        shutil.rmtree(self.folder, ignore_errors=True)

    def hang(self) -> dict[str, dict[str, bytes]]:
        """Wait for the pictures and return what belongs into storage: folder -> file name -> content."""
        for each in self.work:
            each.result()
        return {
            folder_of(made.name): {file.name: file.read_bytes() for file in sorted(made.iterdir())}
            for made in sorted(self.folder.iterdir())
        }
