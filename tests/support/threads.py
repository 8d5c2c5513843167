"""Several people at the same moment, each with a connection of their own."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from django.db import connection

from outfitter.db.tenant_schema import in_schema

SCHEMA = "t_reef"


def at_once(jobs: Sequence[Callable[[], Any]], schema: str = SCHEMA) -> list[Any]:
    """Run the jobs in threads that start together; returns what each returned or raised."""
    start = Barrier(len(jobs))

    def run(job: Callable[[], Any]) -> Any:
        try:
            with in_schema(schema):
                start.wait(60)
                return job()
        except Exception as problem:
            return problem
        finally:
            connection.close()

    with ThreadPoolExecutor(len(jobs)) as pool:
        return list(pool.map(run, jobs))
