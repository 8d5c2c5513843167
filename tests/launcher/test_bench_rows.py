"""The rows that benchmarks write by hand name every column that has to be there."""

import re
from pathlib import Path

import pytest
from django.db import connection

BENCH = Path(__file__).parents[2] / "infra" / "bench"
INSERT = re.compile(r"INSERT INTO (\w+) \(([^()]+)\)")
FOUND = [
    pytest.param(table, columns, id=f"{file.name}-{table}-{place}")
    for file in sorted(BENCH.glob("*.py"))
    for place, (table, columns) in enumerate(INSERT.findall(file.read_text(encoding="utf-8")))
    # Columns that are read from the model while it runs cannot be forgotten.
    if "{names}" not in columns
]
DEMANDED = """
SELECT column_name FROM information_schema.columns
WHERE table_schema IN (%s, 'public') AND table_name = %s AND is_nullable = 'NO' AND column_default IS NULL
  AND is_identity = 'NO' AND is_generated = 'NEVER'
"""


@pytest.mark.usefixtures("reef")
@pytest.mark.parametrize(("table", "columns"), FOUND)
def test_nothing_is_missing(table: str, columns: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(DEMANDED, [connection.schema_name, table])
        demanded = {name for (name,) in cursor.fetchall()}
    assert demanded, f"there is no table {table}"
    assert demanded <= {name.strip().strip('"') for name in columns.split(",")}
