"""One gzip member from kept bytes and a request's own end."""

import gzip
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outfitter_tenants.calendar import gzip_response

pytestmark = pytest.mark.rules


@given(st.binary(max_size=5000), st.binary(max_size=400))
def test_what_is_packed_comes_out_whole(head: bytes, tail: bytes) -> None:
    packed = gzip_response.pack([head])
    whole = gzip_response.gzipped(packed, tail)
    assert gzip.decompress(whole) == head + tail
    assert gzip_response.plain(packed, tail) == head + tail
    # One member: browsers ignore whatever follows the first.
    engine = zlib.decompressobj(16 + zlib.MAX_WBITS)
    assert engine.decompress(whole) == head + tail
    assert engine.unused_data == b""
    assert engine.eof


def test_an_end_that_does_not_fit_is_refused() -> None:
    packed = gzip_response.pack([b"{"])
    assert gzip.decompress(gzip_response.gzipped(packed, b"x" * gzip_response.MAX_TAIL)).endswith(b"xx")
    with pytest.raises(ValueError, match="too long"):
        gzip_response.gzipped(packed, b"x" * (gzip_response.MAX_TAIL + 1))
