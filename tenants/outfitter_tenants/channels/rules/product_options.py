"""An option of a product, as a connection sells it. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import time
from typing import Any

from outfitter.plugins.channels.errors import UnknownUnit


@dataclass(frozen=True, slots=True)
class MappedOption:
    """An option of a product; `units` are the channel's name -> experience customer type."""

    id: int
    connection_id: int
    experience_id: int
    product_ref: str
    option_ref: str
    title: str
    start_times: tuple[time, ...]
    state: str
    settings: Mapping[str, Any]
    units: Mapping[str, int]
    is_push_refused: bool = False

    def kind_of(self, unit_id: str) -> int:
        """
        Return our customer type.

        :raises UnknownUnit: it is not mapped
        """
        if unit_id not in self.units:
            raise UnknownUnit(unit_id)
        return self.units[unit_id]
