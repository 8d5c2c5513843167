"""What search was measured against: trigrams and full text over the same entries."""

from typing import Any, Final

from bench._stage import Row, best

_INDEXES: Final = {
    "trigrams": "CREATE INDEX instead_trigrams ON search_entry USING gin (words public.gin_trgm_ops)",
    "full text": "CREATE INDEX instead_text ON search_entry USING gin (to_tsvector('simple', words))",
}
_ORDER: Final = "ORDER BY abs(extract(epoch FROM at - now())) LIMIT 8"
_ASKED: Final = {
    "trigrams": "SELECT object_id FROM search_entry WHERE words LIKE '% {0}%' " + _ORDER,
    "full text": "SELECT object_id FROM search_entry "
    "WHERE to_tsvector('simple', words) @@ to_tsquery('simple', '{0}:*') " + _ORDER,
}
_SLIP: Final = (
    "SELECT object_id FROM search_entry WHERE '{0}' OPERATOR(public.<%) words "
    "ORDER BY '{0}' OPERATOR(public.<<->) words LIMIT 8"
)


def instead(timed: Any, one: Any) -> list[Row]:
    """Build the other indexes and ask them what search is asked."""
    timed("CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public")
    rows: list[Row] = []
    for name, index in _INDEXES.items():
        rows.append(Row(f"instead, {name}: built", timed(index), "s"))
        timed("ANALYZE search_entry")
        size = one(f"SELECT pg_relation_size('{index.split()[2]}')")
        rows.append(Row(f"instead, {name}: size", size / 2**20, "MB"))
        for word in ("smith", "an", "zolanko"):
            asked = _ASKED[name].format(word)
            rows.append(
                Row(f"instead, {name}: {word}", best(lambda q=asked: timed(q), times=4), "ms")
            )
    slip = _SLIP.format("smiht")
    rows.append(Row("instead, trigrams: smiht", best(lambda: timed(slip), times=2), "ms"))
    return rows
