"""Whether two archives hold the same operator: what an import writes by itself is the only difference."""

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Final

import orjson

from outfitter_tenants.archives.archive_format import TableEntry
from outfitter_tenants.archives.archive_reader import ArchiveReader

# An import writes down that it came and that the operator is closed: these go on behind what was there.
GROWS: Final = frozenset({"audit_auditlog", "audit_seal"})
# Columns of people that are about an installation's logins and invitations.
PEOPLE: Final = "people_useravatar"
_ASKED_IN: Final = frozenset(
    {*("invited_at", "invited_by_id", "invite_sent_on", "invite_sent_cnt"), *("referral_code", "version")}
)


def differences(before: Path, after: Path) -> list[str]:
    """
    Return the names of tables and files that differ; [] when the second holds all of the first.

    Both are read as streams, and every byte against its hash.

    :raises ArchiveRefused: one of them is damaged
    """
    with ArchiveReader(before) as first, ArchiveReader(after) as second:
        theirs = {one.name: one for one in second.manifest.tables}
        mine = {one.name: one for one in first.manifest.tables}
        found = sorted(mine.keys() ^ theirs.keys())
        for name in sorted(mine.keys() & theirs.keys()):
            if not _is_same(first, mine[name], second, theirs[name]):
                found.append(name)
        files = {one.path: one.sha256 for one in first.files()}
        others = {one.path: one.sha256 for one in second.files()}
        found += sorted(path for path, _ in files.items() ^ others.items())
    return list(dict.fromkeys(found))


def _is_same(first: ArchiveReader, mine: TableEntry, second: ArchiveReader, theirs: TableEntry) -> bool:
    if mine.columns != theirs.columns:
        return False
    if mine.name in GROWS:
        return _is_begun_alike(_lines(first, mine), _lines(second, theirs))
    if mine.name == PEOPLE:
        pairs = zip_longest(_known(_lines(first, mine)), _known(_lines(second, theirs)))
        return all(one == other for one, other in pairs)
    for reader, entry in ((first, mine), (second, theirs)):
        for _ in _lines(reader, entry):
            pass  # read to the end, so that its hash is checked
    return (mine.rows, mine.sha256) == (theirs.rows, theirs.sha256)


def _lines(reader: ArchiveReader, entry: TableEntry) -> Iterator[bytes]:
    return reader.lines(entry.member, size=entry.size, sha256=entry.sha256)


def _is_begun_alike(first: Iterator[bytes], second: Iterator[bytes]) -> bool:
    is_alike = all(next(second, None) == line for line in first)
    for _ in second:
        pass
    return is_alike


def _known(lines: Iterable[bytes]) -> Iterator[dict[str, object]]:
    for line in lines:
        yield {name: value for name, value in orjson.loads(line).items() if name not in _ASKED_IN}
