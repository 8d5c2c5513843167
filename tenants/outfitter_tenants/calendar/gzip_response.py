"""
Answers that are compressed once and finished per request.

What is kept is an open JSON object, deflated and flushed to a byte boundary, with its checksum.
A request's own part goes behind it as a stored block, so that the request id is never in what is
kept and nothing is compressed twice. The result is one ordinary gzip member.
"""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

_HEADER: Final = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
# Of these answers a third less than at 1 and nothing more than at 6, for the time of 1.
_LEVEL: Final = 3
MAX_TAIL: Final = 65_535


@dataclass(frozen=True, slots=True)
class GzipBody:
    """The beginning of an answer: deflated bytes, checksum and length of the plain ones."""

    data: bytes
    crc: int
    size: int


def pack(parts: Sequence[bytes]) -> GzipBody:
    """Compress the beginning of an answer, which comes in parts."""
    engine = zlib.compressobj(_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    data, crc = [], 0
    for part in parts:
        data.append(engine.compress(part))
        crc = zlib.crc32(part, crc)
    data.append(engine.flush(zlib.Z_SYNC_FLUSH))
    return GzipBody(b"".join(data), crc, sum(map(len, parts)))


def gzipped(packed: GzipBody, tail: bytes) -> bytes:
    """
    Return the whole answer as gzip.

    :raises ValueError: the tail does not fit into one stored block
    """
    if len(tail) > MAX_TAIL:
        raise ValueError("the end of the answer is too long")
    length = len(tail)
    block = b"\x01" + length.to_bytes(2, "little") + (length ^ 0xFFFF).to_bytes(2, "little")
    crc = zlib.crc32(tail, packed.crc)
    size = (packed.size + length) & 0xFFFFFFFF
    end = crc.to_bytes(4, "little") + size.to_bytes(4, "little")
    return b"".join((_HEADER, packed.data, block, tail, end))


def plain(packed: GzipBody, tail: bytes) -> bytes:
    """Return the whole answer uncompressed, for callers that do not take gzip."""
    return zlib.decompressobj(-zlib.MAX_WBITS).decompress(packed.data) + tail
