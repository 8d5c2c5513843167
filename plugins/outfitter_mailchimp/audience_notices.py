"""The webhook of the chosen audience: there is one, and none at an audience chosen before."""

from urllib.parse import urlencode

from outfitter.sdk import TenantContext
from outfitter_mailchimp import client
from outfitter_mailchimp.settings import SLUG, settings_of


def address_of(ctx: TenantContext) -> str:
    """Return where Mailchimp posts; the secret in it is what proves that it is Mailchimp."""
    secret = ctx.oauth.tokens.get("webhook_secret", "") if ctx.oauth else ""
    return f"{_base(ctx)}?{urlencode({'secret': secret})}"


def ensure(ctx: TenantContext) -> None:
    """
    Have the chosen audience tell us who leaves, and no other one. Doing so twice changes nothing.

    :raises Permanent: Mailchimp refuses
    :raises Retryable: it did not answer
    """
    if ctx.oauth is None:
        return
    from outfitter.sdk import oauth

    wanted = settings_of(ctx).audience_id
    before = ctx.oauth.facts.get("webhook_audience", "")
    if before and before != wanted:
        _clear(ctx, before, keep="")
    if wanted:
        address = address_of(ctx)
        if not _clear(ctx, wanted, keep=address):
            client.add_webhook(ctx, wanted, address)
    oauth.note(ctx, plugin=SLUG, facts={"webhook_audience": wanted})


def remove(ctx: TenantContext) -> None:
    """
    Have no audience tell us anything any more.

    :raises Permanent: Mailchimp refuses
    :raises Retryable: it did not answer
    """
    before = ctx.oauth.facts.get("webhook_audience", "") if ctx.oauth else ""
    if before:
        _clear(ctx, before, keep="")


def _base(ctx: TenantContext) -> str:
    return f"{ctx.base_url}/partner/mailchimp/webhook"


def _clear(ctx: TenantContext, audience: str, *, keep: str) -> bool:
    """Remove our webhooks of an audience but one; tells whether that one was there."""
    is_kept = False
    for one in client.webhooks(ctx, audience):
        url = str(one.get("url") or "")
        if url == keep and not is_kept:
            is_kept = True
        elif url.partition("?")[0] == _base(ctx):
            client.remove_webhook(ctx, audience, str(one.get("id") or ""))
    return is_kept
