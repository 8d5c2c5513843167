"""A recording for every call: two seconds of a quiet hum, in parts when a player asks for parts."""

from __future__ import annotations

import io
import math
import re
import struct
import wave
from functools import lru_cache

from doubles.loopback_server import LoopbackHandler

RATE = 8000
SECONDS = 2


@lru_cache(maxsize=1)
def wav() -> bytes:
    """Return the recording as a WAV file."""
    made = io.BytesIO()
    with wave.open(made, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        hum = (int(3000 * math.sin(2 * math.pi * 220 * n / RATE)) for n in range(RATE * SECONDS))
        file.writeframes(b"".join(struct.pack("<h", one) for one in hum))
    return made.getvalue()


def answer(handler: LoopbackHandler) -> None:
    """Answer the recording, or the part of it that was asked for."""
    whole = wav()
    asked = re.fullmatch(r"bytes=(\d+)-(\d*)", handler.headers.get("Range", ""))
    if asked is None:
        handler.answer(200, whole, "audio/wav", {"Accept-Ranges": "bytes"})
        return
    first = int(asked[1])
    last = min(int(asked[2] or len(whole) - 1), len(whole) - 1)
    if first > last:
        handler.answer(416, b"", "audio/wav", {"Content-Range": f"bytes */{len(whole)}"})
        return
    handler.answer(
        206, whole[first : last + 1], "audio/wav", {"Content-Range": f"bytes {first}-{last}/{len(whole)}"}
    )
