"""What of a day a person may see: all of it, the departures they guide, their reseller's guests."""

from dataclasses import dataclass
from typing import Any

from outfitter.api.principal import Principal


@dataclass(frozen=True, slots=True)
class VisibleDay:
    """Whose manifest it is; `scope` is that of the role (domain.md 3.1)."""

    scope: str = "all"
    avatar_id: int | None = None
    reseller_id: int | None = None
    # Whether answers that identify somebody are shown.
    is_personal_shown: bool = True

    @classmethod
    def of(cls, principal: Principal) -> "VisibleDay":
        """Return what a caller sees."""
        return cls(
            principal.scope,
            principal.avatar_id,
            principal.reseller_id,
            is_personal_shown=principal.can("customer.view"),
        )

    @property
    def is_whole(self) -> bool:
        """Return whether the role shows everything."""
        return self.scope == "all"

    def shows_departure(self, crew: Any, orders: list[Any]) -> bool:
        """Return whether a departure is shown, given the orders on it that are."""
        if self.is_whole or self.guides(crew):
            return True
        return bool(orders)

    def guides(self, crew: Any) -> bool:
        """Return whether the person guides the whole departure."""
        return self.scope == "assigned" and any(g.id == self.avatar_id for g in crew.guides)

    def shows_order(self, crew: Any, order: Any) -> bool:
        """Return whether a party within the role's trips is shown on this departure."""
        if self.scope != "assigned" or self.guides(crew):
            return True
        return any(g.id == self.avatar_id for g in crew.guides_of.get(order.id, ()))
