"""The least the calls around channels have to carry to be looked at, by operation."""

from typing import Any, Final

CHANNELS: Final[dict[str, Any]] = {
    "ota_connection_create": {"channel": "fair", "title": "Fair", "reseller_id": 1},
    "ota_connection_set_state": {"state": "paused"},
    "ota_mapping_save": {"connection_id": 999_999, "experience_id": 999_999},
    "ota_allotment_save": {"connection_id": 999_999, "guaranteed": 1},
    "ota_reconcile": {"since": "2030-01-01", "until": "2030-01-02", "rows": []},
    "ota_gyg_mapping_update": {"experience_id": 999_999},
}
