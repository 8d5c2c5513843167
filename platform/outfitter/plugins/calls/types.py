"""
What the host and a provider of telephone calls hand to each other. Public through `outfitter.sdk`.

Numbers may be written in any way: the host reads them. Ids are the provider's own.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

CallDirection = Literal["inbound", "outbound"]
# How a call ended that nobody answered.
CallEnding = Literal["missed", "voicemail", "failed"]
CallSentiment = Literal["positive", "neutral", "negative"]


@dataclass(frozen=True, slots=True)
class CallDetails:
    """
    What is known of a call beside who talks to whom and when. What is None was not told.

    `agent_email` is who took it, `source_tag` what made the phone ring, in the provider's words.
    `recording_url` stays with the host: staff hear it through `CallProvider.recording`.
    """

    caller_name: str | None = None
    agent_email: str | None = None
    recording_url: str | None = None
    transcript: str | None = None
    summary: str | None = None
    sentiment: CallSentiment | None = None
    source_tag: str | None = None
    note: str | None = None
    tags: Sequence[str] | None = None


@dataclass(frozen=True, slots=True)
class CallNotice:
    """
    One thing a provider says about a call.

    `call_id` names the whole conversation: legs of a transferred call share it. `at` is when the
    notice became true by the provider's own clock: what is older than what we know changes nothing.
    `is_alive` says that it rings or is talked in at `at`. `is_over` says that nothing more will
    happen in it, whatever else is told of it later; an end of one leg alone does not.
    """

    call_id: str
    at: datetime
    direction: CallDirection
    caller: str
    called: str
    started_at: datetime
    is_alive: bool = False
    is_over: bool = False
    answered_at: datetime | None = None
    ended_at: datetime | None = None
    ending: CallEnding | None = None
    duration_s: int | None = None
    details: CallDetails = field(default_factory=CallDetails)


@dataclass(frozen=True, slots=True)
class CallPage:
    """Calls that a provider remembers; `cursor` is where the next page begins, None at the end."""

    notices: Sequence[CallNotice]
    cursor: str | None = None


@dataclass(frozen=True, slots=True)
class RecordingRequest:
    """What a recording is asked for with. The headers hold keys: they are not shown."""

    url: str
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
