"""What every change of the catalogue leaves in the audit log."""

from collections.abc import Mapping
from datetime import datetime

from outfitter_tenants.audit.operations import record
from outfitter_tenants.catalog.change_listeners import shown_has_changed


def record_change(
    *,
    entity_type: str,
    entity_id: int,
    before: Mapping[str, object] | None,
    after: Mapping[str, object],
    at: datetime,
    is_shown: bool = False,
) -> list[str]:
    """
    Record what differs, and nothing when nothing does; returns the names of what changed.

    `before` None: it was made just now. `is_shown`: calendars show it and have to follow.
    """
    changed = [name for name in after if before is None or before[name] != after[name]]
    if changed:
        record(
            entity_type=entity_type,
            entity_id=entity_id,
            at=at,
            action=f"{entity_type}.{'created' if before is None else 'changed'}",
            before=None if before is None else {name: before[name] for name in changed},
            after={name: after[name] for name in changed},
        )
        if is_shown:
            shown_has_changed()
    return changed
