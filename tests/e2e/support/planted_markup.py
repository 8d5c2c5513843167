"""
An operator whose every text is markup: a copy of the demonstration, written over in the database.

Whatever a form refuses or cleans today is in the rows all the same: what is proven is that no
screen, mail or paper trusts what it shows.
"""

import json
import os
import re
import secrets
import subprocess
from html.parser import HTMLParser
from typing import Any, Final

import psycopg
from psycopg import sql

from launcher.servers import client_programs
from tests.e2e.support.shop import Shop
from tests.e2e.support.stack import Stack

# Ends an attribute, is an element, is Typst that stops a paper; the short one fits short columns.
PAYLOAD: Final = """ "><img data-planted src=/x onerror=planted()> #panic("planted")"""
SHORT: Final = "<b data-planted>"
# What is no text of a person: addresses, keys, codes, choices; and what is cleaned when it is
# saved, whose rows are trusted (tests/catalog and tests/waivers show the cleaning).
_OTHER: Final = re.compile(
    r"(^|_)(hash|code|codes|token|key|url|path|email|phone|locale|language|currency|zone|country|"
    r"slug|id|ids|sha256|secret|ip|agent|version|html|kind|type|status|state|mode|color|channel|"
    r"method|schema|digest|gateway|brand|source|visitor|last4|action|form|icon|format|reference|"
    r"certificate|encrypted)s?$"
)
_COLUMNS: Final = """
    SELECT table_name, column_name, data_type, character_maximum_length AS most
      FROM information_schema.columns
     WHERE table_schema = %s AND data_type IN ('text', 'character varying', 'jsonb')
       AND is_generated = 'NEVER'
     ORDER BY table_name, column_name
"""
_LEFT_ALONE: Final = {"django_migrations"}


def make(stack: Stack, demo: Shop) -> Shop:
    """Copy the demonstration, write markup over all its texts and sign its owner in."""
    slug = f"planted{secrets.token_hex(3)}"
    schema = f"t_{slug}"
    _copy(stack, demo.schema, slug, schema)
    with psycopg.connect(stack.env["DATABASE_URL"], autocommit=True) as connection:
        connection.execute(sql.SQL("SET search_path = {}").format(sql.Identifier(schema)))
        # History is append-only for the product, not for who owns the database.
        connection.execute("SET session_replication_role = replica")
        for table, column, kind, most in connection.execute(_COLUMNS, [schema]).fetchall():
            if table not in _LEFT_ALONE and not _OTHER.search(column):
                _plant(connection, table, column, is_json=kind == "jsonb", most=most)
    login, client = stack.logins["owner"], stack.client(slug)
    client.post("/api/login", {"email": login["email"], "password": login["password"]})
    terms = client.get("/api/tos/get")["tos"]
    client.post(f"/api/tos/{terms['id']}/agree", {"sha256": terms["sha256"]})
    return Shop(stack, slug, client)


def _copy(stack: Stack, source: str, slug: str, schema: str) -> None:
    """Copy a schema and what the public schema says of its operator."""
    programs = f"{client_programs() or ''}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    url, env = stack.env["DATABASE_URL"], {**os.environ, "PATH": programs}
    dump = subprocess.run(
        ["pg_dump", "--schema", source, "--no-owner", url],
        env=env,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    renamed = re.sub(rf"\b{source}\b", schema, dump)
    subprocess.run(
        ["psql", "--quiet", "--set", "ON_ERROR_STOP=1", url],
        env=env,
        input=renamed,
        capture_output=True,
        text=True,
        check=True,
    )
    for table, changed in (
        ("accounts_account", {"slug": slug, "slug_skeleton": slug, "schema_name": schema}),
        ("accounts_domain", {"domain": f"{slug}.localhost"}),
        ("accounts_membership", {}),
        ("plugins_tenantplugin", {"schema_name": schema}),
    ):
        _copy_rows(stack, table, source, schema, changed)
    name = f"Planted{PAYLOAD}"
    stack.sql("UPDATE accounts_account SET name = %s WHERE slug = %s", name, slug)


def _copy_rows(stack: Stack, table: str, source: str, schema: str, changed: dict[str, str]) -> None:
    rows = stack.sql(f"SELECT * FROM {table}")
    accounts = {row["schema_name"]: row["id"] for row in stack.sql("SELECT * FROM accounts_account")}
    for row in rows:
        owner = row.get("schema_name") or row.get("tenant_id") or row.get("account_id")
        if owner not in {source, accounts[source]}:
            continue
        new = {name: value for name, value in row.items() if name != "id"} | changed
        for link in ("tenant_id", "account_id"):
            if link in new:
                new[link] = accounts[schema]
        values = [json.dumps(one) if isinstance(one, dict | list) else one for one in new.values()]
        places = ", ".join(["%s"] * len(new))
        stack.sql(f"INSERT INTO {table} ({', '.join(new)}) VALUES ({places})", *values)


def _plant(
    connection: psycopg.Connection[Any], table: str, column: str, *, is_json: bool, most: int | None
) -> None:
    name, where = sql.Identifier(column), sql.Identifier(table)
    if is_json:
        _plant_json(connection, where, name)
        return
    text = PAYLOAD if most is None or most > len(PAYLOAD) + 8 else SHORT
    if most is not None and most < len(text):
        return
    # Sentences and names begin with a capital or hold a space; choices and keys do neither.
    change = sql.SQL("UPDATE {} SET {} = left({}, {}) || {} WHERE {} ~ '^[[:upper:]]|[[:space:]]'").format(
        where, name, name, sql.Literal((most or 1000) - len(text)), sql.Literal(text), name
    )
    try:
        connection.execute(change)
    except (psycopg.errors.CheckViolation, psycopg.errors.UniqueViolation):
        return  # the column takes no such text from anybody


def _plant_json(connection: psycopg.Connection[Any], table: sql.Composable, column: sql.Composable) -> None:
    asked = sql.SQL("SELECT ctid, {} FROM {} WHERE {} IS NOT NULL").format(column, table, column)
    for place, value in connection.execute(asked).fetchall():
        planted = _planted(value)
        if planted != value:
            change = sql.SQL("UPDATE {} SET {} = %s WHERE ctid = %s").format(table, column)
            connection.execute(change, [json.dumps(planted), place])


def _planted(value: Any, key: str = "") -> Any:
    """Return JSON with markup behind every sentence in it."""
    if isinstance(value, dict):
        return {name: _planted(one, name) for name, one in value.items()}
    if isinstance(value, list):
        return [_planted(one, key) for one in value]
    is_sentence = isinstance(value, str) and " " in value and not _OTHER.search(key)
    return f"{value}{PAYLOAD}" if is_sentence else value


class Elements(HTMLParser):
    """Counts elements of a mail that were text when somebody wrote them."""

    def __init__(self) -> None:
        super().__init__()
        self.planted = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Look at one element."""
        self.planted += any(name == "data-planted" for name, _ in attrs)


def elements_in(html: str) -> int:
    """Return how many planted elements a document has."""
    reader = Elements()
    reader.feed(html)
    return reader.planted
