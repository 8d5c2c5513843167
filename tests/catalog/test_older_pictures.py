"""Pictures from before thumbnails and JPEG, in AVIF and WebP only: the rest is drawn when asked for."""

import shutil
import threading
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from outfitter.api import pictures
from tests.support import database
from tests.support.catalog import make_experience
from tests.support.picture_uploads import files, size_of, upload


@pytest.fixture
def old(owner: Client, folder: Path) -> tuple[str, Path]:
    url = upload(owner, make_experience().pk, role="Hero").json()["hero"]["url"]
    [path] = {file.parent for file in folder.rglob("900.webp")}
    for name in ("96", "192"):
        for kind in ("avif", "webp", "jpg"):
            (path / f"{name}.{kind}").unlink()
    (path / "900.jpg").unlink()
    return url.rpartition("/")[0], path


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("96.avif", (96, 96)),
        ("192.webp", (192, 192)),
        ("96.jpg", (96, 96)),
        ("900.jpg", (900, 600)),
        ("320.jpg", (320, 213)),
    ],
)
def test_drawn_once_and_kept(
    old: Any, client_for: Any, name: str, size: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    base, path = old
    before = len(files(path))
    first = client_for("reef").get(f"{base}/{name}")
    assert (first.status_code, size_of(first.content)) == (200, size)
    assert first["Cache-Control"] == "public, max-age=31536000, immutable"
    assert len(files(path)) == before + 1

    def never(*_: Any) -> None:
        raise AssertionError("drawn again")

    monkeypatch.setattr(pictures.picture_sizes, "redraw", never)
    again = client_for("reef").get(f"{base}/{name}")
    assert (again.content, again["ETag"]) == (first.content, first["ETag"])


@pytest.mark.parametrize("name", ["97.avif", "899.webp", "1200.jpg", "1920.webp", "95.jpg", "96.png"])
def test_no_other_size_is_drawn(old: Any, client_for: Any, name: str) -> None:
    base, path = old
    before = files(path)
    assert client_for("reef").get(f"{base}/{name}").status_code == 404
    assert files(path) == before


def test_not_for_a_neighbour(old: Any, peak: Any, client_for: Any) -> None:
    base, path = old
    before = files(path.parents[3])
    assert client_for("peak").get(f"{base}/96.avif").status_code == 404
    assert files(path.parents[3]) == before


def test_a_picture_that_was_deleted_comes_not_back(
    old: Any, client_for: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    base, path = old
    redraw = pictures.picture_sizes.redraw

    def meanwhile(*given: Any) -> bytes:
        shutil.rmtree(path)
        return redraw(*given)

    monkeypatch.setattr(pictures.picture_sizes, "redraw", meanwhile)
    assert client_for("reef").get(f"{base}/96.avif").status_code == 404
    assert not path.exists()
    assert client_for("reef").get(f"{base}/96.avif").status_code == 404


def test_a_write_that_fails_leaves_nothing_half(
    old: Any, client_for: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    base, path = old
    before = files(path)

    def full(*_: Any) -> None:
        raise OSError("disk full")

    with monkeypatch.context() as broken:
        broken.setattr(Path, "replace", full)
        with pytest.raises(OSError, match="disk full"):
            client_for("reef").get(f"{base}/96.avif")
    assert files(path) == before
    assert client_for("reef").get(f"{base}/96.avif").status_code == 200


def test_asked_by_many_it_is_drawn_once(old: Any, client_for: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    base, path = old
    drawn: list[int] = []
    redraw = pictures.picture_sizes.redraw

    def counted(*given: Any) -> bytes:
        drawn.append(1)
        return redraw(*given)

    monkeypatch.setattr(pictures.picture_sizes, "redraw", counted)
    together = threading.Barrier(6)
    found: list[bytes | None] = []

    def ask() -> None:
        together.wait()
        shelf = f"pictures/{path.name}"
        found.append(pictures._find_or_draw(database.REEF.schema_name, shelf, "96.avif", 96, "avif"))

    # What the operator's number is has been looked up already: no thread needs the database.
    assert client_for("reef").get(f"{base}/480.webp").status_code == 200
    threads = [threading.Thread(target=ask) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(found), len(set(found)), len(drawn)) == (6, 1, 1)
