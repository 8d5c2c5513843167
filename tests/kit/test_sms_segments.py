"""How many messages a text makes (3GPP TS 23.038)."""

import pytest

from outfitter.kit import sms_segments


@pytest.mark.parametrize(
    ("text", "encoding", "count"),
    [
        ("", "gsm7", 0),
        ("a", "gsm7", 1),
        ("a" * 160, "gsm7", 1),
        ("a" * 161, "gsm7", 2),
        ("a" * 306, "gsm7", 2),
        ("a" * 307, "gsm7", 3),
        ("äöüßñ¿¡Ç\n" + "a" * 151, "gsm7", 1),
        # A euro takes an escape as well.
        ("€" * 80, "gsm7", 1),
        ("€" * 81, "gsm7", 2),
        # 152 letters and a euro: the escape does not stay behind in the first part.
        ("a" * 152 + "€" + "a" * 152, "gsm7", 3),
        ("a" * 151 + "€" + "a" * 153, "gsm7", 2),
        # One letter beyond the alphabet makes all of it twice as long.
        ("ç", "ucs2", 1),
        ("я" * 70, "ucs2", 1),
        ("я" * 71, "ucs2", 2),
        ("я" * 134, "ucs2", 2),
        ("я" * 135, "ucs2", 3),
        ("a" * 70 + "я", "ucs2", 2),
        # Pictures take two units, which stay together.
        ("🛶" * 35, "ucs2", 1),
        ("🛶" * 36, "ucs2", 2),
        ("🛶" * 66, "ucs2", 2),
        ("🛶" * 67, "ucs2", 3),
    ],
)
def test_alphabet_and_parts(text: str, encoding: str, count: int) -> None:
    found = sms_segments.count_segments(text)

    assert (found.encoding, found.count) == (encoding, count)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("It’s 3:30\u202fPM – “now”…", 'It\'s 3:30 PM - "now"...'),
        ("2\u00a0×\u00a0Adult", "2 x Adult"),
        # What needs the long alphabet anyway keeps its typography.
        ("Тур «Закат» – 9:00", "Тур «Закат» – 9:00"),
        ("plain", "plain"),
    ],
)
def test_typography_goes_where_it_alone_would_cost_a_second_text(text: str, plain: str) -> None:
    assert sms_segments.plain(text) == plain
