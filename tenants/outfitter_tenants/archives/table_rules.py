"""
What of an operator's schema goes into an archive, and what is left out and why (ADR 118). Pure.

Whatever is not named here goes in as it is. `tests/archives/test_table_rules.py` has everything
that looks like a secret decided here.
"""

from collections.abc import Mapping
from typing import Final, Literal

Reason = Literal["secret", "queue", "moment", "derived", "here_only"]
# What is written instead of a column, or made of it.
Treatment = Literal["null", "empty", "fresh_token", "sealed_json", "gift_card_code", "draft", "invited"]

REASONS: Final[Mapping[Reason, str]] = {
    "secret": "a secret, or worth nothing without one that stays where it is",
    "queue": "work that is under way where the archive was made",
    "moment": "about a conversation or try of that moment",
    "derived": "made anew from the other tables",
    "here_only": "about the database the archive was made of",
}
LEFT_OUT: Final[Mapping[str, Reason]] = {
    "ai_agents_agentaccess": "secret",
    "ai_agents_agentcall": "moment",
    "ai_agents_agentclient": "secret",
    "ai_agents_agentgrant": "secret",
    "ai_agents_agentlinkcount": "moment",
    "ai_agents_agenttoken": "secret",
    "api_access_apikey": "secret",
    "api_access_webhookdelivery": "queue",
    "api_access_webhookendpoint": "secret",
    "archives_accountarchive": "queue",
    "audit_horizon": "here_only",
    "channels_availabilitypush": "queue",
    "channels_channelsubscription": "secret",
    "channels_subscriptionnotice": "queue",
    "configuration_change": "here_only",
    "customers_accesscode": "secret",
    "devices_devicepairing": "moment",
    "devices_printjob": "queue",
    "devices_printkey": "secret",
    "devices_speechaccount": "secret",
    "devices_speechclip": "derived",
    "django_migrations": "here_only",
    "giftcards_codetry": "moment",
    "jobs_job": "queue",
    "ledger_bookscursor": "here_only",
    "reports_departurefact": "derived",
    "reports_departuremark": "derived",
    "search_entry": "derived",
    "search_posting": "derived",
    "transfer_importkey": "queue",
    "transfer_importrow": "queue",
    "transfer_transfer": "queue",
    "trips_clientaction": "moment",
}
# (table, column) -> what happens to it. The first group loses what it says; what people need of the
# second stands in the archive in the clear, and is sealed again with the keys of who takes it in.
TREATED: Final[Mapping[tuple[str, str], Treatment]] = {
    ("ai_agents_agentaction", "token_id"): "null",
    ("ai_agents_agentaction", "access_id"): "null",
    ("channels_channelconnection", "key_digest"): "null",
    ("channels_channelconnection", "key_hint"): "empty",
    ("channels_channelconnection", "credentials_encrypted"): "empty",
    ("channels_channelconnection", "state"): "draft",
    ("devices_device", "push_token"): "null",
    ("devices_device", "token_hash"): "fresh_token",
    ("devices_device", "binding_hash"): "empty",
    ("devices_kioskterms", "pin_hash"): "empty",
    ("people_useravatar", "user_id"): "null",
    ("people_useravatar", "status"): "invited",
    ("people_useravatar", "invite_hash"): "null",
    ("people_useravatar", "invite_expires_at"): "null",
    ("people_useravatar", "invite_mailed_at"): "null",
    ("people_useravatar", "pin_hash"): "null",
    ("fields_customfieldvalue", "value_encrypted"): "sealed_json",
    ("giftcards_giftcard", "code_encrypted"): "sealed_json",
    ("giftcards_giftcard", "code_hash"): "gift_card_code",
}
# What is left out of the platform's own tables, for people who read a manifest.
PLATFORM_LEFT_OUT: Final[Mapping[str, str]] = {
    "logins, passwords, passkeys, second factors and sessions": "each person keeps their own login",
    "memberships": "people are invited again by email",
    "settings and accounts of plugins": "they hold secrets",
    "payment accounts": "they belong to the gateway's contract with the operator",
    "records of plugins": "they are about accounts at partners",
    "events, webhooks, idempotency keys and due work": REASONS["queue"],
    "domains": "they lead to where the archive was made",
}


def treatments_of(table: str) -> dict[str, Treatment]:
    """Return what happens to which columns of a table."""
    return {column: what for (of, column), what in TREATED.items() if of == table}
