"""Log files of the processes: read as they grow, kept from growing for ever."""

from __future__ import annotations

from pathlib import Path

ROTATE_BYTES = 20_000_000
MOST_AT_ONCE = 1_000_000


class LogTail:
    """Reads the lines that a log file gains."""

    def __init__(self, path: Path) -> None:
        """Begin at the present end of the file."""
        self.path = path
        self._offset = path.stat().st_size if path.exists() else 0
        self._rest = b""

    def new_lines(self) -> list[str]:
        """Return the complete lines written since the last call; copes with a shortened file."""
        try:
            size = self.path.stat().st_size
        except OSError:
            return []
        if size < self._offset:
            self._offset, self._rest = 0, b""
        if size == self._offset:
            return []
        with self.path.open("rb") as handle:
            handle.seek(self._offset)
            chunk = handle.read(MOST_AT_ONCE)
        self._offset += len(chunk)
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        return [line.decode("utf-8", "replace").rstrip("\r") for line in lines]


def rotate(path: Path, limit: int = ROTATE_BYTES) -> None:
    """Put a log aside as ``<name>.1`` when it has grown past a number of bytes."""
    if path.exists() and path.stat().st_size > limit:
        path.replace(path.with_name(f"{path.name}.1"))
