"""Writing an archive: member by member, each as it comes, with what it hashes to."""

import hashlib
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import IO, Final, NamedTuple, Self

import orjson

from outfitter_tenants.archives.archive_format import FILES, MANIFEST, STORED, FileEntry

# Nothing that is deflated again gets smaller.
_PACKED: Final = (".webp", ".jpg", ".jpeg", ".png", ".avif", ".pdf", ".gz", ".mp3", ".mp4", ".zip")
_BUFFER: Final = 256 * 1024


class Written(NamedTuple):
    """What a member came to."""

    size: int
    sha256: str


class ArchiveWriter:
    """
    A ZIP file that is written from front to back; nothing of it stands in memory.

    The same rows give the same bytes: members have no times.
    """

    def __init__(self, path: Path) -> None:
        self._zip = zipfile.ZipFile(path, "x", zipfile.ZIP_DEFLATED, allowZip64=True)
        self._files = hashlib.sha256()
        self._listed = bytearray()
        self.files_cnt = self.files_size = 0

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the file; one that was not ended has no manifest, and is none."""
        self._zip.close()

    def add(self, name: str, parts: Iterable[bytes]) -> Written:
        """Write a member of parts that come one after another."""
        info = zipfile.ZipInfo(name)
        is_packed = name.endswith(_PACKED)
        info.compress_type = zipfile.ZIP_STORED if is_packed else zipfile.ZIP_DEFLATED
        info.external_attr = 0o600 << 16
        digest, size, waiting = hashlib.sha256(), 0, bytearray()
        with self._zip.open(info, "w", force_zip64=True) as member:
            for part in parts:
                waiting += part
                if len(waiting) >= _BUFFER:
                    size += _flush(member, digest, waiting)
            size += _flush(member, digest, waiting)
        return Written(size, digest.hexdigest())

    def add_file(self, path: str, parts: Iterable[bytes]) -> None:
        """Write a file of the operator, and note it."""
        written = self.add(f"{STORED}{path}", parts)
        entry = FileEntry(path, written.size, written.sha256)
        self._listed += orjson.dumps(entry.told()) + b"\n"
        self.files_cnt, self.files_size = self.files_cnt + 1, self.files_size + written.size

    def finish(self, manifest: Mapping[str, object]) -> None:
        """Write the list of files, and last of all what the archive is."""
        listed = self.add(FILES, [bytes(self._listed)])
        files = {"member": FILES, "count": self.files_cnt, "bytes": listed.size, "sha256": listed.sha256}
        self.add(MANIFEST, [orjson.dumps({**manifest, "files": files}, option=orjson.OPT_INDENT_2)])


def _flush(member: IO[bytes], digest: "hashlib._Hash", waiting: bytearray) -> int:
    count = len(waiting)
    digest.update(waiting)
    member.write(bytes(waiting))
    waiting.clear()
    return count
