"""Partners as tests need them."""

from typing import Any

from outfitter.kit.clock import utc_now
from outfitter_tenants.people.models import Role, UserAvatar
from outfitter_tenants.resellers import operations
from outfitter_tenants.resellers.models import Reseller

SHARE = 200_000


def make_reseller(name: str = "Harbor Hotel", **values: Any) -> int:
    """Return the id of a partner who collects the money and keeps a fifth."""
    given = {
        "name": name,
        "reseller_type": "concierge",
        "payment_method": "invoice_manual",
        "collect_type": "reseller_collects",
        "commission_ppm": SHARE,
        **values,
    }
    own = {key: given.pop(key) for key in set(given) & _LATER}
    made = operations.create_reseller(values=given, currency="USD", at=utc_now())
    Reseller.objects.filter(pk=made).update(**own)
    return made


_LATER = {"status", "wholesale_ppm", "credit_limit_amount", "is_voucher_required", "is_agent_required"}


def make_agent(reseller_id: int, name: str = "Ada") -> UserAvatar:
    """Return somebody who sells for a partner."""
    return UserAvatar.objects.create(
        name=name,
        email=f"{name.lower()}@hotel.example",
        kind="agent",
        reseller_id=reseller_id,
        role=Role.objects.get(slug="reseller_agent"),
    )
