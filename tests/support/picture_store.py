"""Pictures as people upload them, and a store that speaks as much of S3 as we use."""

import io
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit
from xml.sax.saxutils import escape

from PIL import Image


def make_picture(
    *,
    width: int = 900,
    height: int = 600,
    kind: str = "JPEG",
    color: str = "#0f766e",
    mode: str = "RGB",
    **options: Any,
) -> bytes:
    """Return the bytes of a picture in one colour with a red corner (top left)."""
    picture = Image.new(mode, (width, height), color)
    picture.paste("#ff0000", (0, 0, width // 4, height // 4))
    out = io.BytesIO()
    picture.save(out, kind, **options)
    return out.getvalue()


class _Objects(BaseHTTPRequestHandler):
    kept: dict[str, bytes]

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Keep test output quiet."""

    def _answer(self, status: int, body: bytes = b"") -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("ETag", '"0"')
        self.send_header("Last-Modified", "Sat, 21 Nov 2026 10:00:00 GMT")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    @property
    def _key(self) -> str:
        return unquote(urlsplit(self.path).path).removeprefix("/bucket").lstrip("/")

    def do_PUT(self) -> None:
        """Keep an object."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.kept[self._key] = body
        self._answer(200)

    def do_HEAD(self) -> None:
        """Say whether an object is there."""
        self._answer(200 if self._key in self.kept else 404, self.kept.get(self._key, b""))

    def do_GET(self) -> None:
        """Give an object, or a list of them."""
        if self._key:
            self._answer(200 if self._key in self.kept else 404, self.kept.get(self._key, b""))
        else:
            self._answer(200, self._listed(parse_qs(urlsplit(self.path).query)))

    def _listed(self, asked: dict[str, list[str]]) -> bytes:
        prefix = asked.get("prefix", [""])[0]
        rest = [key.removeprefix(prefix) for key in self.kept if key.startswith(prefix)]
        files = "".join(f"<Contents><Key>{escape(prefix + r)}</Key></Contents>" for r in rest if "/" not in r)
        folders = {r.split("/")[0] for r in rest if "/" in r}
        common = "".join(
            f"<CommonPrefixes><Prefix>{escape(prefix + f)}/</Prefix></CommonPrefixes>"
            for f in sorted(folders)
        )
        return f"<ListBucketResult>{files}{common}</ListBucketResult>".encode()

    def do_DELETE(self) -> None:
        """Forget an object."""
        self.kept.pop(self._key, None)
        self._answer(204)


@contextmanager
def object_store() -> Iterator[tuple[str, dict[str, bytes]]]:
    """Run a store with one bucket called "bucket"; gives its address and what it keeps."""
    kept: dict[str, bytes] = {}
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Objects", (_Objects,), {"kept": kept}))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", kept
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
