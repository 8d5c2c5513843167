"""What every provider of telephone calls has to do: the suite that plugins' tests run."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar, Literal

import pytest

from outfitter.plugins.calls.call_provider import CallProvider
from outfitter.plugins.calls.types import CallNotice
from outfitter.plugins.types import Permanent, Retryable, TenantContext

# What the provider does with the next question: answers it, refuses the key, asks to wait, is not there.
CallMood = Literal["good", "refusing", "busy", "away"]


class CallConformance(ABC):
    """
    One provider of calls.

    A plugin's tests subclass it, name the provider and its complete settings, and say how their
    stand-in gets into a mood, what it posts while a call goes from its first ring to its end, and
    what a notice of that is in the host's words.
    """

    provider: ClassVar[CallProvider]
    settings: ClassVar[dict[str, Any]]
    secrets: ClassVar[tuple[str, ...]]
    # An address of a recording as notices bring it, and one of somebody else.
    recording_url: ClassVar[str]
    foreign_url: ClassVar[str] = "https://elsewhere.example/recording.mp3"

    @abstractmethod
    def answers(self, mood: CallMood) -> AbstractContextManager[None]:
        """Have the provider in a mood while the block lasts; in a good one it remembers one call."""

    @abstractmethod
    def notices(self) -> Sequence[CallNotice]:
        """Return what is told of one inbound call: it rings, it is answered if that is told, it is over."""

    @pytest.fixture
    def ctx(self) -> TenantContext:
        """Return an operator with complete settings."""
        return TenantContext(
            schema="t_reef", config=self.settings, name="Reef Runners", base_url="https://reef.example"
        )

    def test_it_is_ready_with_its_settings_and_not_without(self, ctx: TenantContext) -> None:
        """Nobody is asked for an operator who has only switched the plugin on."""
        assert self.provider.is_ready(ctx)
        assert not self.provider.is_ready(TenantContext(schema="t_reef"))

    def test_notices_of_a_call_name_it_and_are_in_order(self) -> None:
        """The host puts them together by the call's id and the provider's clock."""
        said = self.notices()
        assert len({one.call_id for one in said}) == 1
        assert [one.at for one in said] == sorted(one.at for one in said)
        assert all(one.at.tzinfo and one.started_at.tzinfo for one in said)
        assert len({one.started_at for one in said}) == 1

    def test_a_call_begins_alive_and_ends(self) -> None:
        """Only what lives rings on screens, and only an end settles who is owed a call."""
        first, *_, last = self.notices()
        assert first.is_alive
        assert first.ended_at is None
        assert not last.is_alive
        assert last.ended_at is not None
        assert last.ended_at >= last.started_at

    def test_keys_go_to_the_provider_alone(self, ctx: TenantContext) -> None:
        """Whoever can forge an address must not be sent the operator's key."""
        with pytest.raises(Permanent) as refusal:
            self.provider.recording(ctx, self.foreign_url)
        assert not [secret for secret in self.secrets if secret in f"{refusal.value!r}"]

    def test_a_recording_is_asked_for_over_tls(self, ctx: TenantContext) -> None:
        """Nobody on the way listens in."""
        with self.answers("good"):
            request = self.provider.recording(ctx, self.recording_url)
        assert request.url.startswith("https://")
        assert not [secret for secret in self.secrets if secret in f"{request!r}"]

    def test_what_it_remembers_is_over(self, ctx: TenantContext) -> None:
        """Calls whose notices got lost are found once a day, page after page, and pages end."""
        cursor = ""
        found: list[CallNotice] = []
        since = datetime.now(UTC) - timedelta(hours=26)
        with self.answers("good"):
            for _ in range(10):
                page = self.provider.calls_since(ctx, since, cursor)
                found += page.notices
                if page.cursor is None:
                    break
                cursor = page.cursor
            else:
                pytest.fail("the pages do not end")
        assert all(one.ended_at is not None and not one.is_alive for one in found)

    @pytest.mark.parametrize(
        ("mood", "problem"), [("refusing", Permanent), ("busy", Retryable), ("away", Retryable)]
    )
    def test_trouble_has_a_name_and_tells_no_secrets(
        self, ctx: TenantContext, mood: CallMood, problem: type[Exception]
    ) -> None:
        """What may work later is tried again, what was refused is not."""
        with self.answers(mood), pytest.raises(problem) as raised:
            self.provider.calls_since(ctx, datetime.now(UTC), "")
        assert not [secret for secret in self.secrets if secret in f"{raised.value!r}"]
