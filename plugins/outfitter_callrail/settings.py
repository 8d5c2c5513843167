"""An operator's companies at CallRail: what proves their notices, and how to ask for more."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

SECRET: Final = ("signing_key", "api_key", "address_key")
HELP: Final = {
    "signing_key": (
        "From CallRail, where you enter the addresses: Settings, Integrations, Webhooks. "
        "For several companies, one key on each line."
    ),
    "account_id": "Leave empty to find no calls that CallRail couldn't report.",
    "api_key": "With it, recordings open and once a day lost calls are added.",
    "address_key": "The secret at the end of the addresses. Leave empty to use ours.",
}
_KEY: Final = re.compile(r"[A-Za-z0-9_-]{16,64}")


class CallRailSettings(BaseModel):
    """What the settings form of an operator stores."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True, hide_input_in_errors=True)

    signing_key: str = Field("", max_length=2000, title="Signing key")
    account_id: str = Field("", max_length=40, title="Account ID")
    api_key: str = Field("", max_length=200, title="API key")
    address_key: str = Field("", title="Address key")

    @field_validator("account_id")
    @classmethod
    def _is_account(cls, value: str) -> str:
        if value and not re.fullmatch(r"[A-Za-z0-9]+", value):
            raise ValueError("An account ID is digits, or ACC and digits or letters.")
        return value

    @field_validator("address_key")
    @classmethod
    def _is_key(cls, value: str) -> str:
        if value and not _KEY.fullmatch(value):
            raise ValueError("Use 16 to 64 letters, digits, - and _.")
        return value

    @model_validator(mode="after")
    def _belong_together(self) -> "CallRailSettings":
        if bool(self.account_id) != bool(self.api_key):
            raise ValueError("Enter both the account ID and the API key, or neither.")
        return self


@dataclass(frozen=True, slots=True)
class Account:
    """What an operator has at CallRail; its secrets are not shown where an account is logged."""

    account_id: str
    api_base: str
    signing_keys: tuple[str, ...] = field(default=(), repr=False)
    api_key: str = field(default="", repr=False)
    address_key: str = field(default="", repr=False)

    @property
    def can_ask(self) -> bool:
        """Whether CallRail can be asked for calls and recordings."""
        return bool(self.account_id and self.api_key)

    @property
    def headers(self) -> dict[str, str]:
        """What opens CallRail's interface."""
        return {"Authorization": f'Token token="{self.api_key}"'} if self.api_key else {}

    def is_theirs(self, url: str) -> bool:
        """Return whether an address is CallRail's own, or in development the stand-in's."""
        parts, base = urlsplit(url), urlsplit(self.api_base)
        if (parts.scheme, parts.netloc) == (base.scheme, base.netloc):
            return True
        host = (parts.hostname or "").lower()
        return parts.scheme == "https" and (host == "callrail.com" or host.endswith(".callrail.com"))


def account_of(config: Mapping[str, Any], *, schema: str) -> Account:
    """Return the account in an operator's settings; in development the stand-in's where there is none."""
    from django.conf import settings

    stand_in = getattr(settings, "CALLRAIL", {})
    keys = tuple(filter(None, re.split(r"[\s,;]+", config.get("signing_key", ""))))
    is_own = bool(keys or config.get("api_key"))
    return Account(
        account_id=config.get("account_id", "") if is_own else stand_in.get("account_id", ""),
        api_base=stand_in.get("api_base", ""),
        signing_keys=keys if is_own else tuple(filter(None, [stand_in.get("signing_key", "")])),
        api_key=config.get("api_key", "") if is_own else stand_in.get("api_key", ""),
        address_key=config.get("address_key", "") or _our_key(schema),
    )


def _our_key(schema: str) -> str:
    """Return the secret of an operator's addresses, the same every time; known before they have a key."""
    from django.utils.crypto import salted_hmac

    return salted_hmac("outfitter_callrail.address", schema, algorithm="sha256").hexdigest()[:32]
