"""The least the reports have to be asked to be looked at, by operation."""

from typing import Any, Final

_SPAN: Final = {"from": "2030-01-01", "to": "2030-01-31"}
REPORTS: Final[dict[str, Any]] = {
    "report_payments": _SPAN,
    "report_payments_grouped": _SPAN,
    "report_payments_tips": _SPAN,
    "report_payouts": _SPAN,
    "report_payout_transactions": _SPAN,
    "report_transfers": _SPAN,
    "report_transfer_transactions": _SPAN,
}
