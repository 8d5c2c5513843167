"""
Brings the public demonstration back to how it began.

A new one is made beside the old one and takes over its address in one transaction: visitors see the
one or the other, never half of one. What is left of the old one is cleared away afterward, and by the
next run if that was interrupted. No operator that is not a demonstration is ever touched.
"""

from datetime import datetime
from pathlib import Path
from typing import Final

from django.apps import apps
from django.conf import settings

from outfitter.accounts import hosts, schema_snapshot, sessions
from outfitter.accounts.models import Account
from outfitter.db.locks import atomic
from outfitter.db.tenant_tasks import platform_task
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import DomainError, NotFound
from outfitter.live.events import end_streams
from outfitter_demo import operator_account, seed
from outfitter_demo.drawings import Studio

OLD: Final = "old-demo-"
REASON: Final = "demo_reset"


class NotADemo(DomainError):
    """The operator at the demonstration's address is a real one."""

    code = "not_a_demo"
    status = 409


def find_demo() -> Account:
    """
    Return the demonstration's account.

    :raises NotFound: there is none
    :raises NotADemo: somebody real has its address
    """
    account = operator_account.find_operator()
    if account is None:
        raise NotFound("There is no demo operator.")
    if not account.is_demo:
        raise NotADemo("The operator at this address isn't a demo.")
    return account


def reset(*, at: datetime, studio: Studio | None, count: int = seed.TRIPS) -> Account:
    """
    Put a fresh demonstration in the place of the present one; returns its account.

    :raises NotFound: there is none
    :raises NotADemo: somebody real has its address
    """
    find_demo()
    with atomic():
        old = Account.objects.select_for_update(of=("self",)).get(pk=find_demo().pk)
        old.slug = old.slug_skeleton = f"{OLD}{old.pk}"
        old.is_ready = False
        old.save(update_fields=["slug", "slug_skeleton", "is_ready"])
        seed.seed(at=at, studio=studio, count=count)
        sessions.end_all_at(schema_name=old.schema_name, at=at, reason=REASON)
        end_streams(schema_name=old.schema_name)
    hosts.forget(hosts.tenant_host(operator_account.SLUG))
    clear_away()
    return find_demo()


def clear_away() -> int:
    """Drop what former demonstrations left behind; returns how many there were."""
    former = list(Account.objects.filter(slug__startswith=OLD, is_demo=True, is_ready=False))
    for account in former:
        with atomic():
            schema_snapshot.drop_schema(schema_name=account.schema_name)
            _forget(account.schema_name)
            Account.objects.filter(pk=account.pk).delete()
    return len(former)


def _forget(schema_name: str) -> None:
    """Delete what the public schema keeps of an operator by the name of its schema."""
    shared = [model for model in apps.get_models() if _is_shared(model._meta.app_label)]
    for model in shared:
        if model is not Account and any(one.name == "schema_name" for one in model._meta.fields):
            model._default_manager.filter(schema_name=schema_name).delete()


def _is_shared(label: str) -> bool:
    return apps.get_app_config(label).name in settings.SHARED_APPS


@platform_task("demo.reset", queue="provisioning")
def run(**_future: object) -> None:
    """Reset the demonstration; a second job that waited finds a fresh one and resets it again."""
    with Studio(Path(settings.MEDIA_ROOT)) as studio:
        reset(at=utc_now(), studio=studio)


@platform_task("demo.reset_if_due", queue="default")
def run_if_due(**_future: object) -> None:
    """Reset it at the hour (UTC) that the installation names; without one, never."""
    if utc_now().hour == settings.DEMO_RESET_HOUR and operator_account.find_operator() is not None:
        run.after_commit()
