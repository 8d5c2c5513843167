"""Make the tenant's schema travel with a job, and nothing else."""

import logging
from collections.abc import Callable
from typing import Any

from celery import Task, shared_task  # noqa: TID251
from django.db import transaction
from kombu.exceptions import OperationalError

from outfitter.db.tenant_schema import PUBLIC, current_schema, in_schema

log = logging.getLogger(__name__)
HEADER = "outfitter_schema"


class TenantTask(Task[Any, Any]):
    """Publishes the current schema as a header and runs the body inside it."""

    def apply_async(self, *args: Any, headers: dict[str, Any] | None = None, **options: Any) -> Any:
        headers = {HEADER: current_schema(), **(headers or {})}
        return super().apply_async(*args, headers=headers, **options)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        schema = getattr(self.request, HEADER, None) or (self.request.headers or {}).get(HEADER)
        with in_schema(schema or PUBLIC):
            return self.run(*args, **kwargs)

    def after_commit(self, **kwargs: Any) -> None:
        """
        Publish once the current transaction commits; never before.

        A broker that is away is logged, not raised: whatever must happen is also a row that a
        sweeper finds (outbox, due jobs, webhook events).
        """
        headers = {HEADER: current_schema()}

        def send() -> None:
            try:
                self.apply_async(kwargs=kwargs, headers=headers, retry=False)
            except OperationalError:
                log.warning("broker is away, %s waits for the sweeper", self.name)

        transaction.on_commit(send)


def tenant_task(name: str, *, queue: str, **options: Any) -> Callable[[Callable[..., Any]], TenantTask]:
    """
    Declare a job of one operator. Arguments are keywords; the job may run twice.

    `name` is what it is called at the broker, `<subject>.<verb>`, wherever its module lies: what was
    sent before an update is done after it.
    """
    return shared_task(
        base=TenantTask, name=name, queue=queue, acks_late=True, reject_on_worker_lost=True, **options
    )


def platform_task(name: str, *, queue: str, **options: Any) -> Callable[[Callable[..., Any]], TenantTask]:
    """Declare a job of the platform itself: it always runs in the public schema."""

    def declare(function: Callable[..., Any]) -> TenantTask:
        def in_public(*args: Any, **kwargs: Any) -> Any:
            with in_schema(PUBLIC):
                return function(*args, **kwargs)

        in_public.__name__ = function.__name__
        in_public.__module__ = function.__module__
        in_public.__doc__ = function.__doc__
        return tenant_task(name, queue=queue, **options)(in_public)

    return declare
