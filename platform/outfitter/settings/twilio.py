"""Where Twilio is: the real one, or in development a stand-in with an account for everybody."""

from typing import Final, TypedDict

from outfitter.settings import env

API: Final = "https://api.twilio.com"


class TwilioSettings(TypedDict):
    """`settings.TWILIO`: `account_sid` and what follows are of the stand-in's account, else empty."""

    api_base: str
    account_sid: str
    auth_token: str
    sender: str


def settings() -> TwilioSettings:
    """Return `settings.TWILIO` for real operators: each brings an account of its own."""
    return {"api_base": env.text("TWILIO_API_BASE", API), "account_sid": "", "auth_token": "", "sender": ""}


def development() -> TwilioSettings:
    """Return `settings.TWILIO` for development: with the stand-in's account, where there is a stand-in."""
    found = settings()
    if found["api_base"] == API:
        return found
    return {
        "api_base": found["api_base"],
        "account_sid": env.text("TWILIO_ACCOUNT_SID", ""),
        "auth_token": env.text("TWILIO_AUTH_TOKEN", ""),
        "sender": env.text("TWILIO_SENDER", ""),
    }
