"""Every act that the platform's log tells of: people read a name of each in their language."""

from collections.abc import Mapping
from typing import Final

# What happens to each kind of object. Who adds something names it in every language of
# `platformAudit.json` (`did_<kind>_<verb>`).
_HAPPENS: Final[Mapping[str, str]] = {
    "admin": "appointed|dismissed",
    "billing": (
        "credited|discounted|fee_waived|paid|paid_back|paused|pays_by_changed|resumed|seller_changed|subscribed|"
        "taxes_changed"
    ),
    "billing_plan": "archived|deleted|restored|saved",
    "deal": "created|deleted|edited|moved",
    "demo": "reset",
    "factor": "added|removed",
    "feature": "overridden|switched",
    "fx_rate": "saved",
    "hubspot": "connected|disconnected",
    "news": "published|saved|withdrawn",
    "operator": "closed|reopened|suspended|suspension_lifted",
    "operators": "exported",
    "password": "changed|reset",
    "platform_audit": "exported",
    "recovery_code": "used",
    "recovery_codes": "renewed",
    "session": "ended|others_ended|signed_in|signed_out",
    "support": "asked|ended|granted|refused|signed_in|withdrawn",
    "terms": "draft_deleted|draft_saved|exported|published",
}
ACTIONS: Final = frozenset(f"{kind}.{verb}" for kind, verbs in _HAPPENS.items() for verb in verbs.split("|"))
