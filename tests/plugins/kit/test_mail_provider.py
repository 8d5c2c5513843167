"""A mail provider as somebody else would write it, and the suite that proves it: docs/plugins/mail.md."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

from outfitter.sdk import (
    MailAnswerLost,
    MailLimits,
    MailRefusal,
    MailRefused,
    OutgoingMail,
    Retryable,
    TenantContext,
)
from outfitter.sdk.testing import MailConformance, MailMood


class Pigeon:
    """Mail through Pigeon, which takes a whole mail and answers with its number."""

    slug = "pigeon"
    channel: Literal["email"] = "email"
    refusals: dict[int, MailRefusal] = {401: "keys_refused", 403: "sender_not_verified", 413: "too_large"}

    def is_ready(self, ctx: TenantContext) -> bool:
        """Return whether there is a key."""
        return bool(ctx.config.get("api_key"))

    def limits(self, ctx: TenantContext) -> MailLimits:
        """Return what the operator's plan allows."""
        return MailLimits(most_bytes=25_000_000, per_second=float(ctx.config.get("per_second", 5)))

    def sender(self, ctx: TenantContext) -> str:
        """Return the address that Pigeon verified; "" would keep the platform's."""
        return str(ctx.config.get("from_address", ""))

    def send(self, ctx: TenantContext, outgoing: OutgoingMail) -> str:
        """Hand one mail over; raises as `MailProvider.send` does."""
        if not self.is_ready(ctx):
            raise MailRefused("not_configured", "There is no key.")
        try:
            status, number = pigeon_api(str(ctx.config["api_key"]), outgoing.to, outgoing.raw)
        except ConnectionRefusedError:
            raise Retryable("Pigeon wasn't reached.") from None
        except TimeoutError:
            raise MailAnswerLost("Pigeon took it and didn't answer.") from None
        if status == 429:
            raise Retryable("Pigeon asks to wait.")
        if status >= 400:
            raise MailRefused(self.refusals.get(status, "refused"), f"Pigeon answered {status}")
        return number


class _Loft:
    """Pigeon's server, as far as the tests need one."""

    def __init__(self) -> None:
        self.taken: list[bytes] = []
        self.mood: MailMood = "good"


loft = _Loft()


def pigeon_api(key: str, to: str, raw: bytes) -> tuple[int, str]:
    """Stand in for the call over the network."""
    if loft.mood == "away":
        raise ConnectionRefusedError
    loft.taken.append(raw)
    if loft.mood == "silent":
        raise TimeoutError
    status = {"refusing": 400, "unverified": 403, "busy": 429}.get(loft.mood, 200)
    return status, f"pigeon-{len(loft.taken)}"


class TestPigeon(MailConformance):
    provider = Pigeon()
    settings = {"api_key": "key-1", "from_address": "bookings@reef.example"}
    secrets = ("key-1",)

    @contextmanager
    def mood(self, mood: MailMood) -> Iterator[None]:
        loft.mood, loft.taken = mood, []
        yield
        loft.mood = "good"

    def asked(self) -> list[bytes]:
        return loft.taken


def test_the_host_takes_it(reef: Any, monkeypatch: Any) -> None:
    from outfitter.plugins import configs, registry
    from outfitter.plugins.message_channels.providers import find_mail_provider, find_message_channel

    pigeon = Pigeon()
    monkeypatch.setattr(registry, "collect", lambda hook: [("pigeon", pigeon)])
    monkeypatch.setattr(configs, "enabled_slugs", lambda *, schema_name: {"pigeon"})
    monkeypatch.setattr(configs, "read", lambda *, schema_name, slug: ({"api_key": "key-1"}, {}))
    assert find_mail_provider(schema_name="t_reef") is pigeon
    # Who carries mail carries no texts.
    assert find_message_channel(schema_name="t_reef", channel="sms") is None
    # Without a key our own server sends.
    monkeypatch.setattr(configs, "read", lambda *, schema_name, slug: ({}, {}))
    assert find_mail_provider(schema_name="t_reef") is None
