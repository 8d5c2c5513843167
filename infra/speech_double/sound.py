"""Sound that can be heard: one tone for each word."""

from __future__ import annotations

import array
import math

RATE = 16_000
_WORD, _GAP = 0.16, 0.05
MOST_WORDS = 60


def spoken(text: str) -> bytes:
    """Return a text as a WAV file: mono, 16 bit, 16 kHz."""
    samples = array.array("h")
    for word in text.split()[:MOST_WORDS] or ["-"]:
        samples.extend(_tone(220.0 + 40.0 * min(len(word), 12), _WORD))
        samples.extend(array.array("h", bytes(2 * int(RATE * _GAP))))
    data = samples.tobytes()
    head = b"RIFF" + (36 + len(data)).to_bytes(4, "little") + b"WAVEfmt " + (16).to_bytes(4, "little")
    form = (1).to_bytes(2, "little") * 2 + RATE.to_bytes(4, "little") + (RATE * 2).to_bytes(4, "little")
    tail = (2).to_bytes(2, "little") + (16).to_bytes(2, "little") + b"data" + len(data).to_bytes(4, "little")
    return head + form + tail + data


def _tone(hertz: float, seconds: float) -> array.array[int]:
    cnt = int(RATE * seconds)
    # Begins and ends softly: without that every tone clicks.
    return array.array(
        "h",
        (
            int(9000 * math.sin(math.pi * place / cnt) * math.sin(2 * math.pi * hertz * place / RATE))
            for place in range(cnt)
        ),
    )
