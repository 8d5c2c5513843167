"""The fixed values around partners (domain.md 3.6), in the order people read them."""

from typing import Final, Literal

ResellerType = Literal["ota", "private_partner", "concierge", "travel_agent", "affiliate", "corporate"]
PaymentMethod = Literal["auto_apply", "invoice_manual", "payment_required", "none_required"]
CollectType = Literal[
    "operator_collects", "reseller_collects", "deposit_commission", "net_at_booking", "untracked"
]
Basis = Literal["gross", "net_of_discount"]
Status = Literal["active", "paused", "archived"]
Rounding = Literal["nearest", "down", "up"]
Allowance = Literal["edit", "cancel", "override_price", "see_price"]
Recipient = Literal["customer", "reseller", "agent"]
RemittanceMethod = Literal["check", "wire_ach", "card", "cash", "other"]
TopUpKind = Literal["add", "use", "refund", "adjust"]
RESELLER_TYPES: Final = ("ota", "private_partner", "concierge", "travel_agent", "affiliate", "corporate")
PAYMENT_METHODS: Final = ("auto_apply", "invoice_manual", "payment_required", "none_required")
COLLECT_TYPES: Final = (
    "operator_collects",
    "reseller_collects",
    "deposit_commission",
    "net_at_booking",
    "untracked",
)
BASES: Final = ("gross", "net_of_discount")
STATUSES: Final = ("active", "paused", "archived")
ROUNDINGS: Final = ("nearest", "down", "up")
# What a partner's agents may do with what is sold, and whether they see what it costs.
ALLOWANCES: Final[tuple[Allowance, ...]] = ("edit", "cancel", "override_price", "see_price")
ALLOWED_AT_FIRST: Final[frozenset[Allowance]] = frozenset({"see_price"})
RECIPIENTS: Final[tuple[Recipient, ...]] = ("customer", "reseller", "agent")
REMITTANCE_METHODS: Final = ("check", "wire_ach", "card", "cash", "other")
TOPUP_KINDS: Final = ("add", "use", "refund", "adjust")
# Who the customer pays nothing to us for: the partner has the money (domain.md 4.17).
PARTNER_HAS_MONEY: Final = frozenset({"reseller_collects", "net_at_booking", "untracked"})
# Who of them owes us our net for it.
PARTNER_OWES_NET: Final = frozenset({"reseller_collects", "net_at_booking"})
