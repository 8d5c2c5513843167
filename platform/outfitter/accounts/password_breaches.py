"""
Passwords that everybody knows: a sorted file of hashes, searched without being read whole.

The file holds the first eight bytes of each password's SHA-1, sorted. The bundled one comes from
Django's list of common passwords; `OUTFITTER_BREACHED_PASSWORDS` names a bigger one, made from the
download of Have I Been Pwned by `./outfitter breached-passwords SOURCE TARGET` (docs/security.md).
"""

import hashlib
import mmap
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Final

from django.conf import settings

WIDTH: Final = 8
BUNDLED: Final = Path(__file__).parent / "breached.bin"


def is_known(password: str) -> bool:
    """Return whether a password is in the bundled list or in the bigger one of the settings."""
    wanted = _hash(password)
    return any(_search(file, wanted) for file in _files())


def is_common(word: str) -> bool:
    """Return whether a word is in the bundled list of the most common passwords."""
    return _search(BUNDLED, _hash(word))


def write(hashes: Iterable[bytes], target: Path) -> int:
    """Write sorted hashes (whole or cut) to a file this module can search; returns how many."""
    count, last = 0, b""
    with target.open("wb") as out:
        for full in hashes:
            cut = full[:WIDTH]
            if cut < last:
                raise ValueError("the hashes are not sorted")
            if cut != last:
                out.write(cut)
                count, last = count + 1, cut
    return count


def hashes_of_download(lines: Iterable[str]) -> Iterable[bytes]:
    """Return the hashes of a Have I Been Pwned download ordered by hash ("HASH:COUNT" lines)."""
    return (bytes.fromhex(line.split(":")[0].strip()) for line in lines if line.strip())


def _files() -> list[Path]:
    more = settings.BREACHED_PASSWORDS
    return [BUNDLED, Path(more)] if more else [BUNDLED]


def _hash(password: str) -> bytes:
    # The published lists are SHA-1; it is an index here, not a protection.
    return hashlib.sha1(password.encode(), usedforsecurity=False).digest()[:WIDTH]


@lru_cache(maxsize=4)
def _open(file: Path) -> mmap.mmap:
    with file.open("rb") as source:
        return mmap.mmap(source.fileno(), 0, access=mmap.ACCESS_READ)


def _search(file: Path, wanted: bytes) -> bool:
    data = _open(file)
    low, high = 0, len(data) // WIDTH
    while low < high:
        middle = (low + high) // 2
        found = data[middle * WIDTH : (middle + 1) * WIDTH]
        if found == wanted:
            return True
        if found < wanted:
            low = middle + 1
        else:
            high = middle
    return False
