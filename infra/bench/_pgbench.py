"""PostgreSQL's own client, which is faster than any of ours: what this machine allows at all."""

import os
import subprocess
import tempfile

from bench._bench_database import SCHEMA


def pgbench(script: str, *, seconds: float, clients: int) -> float:
    """Return how many times a second so many clients run a script, on the bench's own schema."""
    from django.db import connection

    chosen = connection.settings_dict
    address = {"-h": chosen["HOST"], "-p": chosen["PORT"], "-U": chosen["USER"]}
    options = [word for pair in address.items() if pair[1] for word in map(str, pair)]
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as file:
        file.write(script)
        file.flush()
        done = subprocess.run(
            [
                "pgbench",
                "-n",
                "-c",
                str(clients),
                "-j",
                "2",
                "-T",
                f"{seconds:.0f}",
                "-f",
                file.name,
                *options,
                chosen["NAME"],
            ],
            env={
                **os.environ,
                "PGOPTIONS": f"-c search_path={SCHEMA},public",
                "PGPASSWORD": chosen["PASSWORD"],
            },
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode:
        raise RuntimeError(f"pgbench: {done.stderr[-2000:]}")
    return float(done.stdout.split("tps = ")[1].split()[0])
