"""What looks like somebody's data is taken out of a text; the rest of it stays."""

import pytest

from outfitter.error_reports.personal_data import hide, hide_literals

pytestmark = pytest.mark.rules


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("mail to ana.b+x@guests.example failed", "mail to [email] failed"),
        ("call +1 (415) 555-0199 now", "call [number] now"),
        ("card 4242 4242 4242 4242 is no card", "card [number] is no card"),
        ("card 4242424242424242", "card [number]"),
        ("see https://u:p@reef.example:8000/customerPortal/abc?x=1", "see https://reef.example:8000/…"),
        ("GET /api/find?q=Ana%20Sol done", "GET /api/find?… done"),
        ("Authorization: Bearer abcdef123456", "Authorization: Bearer [token]"),
        ("link q7Xw2nB9vK4tZ8mR1pL6 is over", "link [token] is over"),
        ("id 0190a6d2-7c1e-7e52-9b1d-2f3c4d5e6f70", "id [token]"),
        ("refund %s was refused: %s", "refund %s was refused: %s"),
        ("trip 4711 has 3 guests in 2026", "trip 4711 has 3 guests in 2026"),
    ],
)
def test_texts(said: str, kept: str) -> None:
    assert hide(said) == kept


@pytest.mark.parametrize(
    ("statement", "kept"),
    [
        (
            "SELECT 1 FROM t_1.customer WHERE name = 'O''Hara' AND id = 42",
            "SELECT ? FROM t_1.customer WHERE name = ? AND id = ?",
        ),
        ("UPDATE x SET note = $q$call Ana$q$ WHERE a = %s", "UPDATE x SET note = ? WHERE a = %s"),
        ('SELECT "t2"."a" FROM "t2" LIMIT 21', 'SELECT "t2"."a" FROM "t2" LIMIT ?'),
    ],
)
def test_statements(statement: str, kept: str) -> None:
    assert hide_literals(statement) == kept
