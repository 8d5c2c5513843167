"""Which groups' resources are assigned by the product, in SQL (domain.md 3.3)."""

from typing import Final

from outfitter_tenants.people.queries import ASSIGNS_RESOURCES

# Of a group `g`. What is limited by law is, whatever the operator leaves to staff.
AUTO_ASSIGNED: Final = f"(g.is_auto_assign AND (g.is_legal_limit OR {ASSIGNS_RESOURCES}))"
