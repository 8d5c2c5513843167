"""An operator's company at Dialpad: what proves its notices, and how to ask it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, field_validator

SECRET: Final = ("secret", "api_key")
HELP: Final = {
    "secret": "At least 32 characters that only you and Dialpad know. It proves who reports calls.",
    "api_key": "With it, recordings open, calls can be connected here and once a day lost ones are added.",
}


class DialpadSettings(BaseModel):
    """What the settings form of an operator stores."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True, hide_input_in_errors=True)

    secret: str = Field("", max_length=200, title="Webhook secret")
    api_key: str = Field("", max_length=400, title="API key")

    @field_validator("secret")
    @classmethod
    def _is_long(cls, value: str) -> str:
        # What RFC 7518 wants of a key for HS256.
        if value and len(value.encode()) < 32:
            raise ValueError("A webhook secret has at least 32 characters.")
        return value


@dataclass(frozen=True, slots=True)
class Account:
    """What an operator has at Dialpad; its secrets are not shown where an account is logged."""

    api_base: str
    secret: str = field(default="", repr=False)
    api_key: str = field(default="", repr=False)

    @property
    def headers(self) -> dict[str, str]:
        """What opens Dialpad's interface."""
        return {"Authorization": f"Bearer {self.api_key}"} if self.api_key else {}

    def is_theirs(self, url: str) -> bool:
        """Return whether an address is Dialpad's own, or in development the stand-in's."""
        parts, base = urlsplit(url), urlsplit(self.api_base)
        if (parts.scheme, parts.netloc) == (base.scheme, base.netloc):
            return True
        host = (parts.hostname or "").lower()
        return parts.scheme == "https" and (host == "dialpad.com" or host.endswith(".dialpad.com"))


def account_of(config: Mapping[str, Any]) -> Account:
    """Return the account in an operator's settings; in development the stand-in's where there is none."""
    from django.conf import settings

    stand_in = getattr(settings, "DIALPAD", {})
    is_own = bool(config.get("secret") or config.get("api_key"))
    return Account(
        api_base=stand_in.get("api_base", ""),
        secret=config.get("secret", "") if is_own else stand_in.get("secret", ""),
        api_key=config.get("api_key", "") if is_own else stand_in.get("api_key", ""),
    )
