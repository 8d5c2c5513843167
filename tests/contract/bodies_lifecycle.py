"""The least the calls around a trip's life have to carry to be looked at, by operation."""

from typing import Any, Final

LIFE: Final[dict[str, Any]] = {
    "trip_group_name": {"group_name": "A"},
    "trip_source_save": {"trip_source_id": None},
    "trip_source_edit": {"trip_source_id": None},
    "trip_set_voucher": {"reseller_voucher": "A"},
    "trip_clear_flag": {"note": "A"},
    "trip_direct_pay": {"method": "cash", "expected_total": 0},
    "trip_delete": {"reason": "A"},
    "trip_unlock": {"reason": "A"},
    "trip_reseller_edit": {"reseller_id": 1},
    "trip_agent_edit": {"agent_id": 1},
    "trip_commission_edit": {"ppm": 1, "reason": "A"},
    "reseller_create": {
        "name": "A",
        "reseller_type": "ota",
        "payment_method": "auto_apply",
        "collect_type": "untracked",
    },
    "reseller_settings": {"tab": "general", "general": {"name": "A"}},
    "speech_accounts_set": {"accounts": []},
    "trip_method_save": {"trip_method_id": 1},
    "trip_method_edit": {"trip_method_id": 1},
}
