"""How the host builds what a plugin may know about an operator."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import ClassVar

from outfitter.plugins import configs, partner_accounts, redaction
from outfitter.plugins.types import OAuthAccount, TenantContext

Facts = dict[str, str]


class _Source:
    facts: ClassVar[Callable[[str], Facts]]


def install(source: Callable[[str], Facts]) -> None:
    """Name the function that knows name, base_url, locale, currency and time_zone of a schema."""
    _Source.facts = staticmethod(source)


def context_for(*, schema_name: str, slug: str | None = None) -> TenantContext:
    """
    Return the context of one operator, with the settings of one plugin.

    What the platform itself says of an account at the partner (`account`, `platform_fee_ppm`) comes
    on top of the operator's own settings and never from them.

    :raises LookupError: no operator owns that schema
    """
    config, connected = configs.read(schema_name=schema_name, slug=slug) if slug else ({}, {})
    if slug:
        config = {**config, **partner_accounts.facts(schema_name=schema_name, slug=slug)}
    account = OAuthAccount(**connected) if connected else None
    return TenantContext(schema=schema_name, config=config, oauth=account, **_Source.facts(schema_name))


@contextmanager
def plugin_context(*, schema_name: str, slug: str) -> Iterator[TenantContext]:
    """
    Give a plugin's context; until the block ends its secrets are kept out of logs and errors.

    :raises LookupError: no operator owns that schema
    """
    ctx = context_for(schema_name=schema_name, slug=slug)
    with (
        redaction.redact_secrets(ctx.config, configs.secret_names(slug)),
        redaction.redact_secrets(ctx.oauth.tokens if ctx.oauth else {}),
        redaction.redact_errors(slug),
    ):
        yield ctx
