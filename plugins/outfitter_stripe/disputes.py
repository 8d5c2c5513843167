"""Payments that a customer's bank takes back, and what is said against it."""

import io
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from outfitter.sdk import EvidenceFile, GatewayDispute, TenantContext
from outfitter_stripe import balance_serializers
from outfitter_stripe.api_keys import ApiKeys, keys_for
from outfitter_stripe.balance_transactions import since_of
from outfitter_stripe.client import PAGE, Thing, ask, each, params, with_key
from outfitter_stripe.former_accounts import find_where_it_lies

# The fields that Stripe hands on to banks, as texts and as files.
EVIDENCE_TEXTS: Final = frozenset(
    {
        "access_activity_log",
        "billing_address",
        "cancellation_policy_disclosure",
        "cancellation_rebuttal",
        "customer_email_address",
        "customer_name",
        "customer_purchase_ip",
        "duplicate_charge_explanation",
        "duplicate_charge_id",
        "product_description",
        "refund_policy_disclosure",
        "refund_refusal_explanation",
        "service_date",
        "uncategorized_text",
    }
)
EVIDENCE_FILES: Final = frozenset(
    {
        "cancellation_policy",
        "customer_communication",
        "customer_signature",
        "duplicate_charge_documentation",
        "receipt",
        "refund_policy",
        "service_documentation",
        "uncategorized_file",
    }
)
MAX_TEXT: Final = 20_000


def _read(ctx: TenantContext, gateway_id: str) -> tuple[ApiKeys, Thing]:
    return find_where_it_lies(ctx, lambda keys: ask(keys, lambda v1: v1.disputes.retrieve(gateway_id)))


def _upload(ctx: TenantContext, keys: ApiKeys, file: EvidenceFile, key: str) -> str:
    content = io.BytesIO(file.content)
    content.name = file.name
    wanted: Any = {"purpose": "dispute_evidence", "file": content}
    options = with_key(ctx, f"{key}-{file.kind}")
    return str(ask(keys, lambda v1: v1.files.create(wanted, options))["id"])


class Disputes:
    """Answers disputes. Amounts are in our minor units."""

    def get_dispute(self, ctx: TenantContext, *, gateway_id: str) -> GatewayDispute:
        """
        Read a dispute as it is now.

        :raises PaymentFailed: there is none
        :raises GatewayUnavailable: no answer
        """
        return balance_serializers.dispute(_read(ctx, gateway_id)[1])

    def list_disputes(self, ctx: TenantContext, *, since: datetime | None = None) -> Iterator[GatewayDispute]:
        """
        Give disputes created since, the newest first; on a shared account those of all operators.

        :raises GatewayUnavailable: no answer
        """
        wanted: Any = params(limit=PAGE, created=since_of(since))
        listed = each(keys_for(ctx), lambda v1: v1.disputes.list(wanted))
        return (balance_serializers.dispute(thing) for thing in listed)

    def submit_evidence(
        self,
        ctx: TenantContext,
        *,
        gateway_id: str,
        texts: Mapping[str, str],
        files: Sequence[EvidenceFile],
        is_final: bool,
        key: str,
    ) -> GatewayDispute:
        """
        Hand in evidence; `is_final` sends it to the bank, which reads it once.

        :raises ValueError: a field that banks do not know
        :raises PaymentFailed: too late, or refused
        :raises GatewayUnavailable: no answer; repeat with the same key
        """
        unknown = (set(texts) - EVIDENCE_TEXTS) | ({f.kind for f in files} - EVIDENCE_FILES)
        if unknown:
            raise ValueError(f"no such evidence: {', '.join(sorted(unknown))}")
        keys, _ = _read(ctx, gateway_id)
        evidence = {name: text[:MAX_TEXT] for name, text in texts.items() if text}
        for file in files:
            evidence[file.kind] = _upload(ctx, keys, file, key)
        wanted: Any = {"evidence": evidence, "submit": is_final}
        return balance_serializers.dispute(
            ask(keys, lambda v1: v1.disputes.update(gateway_id, wanted, with_key(ctx, key)))
        )

    def accept_dispute(self, ctx: TenantContext, *, gateway_id: str, key: str) -> GatewayDispute:
        """
        Give a dispute up: the money stays with the customer.

        :raises PaymentFailed: it is closed
        :raises GatewayUnavailable: no answer; repeat with the same key
        """
        keys, _ = _read(ctx, gateway_id)
        return balance_serializers.dispute(
            ask(keys, lambda v1: v1.disputes.close(gateway_id, {}, with_key(ctx, key)))
        )
