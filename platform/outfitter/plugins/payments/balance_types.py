"""
What a gateway says beside single payments: readers, charges, payouts, disputes, accounts.

Amounts are in the platform's minor units, instants are in UTC, ids are the gateway's own.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Literal

from outfitter.plugins.payments.types import CardChecks, FeeLine, GatewayRisk

DisputeStatus = Literal[
    "warning_needs_response",
    "warning_under_review",
    "warning_closed",
    "needs_response",
    "under_review",
    "won",
    "lost",
    "prevented",
]
PayoutStatus = Literal["pending", "in_transit", "paid", "canceled", "failed"]


@dataclass(frozen=True, slots=True)
class ConnectionToken:
    """A secret that lets one till talk to readers, once."""

    secret: str
    location_id: str | None = None


@dataclass(frozen=True, slots=True)
class GatewayLocation:
    """Where readers stand."""

    gateway_id: str
    name: str
    address: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ReaderAction:
    """What a reader was last told to do, and how far it is."""

    kind: Literal["payment", "refund", "setup", "other"]
    status: Literal["in_progress", "succeeded", "failed"]
    intent_id: str | None = None
    refund_id: str | None = None
    failure_code: str | None = None
    failure_message: str | None = None


@dataclass(frozen=True, slots=True)
class GatewayReader:
    """A card reader."""

    gateway_id: str
    label: str
    device_type: str
    serial_number: str | None
    location_id: str | None
    is_online: bool
    action: ReaderAction | None = None
    last_seen_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class GatewayTransaction:
    """
    A charge with what it left on the operator's balance.

    `settled_*` are in `settled_currency`; they are None until the gateway has booked the charge.
    `platform_amount` is the platform's fee in the charge's own currency.
    """

    charge_id: str
    intent_id: str | None
    status: str
    amount: int
    amount_refunded: int
    currency: str
    platform_amount: int = 0
    settled_currency: str | None = None
    settled_gross: int | None = None
    settled_fee: int | None = None
    settled_net: int | None = None
    exchange_rate: float | None = None
    available_at: datetime | None = None
    fee_lines: tuple[FeeLine, ...] = ()
    balance_id: str | None = None
    transfer_id: str | None = None
    dispute_id: str | None = None
    is_disputed: bool = False
    risk: GatewayRisk | None = None
    checks: CardChecks | None = None
    card_brand: str | None = None
    card_last4: str | None = None
    card_exp: str | None = None
    card_country: str | None = None
    card_funding: str | None = None
    receipt_url: str | None = None
    created_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class GatewayPayout:
    """Money on its way from the gateway to the operator's bank account."""

    gateway_id: str
    status: PayoutStatus
    amount: int
    currency: str
    arrival_date: date
    created_at: datetime
    is_automatic: bool = True
    # Whether the gateway can already tell which payments are in it.
    is_reconciled: bool = False
    method: str = "standard"
    bank_name: str | None = None
    bank_last4: str | None = None
    statement_descriptor: str | None = None
    trace_id: str | None = None
    failure_code: str | None = None
    failure_message: str | None = None


@dataclass(frozen=True, slots=True)
class GatewayPayoutTransaction:
    """
    One line of a payout: `gross` less `fee` is `net`, what goes out is negative.

    `kind` is payment, refund, dispute, transfer, fee, payout, adjustment or other; `charge_id`
    and `intent_id` say which payment it belongs to, for a refund or a dispute the one given back.
    """

    gateway_id: str
    kind: Literal["payment", "refund", "dispute", "transfer", "fee", "payout", "adjustment", "other"]
    gross: int
    fee: int
    net: int
    currency: str
    source_id: str | None = None
    charge_id: str | None = None
    intent_id: str | None = None
    description: str = ""
    fee_lines: tuple[FeeLine, ...] = ()
    available_at: datetime | None = None
    created_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class GatewayTransfer:
    """Money moved from the platform's account to a connected one."""

    gateway_id: str
    amount: int
    amount_reversed: int
    currency: str
    account_id: str | None
    charge_id: str | None = None
    group: str | None = None
    description: str = ""
    created_at: datetime | None = None
    metadata: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GatewayDispute:
    """
    A customer's bank takes a payment back, or asks about it.

    `amount` is what is disputed, `withdrawn_amount` what is gone from the balance for now and
    `fee_amount` what the gateway charges for it, both in `settled_currency`.
    """

    gateway_id: str
    status: DisputeStatus
    reason: str
    amount: int
    currency: str
    charge_id: str | None
    intent_id: str | None
    evidence_due_at: datetime | None = None
    has_evidence: bool = False
    is_past_due: bool = False
    submission_cnt: int = 0
    is_refundable: bool = False
    withdrawn_amount: int = 0
    fee_amount: int = 0
    settled_currency: str | None = None
    network_reason: str | None = None
    created_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class EvidenceFile:
    """A file for a dispute; `kind` is the gateway's field it answers, such as `receipt`."""

    kind: str
    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class GatewayAccount:
    """An operator's account at the gateway, and what stands between it and its money."""

    account_id: str
    is_charges_enabled: bool
    is_payouts_enabled: bool
    is_details_submitted: bool
    requirements_due: tuple[str, ...] = ()
    requirements_past_due: tuple[str, ...] = ()
    requirements_pending: tuple[str, ...] = ()
    requirements_later: tuple[str, ...] = ()
    due_at: datetime | None = None
    disabled_reason: str | None = None
    country: str | None = None
    currency: str | None = None
    email: str | None = None
    business_name: str | None = None


@dataclass(frozen=True, slots=True)
class OnboardingLink:
    """An address at the gateway where the operator tells who it is; good once, for minutes."""

    url: str
    expires_at: datetime
