"""
An account that an operator connected by OAuth. Import it inside hook bodies: it needs Django.

The host makes and checks states, keeps tokens encrypted and gives them to hooks as `ctx.oauth`.
"""

from collections.abc import Mapping

from outfitter.plugins import oauth
from outfitter.plugins.types import TenantContext

__all__ = ["note", "report_broken"]


def note(ctx: TenantContext, *, plugin: str, facts: Mapping[str, str]) -> bool:
    """Remember facts of the connected account (`ctx.oauth.facts`); False: it is another one by now."""
    if ctx.oauth is None:
        return False
    return oauth.note(schema_name=ctx.schema, slug=plugin, connected_at=ctx.oauth.connected_at, facts=facts)


def report_broken(ctx: TenantContext, *, plugin: str, problem: str) -> bool:
    """
    Note that the partner no longer accepts the tokens; staff are told, once.

    `problem` is shown on the plugin's page. False: that was known, or another account is connected.
    """
    if ctx.oauth is None:
        return False
    return oauth.report_broken(
        schema_name=ctx.schema, slug=plugin, connected_at=ctx.oauth.connected_at, problem=problem
    )
