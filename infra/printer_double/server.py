"""The listening socket, and the papers that came out so far."""

from __future__ import annotations

import socketserver
import threading
from pathlib import Path

# What a printer understands is the product's own; types of `infra` are checked without the product.
from outfitter.printers import escpos_picture, escpos_reader  # type: ignore[import-untyped]
from outfitter.printers.slips import ROLLS  # type: ignore[import-untyped]

HOST = "127.0.0.1"
_MOST = 20_000_000


class DoubleServer(socketserver.ThreadingTCPServer):
    """A printer with a roll of 80 mm; `papers` are the bytes of each job, the first one first."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, port: int, folder: Path | None = None, *, is_cut_off: bool = False) -> None:
        """
        Listen on the loopback interface; port 0 takes a free one. `is_cut_off` breaks every connection.

        :raises OSError: the port is taken
        """
        super().__init__((HOST, port), _Job)
        self.folder = folder
        self.is_cut_off = is_cut_off
        self.papers: list[bytes] = []
        self.came = threading.Condition()

    @property
    def port(self) -> int:
        """Return the port it listens on."""
        return int(self.server_address[1])

    @property
    def base(self) -> str:
        """Return its address."""
        return f"{HOST}:{self.port}"

    def keep(self, data: bytes) -> None:
        """Keep a job: its bytes, and in a folder its text and picture."""
        with self.came:
            self.papers.append(data)
            number = len(self.papers)
            if self.folder is not None:
                self.folder.mkdir(parents=True, exist_ok=True)
                (self.folder / f"{number:03}.txt").write_text(text_of(data), encoding="utf-8")
                (self.folder / f"{number:03}.png").write_bytes(picture_of(data))
            self.came.notify_all()


class _Job(socketserver.BaseRequestHandler):
    server: DoubleServer

    def handle(self) -> None:
        if self.server.is_cut_off:
            return
        data = b""
        while len(data) < _MOST and (part := self.request.recv(65_536)):
            data += part
        if data:
            self.server.keep(data)


def text_of(data: bytes) -> str:
    """Return what a job says: a line for each line, codes and pictures in brackets."""
    out = ""
    for command in escpos_reader.read(data):
        if command.name == "letters":
            out += command.text
        elif command.name == "feed":
            out += "\n"
        elif command.name == "code":
            out += f"[QR {command.text}]"
        elif command.name == "raster" and command.bitmap is not None:
            out += f"[picture {command.bitmap.width} x {command.bitmap.height}]\n"
        elif command.name == "cut":
            out += "[cut]\n"
        elif command.name == "unknown":
            out += f"[{command.value:02X}]"
    return out


def picture_of(data: bytes) -> bytes:
    """Return the paper as PNG."""
    drawn: bytes = escpos_picture.draw(data, ROLLS["roll_80"])
    return drawn
