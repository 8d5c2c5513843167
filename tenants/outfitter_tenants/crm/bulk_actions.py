"""Work on every customer a list shows, in chunks that survive their worker (jobs/job_types.py)."""

from typing import Any, Final

from outfitter.db import lists
from outfitter_tenants.crm.operations import privacy
from outfitter_tenants.customers.lists import CUSTOMERS
from outfitter_tenants.customers.operations import customers
from outfitter_tenants.jobs.job_types import Chunk, Failure, JobType, Work, handles

TAG: Final = "customers.tag"
ANONYMISE: Final = "customers.anonymise"
_TAG_SIZE: Final = 100
# Each locks a person's trips until the chunk ends: nobody shall wait long for them.
_ANONYMISE_SIZE: Final = 10
_REASONS: Final = {
    "upcoming_trips": "trips ahead",
    "balance_due": "money owed",
    "already_anonymised": "anonymised already",
}


def _next(work: Work, size: int) -> list[int]:
    """Return the next customers by id, behind the last chunk: what changes on the way is no gap."""
    wanted = lists.parse(CUSTOMERS, work.reader, search=work.params["search"], filters=work.params["filters"])
    found = lists.select(CUSTOMERS, wanted, work.reader).filter(pk__gt=work.state.get("after", 0))
    if work.params["ids"]:
        found = found.filter(pk__in=work.params["ids"])
    return list(found.order_by("pk").values_list("pk", flat=True)[:size])


def _chunk(ids: list[int], failures: list[Failure], size: int) -> Chunk:
    state: dict[str, Any] | None = {"after": ids[-1]} if len(ids) == size else None
    return Chunk(state=state, done_cnt=len(ids) - len(failures), failures=failures)


def _tag(work: Work) -> Chunk:
    ids = _next(work, _TAG_SIZE)
    if not ids:
        return Chunk(state=None)
    add, remove = work.params["add"], work.params["remove"]
    # Anonymised ones, which a filter can ask for, have nothing left to be tagged.
    living = customers.living_ids(ids=ids)
    customers.tag_customers(ids=living, add=add, remove=remove, at=work.at)
    return _chunk(ids, [], _TAG_SIZE)


def _anonymise(work: Work) -> Chunk:
    ids = _next(work, _ANONYMISE_SIZE)
    if not ids:
        return Chunk(state=None)
    outcome = privacy.delete_all(ids=ids, mode="anonymise", at=work.at)
    failures = [
        Failure(name or f"#{pk}", ", ".join(_REASONS.get(one, one) for one in reasons))
        for pk, name, reasons in outcome.skipped
    ]
    return _chunk(ids, failures, _ANONYMISE_SIZE)


def install() -> None:
    """Make both kinds of work known; called when the apps are ready."""
    handles(JobType(TAG, "customer.edit", _tag))
    handles(JobType(ANONYMISE, "customer.delete", _anonymise))
