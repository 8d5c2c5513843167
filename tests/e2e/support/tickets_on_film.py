"""A camera that sees tickets: films of QR codes that Chromium shows pages as its camera."""

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import segno
from playwright.sync_api import Browser

WIDTH: Final = 640
HEIGHT: Final = 480
# So many pictures a second; Chromium begins anew at the film's end.
RATE: Final = 10
_HEAD: Final = f"YUV4MPEG2 W{WIDTH} H{HEIGHT} F{RATE}:1 Ip A1:1 C420jpeg\n".encode()
_PALE: Final = 0xD8
_DARK: Final = 0x30
_COLORLESS: Final = bytes([128]) * (WIDTH * HEIGHT // 2)


def film(path: Path, scenes: Sequence[tuple[str | None, float]]) -> Path:
    """Write a film: each scene is a code held up for so many seconds, or nothing (None)."""
    with path.open("wb") as file:
        file.write(_HEAD)
        for text, seconds in scenes:
            picture = b"FRAME\n" + _luma(text) + _COLORLESS
            file.write(picture * round(seconds * RATE))
    return path


def _luma(text: str | None) -> bytes:
    rows = [bytearray([_PALE]) * WIDTH for _ in range(HEIGHT)]
    if text is not None:
        matrix = [list(row) for row in segno.make_qr(text, error="m").matrix_iter(border=4)]
        scale = int(HEIGHT * 0.8) // len(matrix)
        left, top = (WIDTH - scale * len(matrix)) // 2, (HEIGHT - scale * len(matrix)) // 2
        for down, line in enumerate(matrix):
            dots = b"".join(bytes([_DARK if dark else 0xFF]) * scale for dark in line)
            for row in rows[top + down * scale : top + (down + 1) * scale]:
                row[left : left + len(dots)] = dots
    return b"".join(bytes(row) for row in rows)


@contextmanager
def browser_with_camera(browser: Browser, film_path: Path, arguments: Sequence[str]) -> Iterator[Browser]:
    """Start another browser of the same kind whose camera shows a film and needs no leave."""
    camera = [
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={film_path}",
    ]
    program = os.environ.get("OUTFITTER_CHROMIUM") or shutil.which("chromium")
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    started = browser.browser_type.launch(executable_path=program, args=[*arguments, *camera, *sandbox])
    try:
        yield started
    finally:
        started.close()
