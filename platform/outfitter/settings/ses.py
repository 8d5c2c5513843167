"""Where Amazon SES is: the real one, or in development a stand-in with an account for everybody."""

from typing import TypedDict

from outfitter.settings import env


class SesSettings(TypedDict):
    """`settings.SES`: `api_base` is "" for Amazon's own; what follows is of the stand-in's account."""

    api_base: str
    access_key_id: str
    secret_access_key: str
    sender: str


def settings() -> SesSettings:
    """Return `settings.SES` for real operators: each brings an account of its own."""
    return {
        "api_base": env.text("SES_API_BASE", ""),
        "access_key_id": "",
        "secret_access_key": "",
        "sender": "",
    }


def development() -> SesSettings:
    """Return `settings.SES` for development: with the stand-in's account, where there is a stand-in."""
    found = settings()
    if not found["api_base"]:
        return found
    return {
        "api_base": found["api_base"],
        "access_key_id": env.text("SES_ACCESS_KEY_ID", ""),
        "secret_access_key": env.text("SES_SECRET_ACCESS_KEY", ""),
        "sender": env.text("SES_SENDER", ""),
    }
