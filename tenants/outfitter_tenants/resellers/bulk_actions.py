"""What can be done to many partners at once."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from outfitter.db.lists import ListReader
from outfitter_tenants.jobs.bulk_actions import bulk_kind
from outfitter_tenants.resellers import archival


def _set_status(reseller_id: int, values: Mapping[str, Any], _reader: ListReader, at: datetime) -> None:
    archival.set_status(reseller_id=reseller_id, status=values["status"], at=at)


STATUS: Final = bulk_kind(
    kind="resellers.status", listing="resellers", permission="reseller.manage", apply=_set_status
)
