"""
The test database: made once, copied for every run and every worker.

A template database is named by a hash of the migrations and of what fills a new operator. It holds
the migrated public schema and two operators that are ready. `CREATE DATABASE ... TEMPLATE` copies
it in a tenth of a second.
"""

import contextlib
import hashlib
import importlib
import time
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import django
import psycopg
from django.conf import settings
from django.core.cache import cache
from django.db import connection, connections

from outfitter.db import session_defaults
from outfitter.testing.committed_rows import CommittedRows

PREFIX = "tpl_outfitter_"
MADE_AT = datetime(2026, 1, 5, 12, 0, tzinfo=UTC)
PASSWORD = "correct horse battery"


class PlannedOperator(NamedTuple):
    """An operator every database test can count on."""

    slug: str
    schema_name: str
    name: str
    country: str
    currency: str
    time_zone: str
    locale: str
    owner_email: str


REEF = PlannedOperator(
    "reef", "t_reef", "Reef Runners", "US", "USD", "America/New_York", "en-US", "rita@reef.example"
)
PEAK = PlannedOperator(
    "peak", "t_peak", "Peak Paths", "IN", "INR", "Asia/Kolkata", "en-IN", "pavan@peak.example"
)


# What decides the content of a template database, below the folders of the product's packages.
SOURCES = {
    "outfitter": (
        "*/migrations/*.py",
        "accounts/models/*.py",
        "accounts/operations.py",
        "accounts/schema_pool.py",
        "accounts/migration_sql.py",
        "accounts/migration_state.py",
        "accounts/schema_migration.py",
        "accounts/schema_snapshot.py",
        "tos/*.py",
        "testing/database.py",
    ),
    "outfitter_tenants": ("*/migrations/*.py", "*/defaults.py", "backoffice/provisioning.py"),
    "outfitter_signup": ("migrations/*.py", "provision_steps.py"),
}


@lru_cache
def digest() -> str:
    """Return what changes with whatever would change the content of a template database."""
    from outfitter.plugins import registry

    found = hashlib.sha256(django.__version__.encode())
    for slug, manifest in sorted(registry.manifests().items()):
        found.update(f"{slug if manifest.enabled_by_default else ''}".encode())
    for path in _sources():
        found.update("/".join(path.parts[-3:]).encode())
        found.update(path.read_bytes())
    return found.hexdigest()[:12]


def _sources() -> list[Path]:
    from django.apps import apps

    from outfitter.plugins import registry

    found: list[Path] = []
    for package, patterns in SOURCES.items():
        folder = Path(str(importlib.import_module(package).__file__)).parent
        for pattern in patterns:
            matched = sorted(folder.glob(pattern))
            # A pattern that matches nothing would leave a template that is never made anew.
            assert matched, f"{package}: {pattern} names no file"
            found += matched
    own = {app for _, app in registry.collect("django_apps")}
    for config in apps.get_app_configs():
        if config.name in own:
            found += sorted(Path(config.path).glob("migrations/*.py"))
    return found


class TestDatabase:
    """One worker's database: made on entry, dropped on exit."""

    __test__ = False

    def __init__(self, worker: str) -> None:
        self.worker = worker
        self.template = PREFIX + digest()
        self.admin: psycopg.Connection[Any] | None = None
        self.name = ""
        self.kept: CommittedRows | None = None
        self.original = str(settings.DATABASES["default"]["NAME"])

    def prepare(self) -> None:
        """Make the template when it is missing, copy it, and point Django at the copy."""
        self.admin = psycopg.connect(**_address("postgres"), autocommit=True)
        template = self.template
        with _locked(self.admin, template):
            if not _exists(self.admin, template):
                _build(self.admin, template)
                _drop_others(self.admin, template)
            self.name = self._free_name(template)
            self.admin.execute(f'DROP DATABASE IF EXISTS "{self.name}" WITH (FORCE)')
            _copy(self.admin, template, self.name)
        _point_django_at(self.name)

    def keep(self) -> None:
        """Remember what is there before a test that commits."""
        if self.kept is None:
            self.kept = CommittedRows(_address(self.name))

    def renew(self) -> None:
        """Take back what a test committed; a fresh copy takes the place where that is not enough."""
        assert self.admin is not None
        connections.close_all()
        if self.kept is not None and self.kept.take_back():
            return
        self._forget()
        self.admin.execute(f'DROP DATABASE IF EXISTS "{self.name}" WITH (FORCE)')
        with _locked(self.admin, self.template):
            _copy(self.admin, self.template, self.name)

    def _forget(self) -> None:
        if self.kept is not None:
            self.kept.close()
            self.kept = None

    def drop(self) -> None:
        """Drop this worker's database."""
        connections.close_all()
        self._forget()
        if self.admin is not None:
            self.admin.execute(f'DROP DATABASE IF EXISTS "{self.name}" WITH (FORCE)')
            self.admin.close()
        settings.DATABASES["default"]["NAME"] = self.original

    def _free_name(self, template: str) -> str:
        # Two runs may share a cluster; the lock lives as long as this connection.
        assert self.admin is not None
        for number in range(100):
            name = f"test_{template.removeprefix(PREFIX)}_{self.worker}_{number}"
            row = self.admin.execute("SELECT pg_try_advisory_lock(hashtext(%s))", [name]).fetchone()
            if row and row[0]:
                return name
        raise RuntimeError("a hundred test runs at once")


