"""What a schema looks like, so that two can be compared."""

from django.db import connection

from outfitter.accounts import migration_sql

SHAPE = """
SELECT 'column', table_name || '.' || column_name,
       data_type || is_nullable || coalesce(column_default, '') || is_identity
FROM information_schema.columns WHERE table_schema = %(schema)s
UNION ALL
SELECT 'constraint', c.conrelid::regclass::text || '.' || c.conname, pg_get_constraintdef(c.oid)
FROM pg_constraint c WHERE c.connamespace = %(schema)s::regnamespace
UNION ALL
SELECT 'index', tablename || '.' || indexname, indexdef
FROM pg_indexes WHERE schemaname = %(schema)s
UNION ALL
SELECT 'trigger', event_object_table || '.' || trigger_name, action_statement
FROM information_schema.triggers WHERE trigger_schema = %(schema)s
UNION ALL
SELECT 'function', p.proname, pg_get_functiondef(p.oid)
FROM pg_proc p WHERE p.pronamespace = %(schema)s::regnamespace
"""


def schema_shape(schema_name: str) -> set[tuple[str, str, str]]:
    """Return kind, name and text of every column, constraint, index, trigger and function."""
    with migration_sql.alone_in(schema_name), connection.cursor() as cursor:
        cursor.execute(SHAPE, {"schema": schema_name})
        return {
            (kind, name.replace(f"{schema_name}.", ""), text.replace(f"{schema_name}.", ""))
            for kind, name, text in cursor.fetchall()
        }
