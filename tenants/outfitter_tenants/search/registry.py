"""
Declares a kind of thing that search finds: the SQL that a migration runs, once for each kind.

A kind is one SELECT over its table, giving one row for each thing that can be found now:
`object_id, shelf, at, reseller_id, words`. From it come the view that rebuilding and the drift
check read, the trigger that keeps the index true in the transaction of every change, and the
function that makes it true again for one thing.

Migrations call this with their own text, so what it returns for the same arguments must not change:
a new form of it is a new function.
"""

from collections.abc import Sequence
from typing import Final

# Things that are over stand on a shelf of their own, which is looked at last.
OVER: Final = 100


def create(*, kind: int, name: str, table: str, columns: Sequence[str], select: str) -> str:
    """
    Return the SQL that makes a kind findable, and puts in what exists already.

    `columns` are those of `table` that `select` reads: only a change of one of them does work.
    """
    changed = " OR ".join(f"OLD.{column} IS DISTINCT FROM NEW.{column}" for column in columns)
    return f"""
CREATE VIEW search_source_{name} AS {select};

CREATE FUNCTION search_refresh_{name}() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  source search_source_{name};
  the_id bigint := coalesce(NEW.id, OLD.id);
BEGIN
  SELECT * INTO source FROM search_source_{name} WHERE object_id = the_id;
  PERFORM search_put({kind}::smallint, the_id, source.shelf, source.at, source.reseller_id,
    source.words);
  RETURN NULL;
END $$;

CREATE FUNCTION search_heal_{name}(the_id bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  source search_source_{name};
BEGIN
  PERFORM FROM {table} WHERE id = the_id FOR NO KEY UPDATE;
  PERFORM search_put({kind}::smallint, the_id, NULL, NULL, NULL, NULL);
  SELECT * INTO source FROM search_source_{name} WHERE object_id = the_id;
  PERFORM search_put({kind}::smallint, the_id, source.shelf, source.at, source.reseller_id,
    source.words);
END $$;

CREATE TRIGGER search_made AFTER INSERT OR DELETE ON {table}
FOR EACH ROW EXECUTE FUNCTION search_refresh_{name}();
CREATE TRIGGER search_changed AFTER UPDATE ON {table}
FOR EACH ROW WHEN ({changed}) EXECUTE FUNCTION search_refresh_{name}();

{fill(kind=kind, name=name)}
"""  # noqa: S608  # names of our own tables


def fill(*, kind: int, name: str) -> str:
    """Return the SQL that puts everything of a kind into an index that has nothing of it."""
    return f"""
INSERT INTO search_entry (kind, object_id, shelf, at, reseller_id, words)
SELECT {kind}, object_id, shelf, at, reseller_id, ' ' || array_to_string(words, ' ') || ' '
FROM search_source_{name} ORDER BY at;
INSERT INTO search_posting (word, shelf, at, object_id)
SELECT word, shelf, at, object_id
FROM search_entry, unnest(string_to_array(btrim(words), ' ')) AS word
WHERE kind = {kind} ORDER BY word COLLATE "C", shelf, at;
"""  # noqa: S608


def drop(*, kind: int, name: str, table: str) -> str:
    """Return the SQL that takes a kind out of the index for good."""
    return f"""
DROP TRIGGER search_changed ON {table};
DROP TRIGGER search_made ON {table};
DROP FUNCTION search_refresh_{name}();
DROP FUNCTION search_heal_{name}(bigint);
DROP VIEW search_source_{name};
DELETE FROM search_posting WHERE shelf % {OVER} = {kind};
DELETE FROM search_entry WHERE kind = {kind};
"""  # noqa: S608
