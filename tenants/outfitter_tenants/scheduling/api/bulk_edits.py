"""Availabilities in bulk: which rules, what would change, and the job that changes it."""

from typing import Any, cast

from django.http import HttpRequest
from ninja import Router

from outfitter.api.lists import viewer_of
from outfitter.api.principal import allow, caller_of
from outfitter.api.schemas import ERRORS
from outfitter.kit.clock import utc_now
from outfitter_tenants.scheduling import serializers
from outfitter_tenants.scheduling.operations import bulk_edits
from outfitter_tenants.scheduling.operations.bulk_edits import RuleChanges, RuleFilter
from outfitter_tenants.scheduling.schemas import bulk_edits as s

router = Router()


@router.post(
    "/setup/experiences/availabilities/bulkEdit",
    auth=allow("setup.experiences"),
    response={200: s.BulkEditOut, **ERRORS},
    operation_id="availabilities_bulk_edit",
)
def availabilities_bulk_edit(request: HttpRequest, body: s.BulkEditIn) -> dict[str, Any]:
    """Change many rules as a job; with `dry_run` say which they are and what that would do."""
    given = body.filter.model_dump()
    lists = ("experience_ids", "rule_ids", "statuses", "weekdays")
    wanted = RuleFilter(**{**given, **{name: tuple(given[name]) for name in lists}})
    changes = cast("RuleChanges", body.changes.model_dump(exclude_unset=True))
    work = bulk_edits.preview if body.dry_run else bulk_edits.start
    found = work(
        wanted=wanted, changes=changes, reader=viewer_of(request), name=caller_of(request).name, at=utc_now()
    )
    counts = (
        "timeslot_cnt",
        "created_cnt",
        "updated_cnt",
        "removed_cnt",
        "kept_cnt",
        "outcomes",
        "days",
        "failures",
        "job",
    )
    return {
        **{name: getattr(found, name) for name in counts},
        "rules": [serializers.rule(row) for row in found.rules],
        "kept": [serializers.serialize_kept_timeslot(item) for item in found.kept],
        "conflicts": [serializers.conflict(item) for item in found.conflicts],
    }
