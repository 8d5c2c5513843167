"""How much time, room and company a request gets before it has a thread."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Final

from outfitter.settings import env

MEGABYTE: Final = 1024 * 1024
# The one address that takes files as large as a whole history.
IMPORT_PATH: Final = "/api/importexport/import/fileUpload"


@dataclass(frozen=True)
class Limits:
    """Seconds, bytes and counts, all of one web worker; each is named OUTFITTER_<FIELD>."""

    # A body may last this long by itself, and longer by what it has sent at this rate ...
    body_grace_seconds: int = 5
    body_bytes_per_second: int = 8192
    # ... but never longer than this.
    body_seconds: int = 120
    # Pictures of 10 MB in their envelope; what is no upload Django refuses from 2 MB on.
    upload_bytes: int = 12 * MEGABYTE
    body_bytes: int = 2 * MEGABYTE
    # Files that are imported, in their envelope (OUTFITTER_IMPORT_BYTES is what the import itself takes).
    import_body_bytes: int = 51 * MEGABYTE
    # Bodies that are still on their way: all, of one address, and the room they may take.
    bodies: int = 1024
    bodies_per_address: int = 32
    bodies_bytes: int = 512 * MEGABYTE
    # Whole requests: this many at work, this many and this long waiting for their turn.
    web_threads: int = 4
    web_queue: int = 256
    web_queue_seconds: int = 15
    # Open connections, and how long the next head may take, counted from the last answer.
    web_connections: int = 4096
    head_seconds: int = 15
    web_workers: int = 1
    # Browsers that hear of changes as they happen (live_hub.py): all of a worker, and of one person.
    live_streams: int = 1024
    live_streams_per_person: int = 6

    def seconds_for(self, received: int) -> float:
        """Return how many seconds after its head a body must be whole that has sent so much."""
        earned = self.body_grace_seconds + received / self.body_bytes_per_second
        return min(earned, float(self.body_seconds))

    def most_bytes(self, content_type: str, path: str = "") -> int:
        """Return the size of the largest body of that type, sent to that path."""
        is_upload = content_type.lower().lstrip().startswith("multipart/")
        if is_upload and path == IMPORT_PATH:
            return self.import_body_bytes
        return self.upload_bytes if is_upload else self.body_bytes


def read_limits(number: Callable[[str, int], int] = env.number) -> Limits:
    """
    Return the limits of this installation.

    :raises BadSetting: one of them is no whole number above zero
    """
    found = {}
    for field in fields(Limits):
        name = f"OUTFITTER_{field.name.upper()}"
        found[field.name] = number(name, int(str(field.default)))
        if found[field.name] < 1:
            raise env.BadSetting(f"{name} must be above zero")
    return Limits(**found)
