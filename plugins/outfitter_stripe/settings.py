"""An operator's own Stripe keys. All optional: without them the platform's keys collect."""

import re
from typing import Final

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from outfitter_stripe import livemode
from outfitter_stripe.livemode import platform

SECRET: Final = ("secret_key", "webhook_secret")
HELP: Final = {
    "secret_key": "Your own account's secret key (sk_...). Empty: the platform collects for you.",
    "publishable_key": "The publishable key (pk_...) of the same account.",
    "webhook_secret": "The signing secret (whsec_...). Two, with a space, while you change it.",
    "is_moto_enabled": "Stripe has opened your account for orders by phone and letter (MOTO).",
}
_SECRET_KEY = re.compile(r"(sk|rk)_(test|live)_\w+")
_PUBLISHABLE_KEY = re.compile(r"pk_(test|live)_\w+")
_SIGNING_SECRET = re.compile(r"whsec_\S+")


def signing_secrets(text: str) -> list[str]:
    """Return the one secret, or the old and the new one, that a settings field holds."""
    return [word for word in re.split(r"[\s,]+", text) if word]


class StripeSettings(BaseModel):
    """What the settings form of an operator stores."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True, hide_input_in_errors=True)

    secret_key: str = ""
    publishable_key: str = ""
    webhook_secret: str = ""
    is_moto_enabled: bool = Field(False, title="Phone and mail orders")

    @field_validator("secret_key")
    @classmethod
    def _is_secret_key(cls, value: str) -> str:
        return _fitting(value, _SECRET_KEY, "A secret key starts with sk_test_ or sk_live_.")

    @field_validator("publishable_key")
    @classmethod
    def _is_publishable_key(cls, value: str) -> str:
        return _fitting(value, _PUBLISHABLE_KEY, "A publishable key starts with pk_test_ or pk_live_.")

    @field_validator("webhook_secret")
    @classmethod
    def _is_signing_secret(cls, value: str) -> str:
        found = signing_secrets(value)
        if len(found) > 2:
            raise ValueError("Give one signing secret, or the old and the new one.")
        for secret in found:
            _fitting(secret, _SIGNING_SECRET, "A signing secret starts with whsec_.")
        return value

    @model_validator(mode="after")
    def _keys_belong_together(self) -> "StripeSettings":
        if bool(self.secret_key) != bool(self.publishable_key):
            raise ValueError("Give both keys, the secret and the publishable one, or neither.")
        if self.secret_key:
            wrong = livemode.find_mode_conflict(self.secret_key, self.publishable_key, platform())
            if wrong:
                raise ValueError(wrong)
        return self


def _fitting(value: str, pattern: re.Pattern[str], message: str) -> str:
    if value and not pattern.fullmatch(value):
        raise ValueError(message)
    return value
