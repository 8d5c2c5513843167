"""
What every session of ours starts with: kept with the role, in this database.

Connection poolers refuse start-up options, and a `SET` reaches whichever session comes along. What
the role has by itself reaches all of them. `./outfitter migrate` sets it; who runs the database
may have set something else, which stays.
"""

from typing import Final

from django.db import DatabaseError, connection, transaction

# Name, value, and what the server has when nobody has chosen anything (None: anything at all).
SESSION: Final[tuple[tuple[str, str, str | None], ...]] = (
    ("lock_timeout", "3s", "0"),
    ("idle_in_transaction_session_timeout", "60s", "0"),
    ("TimeZone", "UTC", None),
)


def missing() -> list[str]:
    """Return the names of those that a fresh session lacks."""
    with connection.cursor() as cursor:
        # What a session starts with; this one may have been told something else.
        cursor.execute(
            "SELECT lower(name), reset_val FROM pg_settings WHERE lower(name) = ANY(%s)",
            [[name.lower() for name, _, _ in SESSION]],
        )
        found = dict(cursor.fetchall())
    return [
        name
        for name, value, unset in SESSION
        if (found[name.lower()] == unset if unset is not None else found[name.lower()] != value)
    ]


def statements(names: list[str]) -> list[str]:
    """Return the SQL that gives them to our role in this database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT quote_ident(current_user), quote_ident(current_database())")
        role, database = cursor.fetchone()
    return [
        f"ALTER ROLE {role} IN DATABASE {database} SET {name} = '{value}'"
        for name, value, _ in SESSION
        if name in names
    ]


def ensure() -> list[str]:
    """Set what is missing for sessions to come; returns the statements that we were refused."""
    refused: list[str] = []
    for statement in statements(missing()):
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(statement)
        except DatabaseError:
            refused.append(statement)
    return refused


def of_database(name: str) -> list[str]:
    """Return the SQL that gives them to everybody in a database that nobody has asked yet."""
    return [f"ALTER DATABASE \"{name}\" SET {key} = '{value}'" for key, value, _ in SESSION]
