"""What we tell Harbour: that seats or prices of a product have changed."""

from collections.abc import Sequence

from outfitter.sdk import Permanent, Retryable, TenantContext, channels
from outfitter.sdk.channels import (
    Connection,
    NoAnswer,
    OutboundRequest,
    Product,
    Push,
    PushResult,
)

from outfitter_harbour.settings import ConnectionSettings, Credentials


def push(ctx: TenantContext, connection: Connection, push: Push) -> PushResult:
    """
    Tell Harbour of changed dates. In a job; may be called again with the same push.

    :raises Retryable: no answer, too many messages, or a fault over there
    :raises Permanent: our key is refused
    """
    settings = ConnectionSettings.model_construct(**connection.settings)
    own = Credentials.model_construct(**connection.credentials)
    if not settings.push_url:
        return PushResult()
    request = OutboundRequest(
        "push",
        "POST",
        settings.push_url,
        {"Authorization": f"Bearer {own.push_key}", "Idempotency-Key": push.key},
        json={"product": push.product_id, "dates": [day.isoformat() for day in push.dates]},
        references={"product": push.product_id},
    )
    try:
        answer = channels.call(connection, request)
    except NoAnswer as problem:
        raise Retryable(f"Harbour did not answer: {problem.reason}") from problem
    if answer.status in {408, 429} or answer.status >= 500:
        raise Retryable(f"Harbour answered {answer.status}")
    if answer.status == 404:
        return PushResult(is_refused=True, message="Harbour does not know this product.")
    if answer.status >= 400:
        raise Permanent(f"Harbour answered {answer.status}")
    return PushResult()


def check(ctx: TenantContext, connection: Connection, product: Product) -> Sequence[str]:
    """Return what is wrong with a mapping before it goes live, in words for the screen."""
    if not product.content.description:
        return []
    too_long = len(product.content.description) > 5000
    return ["Harbour takes at most 5000 letters of description."] if too_long else []
