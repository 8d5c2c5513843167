"""Reading an archive that anybody may have made: nothing is believed that was not checked."""

import hashlib
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from outfitter_tenants.archives import archive_format
from outfitter_tenants.archives.archive_format import (
    FILES,
    MANIFEST,
    MOST_LINE_BYTES,
    MOST_MANIFEST_BYTES,
    MOST_MEMBERS,
    ArchiveRefused,
    Manifest,
)

_CHUNK: Final = 256 * 1024
_METHODS: Final = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
# RuntimeError: also for a compression that zipfile does not know.
_BROKEN: Final = (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError)


class ArchiveReader:
    """
    An archive, opened: its manifest is read, its members are as the manifest says once they are read.

    :raises ArchiveRefused: it is no archive, or one that is not safe to unpack
    """

    def __init__(self, path: Path) -> None:
        try:
            self._zip = zipfile.ZipFile(path)
        except _BROKEN:
            raise ArchiveRefused("This file is not an archive, or it is cut off.") from None
        try:
            self._members = self._checked(path.stat().st_size)
            self.manifest = archive_format.read_manifest(self._manifest())
        except BaseException:
            self._zip.close()
            raise

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the file."""
        self._zip.close()

    def _checked(self, size: int) -> dict[str, zipfile.ZipInfo]:
        infos = self._zip.infolist()
        if len(infos) > MOST_MEMBERS:
            raise ArchiveRefused("The archive has too many files.")
        found: dict[str, zipfile.ZipInfo] = {}
        packed = 0
        for info in infos:
            archive_format.check_member(info.filename, size=info.file_size, packed=info.compress_size)
            is_strange = info.compress_type not in _METHODS or info.flag_bits & 0x1
            if is_strange or info.filename in found:
                raise ArchiveRefused("The archive has a file that can't be read.", member=info.filename)
            found[info.filename] = info
            packed += info.compress_size
        # Members that share their bytes are one bomb seen many times.
        if packed > size:
            raise ArchiveRefused("The archive would unpack to far more than it is.")
        return found

    def _manifest(self) -> bytes:
        info = self._members.get(MANIFEST)
        if info is None:
            raise ArchiveRefused("This is not an archive of Outfitter: it has no manifest.")
        if info.file_size > MOST_MANIFEST_BYTES:
            raise ArchiveRefused("The archive's manifest is too large.")
        return b"".join(self._parts(MANIFEST, info.file_size))

    @property
    def unpacked_size(self) -> int:
        """Return how many bytes all of it comes to."""
        return sum(info.file_size for info in self._members.values())

    def parts(self, name: str, *, size: int, sha256: str) -> Iterator[bytes]:
        """
        Give a member part by part; whoever takes them has nothing before the last one came.

        :raises ArchiveRefused: it is not there, or not what the manifest says
        """
        digest = hashlib.sha256()
        for part in self._parts(name, size):
            digest.update(part)
            yield part
        if digest.hexdigest() != sha256:
            raise ArchiveRefused("The archive is damaged.", member=name)

    def _parts(self, name: str, size: int) -> Iterator[bytes]:
        info = self._members.get(name)
        if info is None:
            raise ArchiveRefused("The archive is incomplete.", member=name)
        if info.file_size != size:
            raise ArchiveRefused("The archive is damaged.", member=name)
        left = size
        try:
            with self._zip.open(info) as member:
                while part := member.read(_CHUNK):
                    left -= len(part)
                    if left < 0:
                        raise ArchiveRefused("The archive is damaged.", member=name)
                    yield part
        except _BROKEN:
            raise ArchiveRefused("The archive is damaged.", member=name) from None
        if left:
            raise ArchiveRefused("The archive is damaged.", member=name)

    def lines(self, name: str, *, size: int, sha256: str) -> Iterator[bytes]:
        """
        Give a member line by line.

        :raises ArchiveRefused: it is not there, not what the manifest says, or has an endless line
        """
        rest = b""
        for part in self.parts(name, size=size, sha256=sha256):
            *whole, rest = (rest + part).split(b"\n")
            yield from whole
            if len(rest) > MOST_LINE_BYTES:
                raise ArchiveRefused("The archive has a line that is too long.", member=name)
        if rest:
            yield rest

    def files(self) -> Iterator[archive_format.FileEntry]:
        """
        Give the files that the archive lists.

        :raises ArchiveRefused: the list is not what the manifest says
        """
        said: Manifest = self.manifest
        for line in self.lines(FILES, size=said.files_size, sha256=said.files_sha256):
            yield archive_format.read_file_entry(line)

    def check_members(self) -> None:
        """
        Refuse an archive that holds what nothing in it tells of.

        :raises ArchiveRefused: naming one
        """
        known = {MANIFEST, FILES, *(one.member for one in self.manifest.tables)}
        known |= {one.member for one in self.files()}
        stray = sorted(self._members.keys() - known)
        if stray:
            raise ArchiveRefused("The archive has a file that nothing tells of.", member=stray[0])
