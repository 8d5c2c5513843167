"""Keeping an audience like the customers who want news; consent is asked for at the last moment."""

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from outfitter.sdk import ActionStep, Event, Permanent, PluginAction, TenantContext
from outfitter_mailchimp import client
from outfitter_mailchimp.errors import StaysAsTheyAre, TokenRefused
from outfitter_mailchimp.oauth import told_when_broken
from outfitter_mailchimp.serializers import subscriber, subscriber_hash, tags_of
from outfitter_mailchimp.settings import SLUG, settings_of

if TYPE_CHECKING:
    from outfitter.sdk.customers import Contact

# A step of a sync begins no page later than this: well within the time that a step has.
STEP_SECONDS: Final = 8.0
PAGE: Final = 10
# What of a customer an audience knows.
_MATTERS: Final = frozenset({"marketing", "email", "first_name", "last_name", "locale"})


def follow(ctx: TenantContext, event: Event) -> str | None:
    """
    Bring the audience up to date with the customer of an event; returns a note for the log.

    :raises Permanent: Mailchimp refuses
    :raises Retryable: it did not answer
    """
    customer_id = event.payload.get("customer_id")
    if customer_id is None or ctx.oauth is None or not settings_of(ctx).audience_id:
        return None
    with told_when_broken(ctx):
        if event.name == "customer.anonymised":
            gone = [customer_id, *event.payload.get("merged_ids", ())]
            return _forget(ctx, [int(one) for one in gone])
        if event.name == "customer.merged":
            merged = [int(one) for one in event.payload.get("merged_ids", ())]
            _forget(ctx, merged, kept=_member_of(ctx, int(customer_id)))
        changed = event.payload.get("changed")
        if event.name == "customer.changed" and changed is not None and not _MATTERS.intersection(changed):
            return None
        return sync(ctx, int(customer_id), names=event.payload.get("experience_names") or ())


def sync(ctx: TenantContext, customer_id: int, *, names: Sequence[str] = ()) -> str | None:
    """
    Bring the audience up to date with one customer; returns a note for the log.

    :raises Permanent: Mailchimp refuses
    :raises Retryable: it did not answer
    """
    from outfitter.sdk import customers

    contact = customers.find_contact(ctx, customer_id=customer_id)
    if contact is None or not contact.email or not contact.wants_news:
        return _leave(ctx, customer_id, contact)
    return _join(ctx, contact, names)


def _join(ctx: TenantContext, contact: "Contact", names: Sequence[str]) -> str | None:
    settings, member = settings_of(ctx), subscriber_hash(contact.email)
    _replace_address(ctx, contact.customer_id, member)
    body = subscriber(contact, is_double_opt_in=settings.is_double_opt_in)
    try:
        client.upsert(ctx, settings.audience_id, member, body)
    except StaysAsTheyAre as problem:
        return str(problem)
    _remember(ctx, contact.customer_id, {"member": member, "audience": settings.audience_id})
    tags = tags_of(names) if settings.is_tagged else []
    if tags:
        client.add_tags(ctx, settings.audience_id, member, tags)
    return None


def _leave(ctx: TenantContext, customer_id: int, contact: "Contact | None") -> str | None:
    """Take off somebody we brought there, or who said no here; nobody there hears of anybody else."""
    known = _recall(ctx, customer_id)
    if known is None and contact is not None and contact.email and contact.has_opted_out:
        known = {"audience": settings_of(ctx).audience_id, "member": subscriber_hash(contact.email)}
    if not known or known.get("is_gone"):
        return None
    is_found = client.unsubscribe(ctx, known["audience"], known["member"])
    _remember(ctx, customer_id, {**known, "is_gone": True})
    return "Unsubscribed there." if is_found else None


def _replace_address(ctx: TenantContext, customer_id: int, member: str) -> None:
    """Take the former address out, once a customer has another one."""
    known = _recall(ctx, customer_id)
    if known and known["member"] != member and not known.get("is_gone"):
        client.archive(ctx, known["audience"], known["member"])


def _member_of(ctx: TenantContext, customer_id: int) -> str:
    from outfitter.sdk import customers

    contact = customers.find_contact(ctx, customer_id=customer_id)
    return subscriber_hash(contact.email) if contact and contact.email else ""


def _forget(ctx: TenantContext, customer_ids: Sequence[int], *, kept: str = "") -> str | None:
    """Take people out of the audience, but not the subscriber `kept`, and forget that they were there."""
    from outfitter.sdk import records

    for customer_id in customer_ids:
        known = _recall(ctx, customer_id)
        if known and known["member"] != kept:
            client.archive(ctx, known["audience"], known["member"])
        if known:
            records.forget(ctx, plugin=SLUG, key=_key(customer_id))
    return None


def sync_action() -> PluginAction:
    """Return the button that brings everyone who wants news into the audience."""
    return PluginAction(
        "sync",
        "Add everyone who wants news",
        "Brings the audience up to date with all your customers. This may take a while.",
        _step,
    )


def _step(ctx: TenantContext, cursor: str) -> ActionStep:
    from outfitter.sdk import customers

    if ctx.oauth is None or not settings_of(ctx).audience_id:
        raise Permanent("Choose an audience first.")
    if not cursor:
        return ActionStep("This has started.", "0")
    begun, last = time.monotonic(), int(cursor)
    while True:
        page = customers.list_contacts(ctx, after=last, limit=PAGE)
        if not page:
            return ActionStep("Everyone is up to date.")
        for contact in page:
            _sync_quietly(ctx, contact.customer_id)
        last = page[-1].customer_id
        if time.monotonic() - begun >= STEP_SECONDS:
            return ActionStep(cursor=str(last))


def _sync_quietly(ctx: TenantContext, customer_id: int) -> None:
    """Let one refused address keep nobody else from the audience; a broken connection ends it all."""
    try:
        with told_when_broken(ctx):
            sync(ctx, customer_id)
    except TokenRefused:
        raise
    except Permanent:
        return


def _key(customer_id: int) -> str:
    return f"member:{customer_id}"


def _recall(ctx: TenantContext, customer_id: int) -> dict[str, Any] | None:
    from outfitter.sdk import records

    return records.find(ctx, plugin=SLUG, key=_key(customer_id))


def _remember(ctx: TenantContext, customer_id: int, value: dict[str, Any]) -> None:
    from outfitter.sdk import records

    if not records.claim(ctx, plugin=SLUG, key=_key(customer_id), value=value):
        with records.change(ctx, plugin=SLUG, key=_key(customer_id)) as kept:
            if kept is not None:
                kept.clear()
                kept.update(value)
