"""What search was measured against: trigrams and full text over the same entries."""

from typing import Any, Final

from bench._bench_database import best
from bench._report import Row

_USING: Final = {
    "trigrams": "gin (words public.gin_trgm_ops)",
    "full text": "gin (to_tsvector('simple', words))",
}
_WHERE: Final = {
    "trigrams": "words LIKE '% {0}%'",
    "full text": "to_tsvector('simple', words) @@ to_tsquery('simple', '{0}:*')",
}
_ASKED: Final = (
    "SELECT object_id FROM search_entry WHERE {0} ORDER BY abs(extract(epoch FROM at - now())) LIMIT 8"
)
_SLIP: Final = (
    "SELECT object_id FROM search_entry WHERE '{0}' OPERATOR(public.<%) words "
    "ORDER BY '{0}' OPERATOR(public.<<->) words LIMIT 8"
)


def instead(timed: Any, one: Any) -> list[Row]:
    """Build the other indexes and ask them what search is asked."""
    timed("CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public")
    rows: list[Row] = []
    for name, using in _USING.items():
        index = f"instead_{name.replace(' ', '_')}"
        built = timed(f"CREATE INDEX {index} ON search_entry USING {using}")
        timed("ANALYZE search_entry")
        size = one(f"SELECT pg_relation_size('{index}')")
        rows += [
            Row(f"instead, {name}: built", built, "s"),
            Row(f"instead, {name}: size", size / 2**20, "MB"),
        ]
        for word in ("smith", "an", "zolanko"):
            asked = _ASKED.format(_WHERE[name].format(word))
            time = best(lambda asked=asked: timed(asked), times=4)  # type: ignore[misc]
            rows.append(Row(f"instead, {name}: {word}", time, "ms"))
    slip = _SLIP.format("smiht")
    rows.append(Row("instead, trigrams: smiht", best(lambda: timed(slip), times=2), "ms"))
    return rows
