"""Availabilities in bulk: which rules, what would change, and the job that changes it."""

from typing import Any, cast

from django.http import HttpRequest
from ninja import Router

from outfitter.api.lists import asker_of
from outfitter.api.principal import allow, caller_of
from outfitter.api.schema import ERRORS
from outfitter.kit.clock import utc_now
from outfitter_tenants.scheduling import bulk_schemas as s
from outfitter_tenants.scheduling import views
from outfitter_tenants.scheduling.operations import bulk_editing
from outfitter_tenants.scheduling.operations.bulk_editing import RuleChanges, RuleFilter

router = Router()


@router.post(
    "/setup/experiences/availabilities/bulkEdit", auth=allow("setup.experiences"),
    response={200: s.BulkEditOut, **ERRORS}, operation_id="availabilities_bulk_edit",
)  # fmt: skip
def availabilities_bulk_edit(request: HttpRequest, body: s.BulkEditIn) -> dict[str, Any]:
    """Change many rules as a job; with `dry_run` say which they are and what that would do."""
    given = body.filter.model_dump()
    lists = ("experience_ids", "rule_ids", "statuses", "weekdays")
    wanted = RuleFilter(**{**given, **{name: tuple(given[name]) for name in lists}})
    changes = cast("RuleChanges", body.changes.model_dump(exclude_unset=True))
    work = bulk_editing.preview if body.dry_run else bulk_editing.start
    found = work(
        wanted=wanted, changes=changes, asker=asker_of(request), name=caller_of(request).name,
        at=utc_now(),
    )  # fmt: skip
    counts = (
        "timeslot_cnt", "created_cnt", "updated_cnt", "removed_cnt", "kept_cnt", "outcomes", "days",
        "failures", "job",
    )  # fmt: skip
    return {
        **{name: getattr(found, name) for name in counts},
        "rules": [views.rule(row) for row in found.rules],
        "kept": [views.kept(item) for item in found.kept],
        "conflicts": [views.conflict(item) for item in found.conflicts],
    }
