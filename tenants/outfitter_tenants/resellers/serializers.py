"""Partners as the API shows them."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from outfitter_tenants.people import queries as people
from outfitter_tenants.resellers import queries, sales_port
from outfitter_tenants.resellers import schemas as s
from outfitter_tenants.resellers.models import Reseller
from outfitter_tenants.resellers.rules.commission import available_credit, is_nearly_used
from outfitter_tenants.resellers.types import ALLOWANCES, RECIPIENTS

_MADE: Final = frozenset({"terms", "allow", "communication", "remittance", "rate_sheet_ids", "credit"})
_REMITTANCE: Final = {"method": None, "payee": "", "account": "", "note": ""}


def reseller_out(row: Reseller, *, at: datetime) -> dict[str, Any]:
    """Return a partner whole, with what they owe at an instant."""
    own = {name: getattr(row, name) for name in s.ResellerOut.model_fields if name not in _MADE}
    allowed, told = queries.allowed_to(row), queries.confirmations_in(row)
    return {
        **own,
        "terms": row.all_terms,  # type: ignore[attr-defined]
        "allow": {one: one in allowed for one in ALLOWANCES},
        "communication": {
            "recipients": [one for one in RECIPIENTS if one in told.recipients],
            "emails": list(told.emails),
        },
        "remittance": {**_REMITTANCE, **row.remittance},
        "rate_sheet_ids": sales_port.rate_sheets_of([row.pk])[row.pk],
        "credit": credit_out(row, at=at),
    }


def credit_out(row: Reseller, *, at: datetime) -> dict[str, Any]:
    """Return what a partner may owe, and what of it is used, at an instant (domain.md 4.18)."""
    limit, topup = row.credit_limit_amount, row.topup_balance
    owed = sales_port.figures_of({row.pk: at}, since=at)[row.pk].owed_amount
    return {
        "limit_amount": limit,
        "topup_balance": topup,
        "owed_amount": owed,
        "available_amount": available_credit(limit=limit, topup=topup, uninvoiced=owed, unpaid_invoices=0),
        "is_nearly_used": is_nearly_used(limit=limit, topup=topup, owed=owed),
    }


def agents_out(rows: Iterable[people.AvatarRow]) -> list[dict[str, Any]]:
    """Return agents as a partner's page shows them."""
    return [
        {
            "id": row.id,
            "name": row.name,
            "email": row.email,
            "status": row.status,
            "commission_ppm": row.commission_ppm,
            "desk": row.desk,
            "has_login": row.user_id is not None,
            "version": row.version,
        }
        for row in rows
    ]
