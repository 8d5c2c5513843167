"""What `./outfitter doctor` finds out from the inside: database, broker, migrations, queues."""

from collections.abc import Callable
from datetime import timedelta

from django.conf import settings
from django.db import DatabaseError, connection
from django_tenants.utils import get_public_schema_name, schema_context

from outfitter.db import pooler, session_defaults
from outfitter.kit.clock import utc_now

Row = dict[str, str]
OK, NOTE, PROBLEM = "ok", "note", "problem"
LATE = timedelta(minutes=1)
MONTH = timedelta(days=30)
POSTGRES_MINIMUM = 180000
SEALED_WITHIN = timedelta(hours=1)
_UNSEALED = """
SELECT EXISTS (
  SELECT FROM audit_auditlog
  WHERE id > (SELECT COALESCE(max(log_upto), 0) FROM audit_seal) AND at < %(limit)s
)
"""


def look() -> list[Row]:
    """Return one row per finding; a check that breaks is itself a finding."""
    rows: list[Row] = []
    checks: list[tuple[str, Callable[[], list[Row]]]] = [
        ("Database", database),
        ("Pooler", pooler_rows),
        ("Timeouts", timeouts),
        ("Broker", broker),
        ("Migrations", migrations),
        ("Queues", queues),
        ("Webhooks", webhooks),
        ("Audit log", audit_log),
        ("Shield", shield),
    ]
    for subject, check in checks:
        try:
            rows += check()
        except (DatabaseError, OSError) as problem:
            text = str(problem).strip().splitlines() or [type(problem).__name__]
            rows.append(row(PROBLEM, subject, text[0]))
    return rows


def row(state: str, subject: str, finding: str) -> Row:
    """Return a finding as the launcher reads it."""
    return {"state": state, "subject": subject, "finding": finding}


def database() -> list[Row]:
    """Check the version."""
    connection.ensure_connection()
    number = connection.connection.info.server_version
    is_new = number >= POSTGRES_MINIMUM
    found = f"PostgreSQL {number // 10000}.{number % 10000}"
    return [row(OK if is_new else PROBLEM, "Database", found if is_new else f"{found}; 18 needed")]


def pooler_rows() -> list[Row]:
    """Try with two clients what stands before the database, and whether it keeps plans."""
    found = pooler.probe()
    if not found.is_pooled:
        return [row(OK, "Pooler", "none")]
    if found.trouble:
        return [row(PROBLEM, "Pooler", found.trouble)]
    if found.leaks:
        rows = [row(PROBLEM, "Pooler", pooler.REMEDY)]
    elif found.is_shared:
        rows = [row(OK, "Pooler", "two clients shared a session, each kept its own search_path")]
    else:
        rows = [row(OK, "Pooler", "each client had a session of its own")]
    if not found.are_plans_kept:
        text = "not passed on (PgBouncer: 1.21, max_prepared_statements); slower without"
        rows.append(row(NOTE, "Prepared statements", text))
    return rows


def timeouts() -> list[Row]:
    """Check what a fresh session has: no start-up option brings it."""
    missing = session_defaults.missing()
    if not missing:
        return [row(OK, "Timeouts", "the role or the database has them")]
    wanted = "; ".join(session_defaults.statements(missing))
    return [row(PROBLEM, "Timeouts", f"run this, and let the pooler reconnect: {wanted}")]


def broker() -> list[Row]:
    """Check that the broker answers."""
    import redis

    try:
        with redis.from_url(settings.REDIS_URL, socket_connect_timeout=5) as client:
            about = client.info("server")
    except redis.RedisError as problem:
        return [row(PROBLEM, "Broker", str(problem))]
    name = "Valkey" if "valkey_version" in about else "Redis"
    return [row(OK, "Broker", f"{name} {about.get('valkey_version') or about['redis_version']}")]


def migrations() -> list[Row]:
    """Count what is not applied to the public schema, and operators whose schema is behind."""
    from django.db.migrations.executor import MigrationExecutor

    with schema_context(get_public_schema_name()):
        executor = MigrationExecutor(connection)
        waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if waiting:
        return [row(PROBLEM, "Migrations", f"{len(waiting)} pending: ./outfitter migrate")]
    return [row(OK, "Migrations", "none pending")]


def queues() -> list[Row]:
    """Count work of every queue that waits longer than a minute to be done."""
    from outfitter.db.queue import OPEN, QueuedWork
    from outfitter.plugins.models import OutboxEvent

    if OutboxEvent._meta.db_table not in connection.introspection.table_names():
        return [row(NOTE, "Queues", "no tables yet")]
    limit = utc_now() - LATE
    late = {
        model._meta.verbose_name_plural: model._default_manager.filter(
            status__in=OPEN, next_at__lt=limit
        ).count()
        for model in QueuedWork.__subclasses__()
    }
    text = ", ".join(f"{count} {name}" for name, count in late.items())
    return [row(NOTE if any(late.values()) else OK, "Queues", f"more than a minute late: {text}")]


def webhooks() -> list[Row]:
    """Count deliveries of the last month for accounts that no operator has."""
    from outfitter.plugins import webhook_owner
    from outfitter.plugins.models import WebhookEvent

    if WebhookEvent._meta.db_table not in connection.introspection.table_names():
        return [row(NOTE, "Webhooks", "no tables yet")]
    strays = webhook_owner.count_stray(since=utc_now() - MONTH)
    text = f"{strays} deliveries are for accounts that no one here has"
    return [row(NOTE if strays else OK, "Webhooks", text)]


def audit_log() -> list[Row]:
    """Count operators whose log has rows that wait longer than an hour to be sealed."""
    from outfitter.accounts.models import Account

    if Account._meta.db_table not in connection.introspection.table_names():
        return [row(NOTE, "Audit log", "no tables yet")]
    schemas = Account.objects.filter(is_ready=True).exclude(schema_name=get_public_schema_name())
    late = []
    for account in schemas.order_by("slug"):
        with schema_context(account.schema_name), connection.cursor() as cursor:
            cursor.execute(_UNSEALED, {"limit": utc_now() - SEALED_WITHIN})
            late += [account.slug] if cursor.fetchone()[0] else []
    if late:
        return [row(NOTE, "Audit log", f"not sealed for an hour: {', '.join(late[:5])}")]
    return [row(OK, "Audit log", "sealed; ./outfitter audit verify --all proves it")]


def shield() -> list[Row]:
    """Say what a request may take before it has a thread, and who tells people apart."""
    from outfitter.settings.env import BadSetting
    from outfitter.shield.request_limits import MEGABYTE, read_limits

    try:
        found = read_limits()
    except BadSetting as problem:
        return [row(PROBLEM, "Shield", str(problem))]
    text = (
        f"bodies: {found.body_grace_seconds} s and {found.body_bytes_per_second} bytes/s,"
        f" {found.body_seconds} s and {found.upload_bytes // MEGABYTE} MB at most;"
        f" {found.web_workers} x {found.web_threads} threads, {found.web_queue} may wait"
    )
    rows = [row(OK, "Shield", text)]
    if not settings.IS_DEVELOPMENT and not settings.TRUSTED_PROXIES:
        said = "OUTFITTER_TRUSTED_PROXIES names none: all visitors look like the proxy"
        rows.append(row(NOTE, "Proxy", said))
    return rows
