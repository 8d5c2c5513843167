"""What every assistant has to do: the suite that plugins' tests run."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any, ClassVar, Literal, get_args

import pytest

from outfitter.plugins.assistants.assistant import Assistant
from outfitter.plugins.assistants.types import (
    AssistantRefusal,
    AssistantRefused,
    DraftRequest,
    ImproveRequest,
    Remark,
)
from outfitter.plugins.types import Retryable, TenantContext

# What the model does with the next question: answers, will not write it, does not know the key, has no
# budget, asks to wait, is not there, or answers something that is no answer.
AssistantMood = Literal["good", "declining", "bad_key", "no_budget", "busy", "away", "nonsense"]
SECRET_TEXT = "the guest's secret is swordfish"


class AssistantConformance(ABC):
    """
    One assistant.

    A plugin's tests subclass it, name the assistant and its complete settings, and say how their
    stand-in gets into a mood and what it was told.
    """

    assistant: ClassVar[Assistant]
    settings: ClassVar[dict[str, Any]]
    secrets: ClassVar[tuple[str, ...]]

    @abstractmethod
    def mood(self, mood: AssistantMood) -> AbstractContextManager[None]:
        """Have the model in a mood while the block lasts."""

    @abstractmethod
    def told(self) -> list[str]:
        """Return everything that reached the model so far, one string for each question."""

    @pytest.fixture
    def ctx(self) -> TenantContext:
        """Return an operator with complete settings."""
        return TenantContext(
            schema="t_reef", config=self.settings, name="Reef Runners", base_url="https://reef.example"
        )

    def improve(self, ctx: TenantContext, text: str = "see you at {{time}}") -> Sequence[str]:
        """Ask for other ways to say a text."""
        return self.assistant.improve(ctx, ImproveRequest(text, "reply", "friendly", "en", 400))

    def draft(self, ctx: TenantContext, text: str = "Where do we meet?") -> Sequence[str]:
        """Ask for replies to a guest."""
        remarks = [Remark("guest", text), Remark("staff", "Hello!"), Remark("guest", text)]
        return self.assistant.draft_reply(ctx, DraftRequest(remarks, ["Reef tour, 9:00"], None, "en", 400))

    def test_it_is_ready_with_its_settings_and_not_without(self, ctx: TenantContext) -> None:
        """An operator who has only switched the plugin on sees no buttons."""
        assert self.assistant.is_ready(ctx)
        assert not self.assistant.is_ready(TenantContext(schema="t_reef"))

    def test_without_settings_nothing_is_asked(self) -> None:
        """Settings that were emptied meanwhile are an answer, not a fault."""
        with self.mood("good"), pytest.raises(AssistantRefused) as refusal:
            self.improve(TenantContext(schema="t_reef"))
        assert refusal.value.code == "not_configured"
        assert self.told() == []

    def test_texts_and_replies_are_proposed(self, ctx: TenantContext) -> None:
        """One to four, none of them empty."""
        with self.mood("good"):
            for found in (self.improve(ctx), self.draft(ctx)):
                assert 1 <= len(found) <= 4
                assert all(isinstance(one, str) and one.strip() for one in found)
        assert len(self.told()) == 2

    def test_words_of_every_script_reach_the_model(self, ctx: TenantContext) -> None:
        """So do quotes and line breaks."""
        with self.mood("good"):
            self.improve(ctx, 'Grüße "東京"\n& <more>')
        [told] = self.told()
        assert "東京" in told
        assert "Grüße" in told

    @pytest.mark.parametrize(
        ("mood", "codes"),
        [
            ("declining", {"declined"}),
            ("bad_key", {"keys_refused"}),
            ("no_budget", {"no_budget"}),
            ("nonsense", set(get_args(AssistantRefusal))),
        ],
    )
    def test_a_refusal_has_one_of_our_codes(
        self, ctx: TenantContext, mood: AssistantMood, codes: set[str]
    ) -> None:
        """People read what each means."""
        with self.mood(mood), pytest.raises(AssistantRefused) as refusal:
            self.improve(ctx)
        assert refusal.value.code in codes

    @pytest.mark.parametrize("mood", ["busy", "away"])
    def test_who_does_not_answer_may_be_asked_again(self, ctx: TenantContext, mood: AssistantMood) -> None:
        """Too many at once, or no connection."""
        with self.mood(mood), pytest.raises(Retryable):
            self.improve(ctx)

    @pytest.mark.parametrize("mood", ["declining", "bad_key", "no_budget", "busy", "away", "nonsense"])
    def test_problems_tell_no_secrets(self, ctx: TenantContext, mood: AssistantMood) -> None:
        """They end up in logs: neither keys nor what people wrote may be in them."""
        with self.mood(mood), pytest.raises((AssistantRefused, Retryable)) as problem:
            self.draft(ctx, SECRET_TEXT)
        assert not [one for one in (*self.secrets, "swordfish") if one in f"{problem.value!r}"]
