"""
Draws all pictures beside other work and hangs them up where the operator's host shows them.

Each picture is WebP in two widths: `<name>.webp` (1600) and `<name>-640.webp`. A folder beside
them has what an upload of it would have become, for the experience's own pictures.
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
WIDTHS: Final = {"": SIZE, "-640": (640, 400)}
VARIANTS: Final = (480, 1200)


def address(name: str) -> str:
    """Return where a picture is found on the operator's host."""
    return f"/media/experiences/{name}.webp"


def folder_of(name: str) -> str:
    """Return the folder of a picture's variants in the operator's storage."""
    return f"pictures/20260101-harbor-and-pine-{name}"


def draw_to(name: str, folder: Path) -> None:
    """Draw one picture into a folder, in every width."""
    picture = SCENES[name]()
    for suffix, size in WIDTHS.items():
        sized = picture if picture.size == size else picture.resize(size, Image.Resampling.LANCZOS)
        sized.save(folder / f"{name}{suffix}.webp", quality=80, method=4)
    plain = io.BytesIO()
    picture.save(plain, "PNG", compress_level=1)
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

    def hang(self, schema_name: str) -> dict[str, dict[str, bytes]]:
        """
        Wait for the pictures and move them into an operator's media folder.

        Returns what belongs into its storage: folder -> file name -> content.
        """
        for each in self.work:
            each.result()
        target = self.media_root / schema_name / "experiences"
        target.mkdir(parents=True, exist_ok=True)
        for file in sorted(self.folder.glob("*.webp")):
            file.replace(target / file.name)
        return {
            folder_of(made.name): {file.name: file.read_bytes() for file in sorted(made.iterdir())}
            for made in sorted(self.folder.iterdir())
            if made.is_dir()
        }
