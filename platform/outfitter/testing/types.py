"""What tests of plugins are given."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Offer:
    """An experience on sale: its departures in order, and what its kinds of guest cost."""

    experience_id: int
    timeslot_ids: tuple[int, ...]
    customer_type_ids: Mapping[str, int]
    prices: Mapping[str, int]
