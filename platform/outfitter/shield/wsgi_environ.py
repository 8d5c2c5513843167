"""What Django is told of a request: the variables of WSGI (PEP 3333) from an ASGI scope."""

import sys
from collections.abc import Mapping
from ipaddress import ip_address
from typing import Any, Final
from urllib.parse import unquote_to_bytes

from outfitter.shield.request_body import Body

Headers = dict[str, str]
_BARE: Final = {"content-type": "CONTENT_TYPE", "content-length": "CONTENT_LENGTH"}


class SentFile:
    """A file that Django answers with: sent by the server itself, so that no thread waits."""

    def __init__(self, file: Any, block_size: int = 8192) -> None:
        self.file, self.block_size = file, block_size

    def close(self) -> None:
        """Close the answer, and with it the file."""
        if hasattr(self.file, "close"):
            self.file.close()


def read_headers(raw: Any) -> Headers:
    """
    Return headers by lower-case name; those that came twice are joined.

    A name with an underscore is left out: WSGI could not tell it from the real one.
    """
    found: Headers = {}
    for name_bytes, value_bytes in raw:
        name = name_bytes.decode("latin-1").lower()
        if "_" in name:
            continue
        # What is not ASCII is no header that anything here understands.
        value = value_bytes.decode("latin-1") if value_bytes.isascii() else ""
        if name in found:
            found[name] += f"{';' if name == 'cookie' else ','}{value}"
        else:
            found[name] = value
    return found


def make_environ(
    scope: Mapping[str, Any], headers: Headers, body: Body | None, length: int
) -> dict[str, Any]:
    """Return the variables of one request whose body is there."""
    raw = scope.get("raw_path") or str(scope["path"]).encode()
    server, client = scope.get("server") or ("", 80), scope.get("client") or ("", 0)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(raw).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": body if body is not None else _Empty(),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
        "wsgi.input_terminated": True,
        "wsgi.file_wrapper": SentFile,
    }
    for name, value in headers.items():
        environ[_BARE.get(name) or "HTTP_" + name.upper().replace("-", "_")] = value
    # The body is whole and unpacked from its chunks, whatever the head announced.
    environ.pop("HTTP_TRANSFER_ENCODING", None)
    if length or "CONTENT_LENGTH" in environ:
        environ["CONTENT_LENGTH"] = str(length)
    return environ


class _Empty:
    """A body without a byte."""

    def read(self, _size: int = -1) -> bytes:
        """Return nothing."""
        return b""

    readline = read


def client_address(client: str, headers: Headers, proxies: frozenset[str]) -> str | None:
    """
    Return the address that a person stands behind, None when it cannot be told.

    X-Forwarded-For counts only from a trusted proxy, and its last entry is what that proxy saw.
    A private address may be a proxy nobody named, which stands for everybody.
    """
    if client in proxies:
        return headers.get("x-forwarded-for", "").split(",")[-1].strip() or None
    try:
        return client if ip_address(client).is_global else None
    except ValueError:
        return None
