"""What can be done to many trips at once."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from outfitter.db.lists import ListReader
from outfitter_tenants.jobs.bulk_actions import bulk_kind
from outfitter_tenants.trips.operations import flags


def _set_source(trip_id: int, values: Mapping[str, Any], _reader: ListReader, at: datetime) -> None:
    flags.set_source(trip_id=trip_id, source_id=values["source_id"], at=at)


def _flag(trip_id: int, values: Mapping[str, Any], reader: ListReader, at: datetime) -> None:
    if values["is_flagged"]:
        flags.flag(
            trip_id=trip_id,
            reason_id=values["reason_id"],
            comment=values["comment"],
            by=reader.avatar_id,
            at=at,
        )
    else:
        flags.clear_flag(trip_id=trip_id, by=reader.avatar_id, at=at)


SOURCE: Final = bulk_kind(kind="trips.source", listing="trips", permission="trip.edit", apply=_set_source)
FLAG: Final = bulk_kind(kind="trips.flag", listing="trips", permission="trip.edit", apply=_flag)