_current: dict[str, TestDatabase] = {}


def prepare_database(worker: str) -> None:
    """Give this process its own copy of the template database and use it from now on."""
    found = _current.get(worker)
    if found is None:
        found = _current[worker] = TestDatabase(worker)
    if not found.name:
        found.prepare()


def keep_database() -> None:
    """Remember what is there before a test that commits."""
    for found in _current.values():
        found.keep()


def renew_database() -> None:
    """Undo what tests committed."""
    for found in _current.values():
        found.renew()


def forget_broken_connections() -> None:
    """
    Let the next test connect anew where this one's connection was cut off.

    Django passes over one that went away inside a transaction (`closed_in_transaction`), and every
    test after it would meet a connection that is closed.
    """
    for one in connections.all(initialized_only=True):
        if one.connection is not None and one.connection.closed:
            one.abandon()  # type: ignore[attr-defined]  # outfitter.db.tenant_backend


def drop_database(worker: str) -> None:
    """Drop what `prepare_database` made."""
    found = _current.pop(worker, None)
    if found is not None:
        found.drop()


def _address(database: str) -> dict[str, Any]:
    chosen = settings.DATABASES["default"]
    parts = {
        "host": chosen["HOST"],
        "port": chosen["PORT"],
        "user": chosen["USER"],
        "password": chosen["PASSWORD"],
        "dbname": database,
    }
    return {key: value for key, value in parts.items() if value}


@contextlib.contextmanager
def _locked(admin: "psycopg.Connection[Any]", name: str) -> Any:
    admin.execute("SELECT pg_advisory_lock(hashtext(%s))", [name])
    try:
        yield
    finally:
        admin.execute("SELECT pg_advisory_unlock(hashtext(%s))", [name])


def _exists(admin: "psycopg.Connection[Any]", name: str) -> bool:
    row = admin.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone()
    return row is not None


def _copy(admin: "psycopg.Connection[Any]", template: str, name: str) -> None:
    for _ in range(100):
        try:
            admin.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
            for statement in session_defaults.of_database(name):
                admin.execute(statement)
            # Tests stand inside one transaction, a module's together: it idles while they work.
            admin.execute(f"ALTER DATABASE \"{name}\" SET idle_in_transaction_session_timeout = '1h'")
        except psycopg.errors.ObjectInUse:
            time.sleep(0.05)
        else:
            return
    raise RuntimeError(f"{template} is in use all the time")


def _drop_others(admin: "psycopg.Connection[Any]", keep: str) -> None:
    rows = admin.execute(
        "SELECT datname FROM pg_database WHERE starts_with(datname, %s) AND datname <> %s", [PREFIX, keep]
    ).fetchall()
    for (name,) in rows:
        with contextlib.suppress(psycopg.Error):
            admin.execute(f'DROP DATABASE IF EXISTS "{name}"')


def _point_django_at(name: str) -> None:
    connections.close_all()
    settings.DATABASES["default"]["NAME"] = name
    connection.settings_dict["NAME"] = name


def _build(admin: "psycopg.Connection[Any]", template: str) -> None:
    build = f"{template}_build"
    admin.execute(f'DROP DATABASE IF EXISTS "{build}" WITH (FORCE)')
    admin.execute(f'CREATE DATABASE "{build}"')
    _point_django_at(build)
    try:
        fill()
    finally:
        connections.close_all()
        cache.clear()
    admin.execute(f'ALTER DATABASE "{build}" RENAME TO "{template}"')


def fill() -> None:
    """Migrate an empty database and make the operators of the tests."""
    from outfitter.accounts import schema_migration
    from outfitter.tos.operations import publish_shipped

    schema_migration.migrate_all()
    publish_shipped(at=MADE_AT)
    for planned in (REEF, PEAK):
        make_operator(planned)


def make_operator(planned: PlannedOperator) -> None:
    """Make one operator that is ready, with its owner, by the product's own operations."""
    from outfitter.accounts import operations
    from outfitter.tos import operations as tos
    from outfitter.tos.queries import get_current
    from outfitter_signup import provision_steps

    owner = operations.create_user(
        email=planned.owner_email,
        password=PASSWORD,
        first_name=planned.owner_email.split("@")[0].title(),
        last_name="Owner",
        at=MADE_AT,
    )
    account = operations.create_account(
        slug=planned.slug,
        schema_name=planned.schema_name,
        name=planned.name,
        country=planned.country,
        currency=planned.currency,
        time_zone=planned.time_zone,
        locale=planned.locale,
        at=MADE_AT,
    )
    provision_steps.provision_now(account=account, owner=owner)
    terms = get_current(audience="operator", locale="en", at=MADE_AT)
    tos.agree(
        tos_id=terms.pk,
        sha256=terms.sha256,
        user_id=owner.pk,
        account_id=account.pk,
        at=MADE_AT,
        ip=None,
        user_agent="",
    )
