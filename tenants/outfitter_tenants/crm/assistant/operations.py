"""
Asking an operator's assistant. Nothing of it is kept: neither what was asked nor what was proposed.

:raises: every function here raises `AssistantNotConnected`, `AssistantAway` and `NoProposal`.
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from outfitter.kit.errors import DomainError
from outfitter.plugins import contexts
from outfitter.plugins.assistants.assistant import SECONDS, Assistant
from outfitter.plugins.assistants.providers import find_assistant
from outfitter.plugins.assistants.types import AssistantRefused, DraftRequest, ImproveRequest
from outfitter.plugins.isolated_call import call_isolated
from outfitter.plugins.time_limits import PluginTimeout
from outfitter.plugins.types import Retryable, TenantContext
from outfitter_tenants.crm.assistant import proposal_rules

_log: Final = logging.getLogger(__name__)
Ask = Callable[[Assistant, TenantContext], Sequence[str]]
_WORDS: Final = {
    "keys_refused": "The assistant doesn't accept its key. Check the plugin's settings.",
    "not_configured": "The assistant's settings are incomplete.",
    "no_budget": "The assistant's account has no budget left.",
    "too_long": "The text is too long for the assistant.",
}


class AssistantNotConnected(DomainError):
    """This operator has no assistant."""

    code = "assistant_not_connected"
    status = 503


class AssistantAway(DomainError):
    """The assistant cannot help: it is away, or its account is not in order. `detail.reason` says which."""

    code = "assistant_away"
    status = 503


class NoProposal(DomainError):
    """The assistant answered, and there was nothing in it that may be shown."""

    code = "no_proposal"
    status = 409


@dataclass(frozen=True, slots=True)
class Proposal:
    """Words for a person to accept or not, and other ways to say them."""

    text: str
    alternatives: tuple[str, ...]


def improve(*, schema_name: str, request: ImproveRequest) -> Proposal:
    """
    Return a text, said better.

    :raises AssistantNotConnected: there is no assistant
    :raises AssistantAway: it did not answer, or its account is not in order
    :raises NoProposal: it had nothing that may be shown
    """
    found = _ask(schema_name, lambda assistant, ctx: assistant.improve(ctx, request))
    return _proposal(proposal_rules.rewordings(found, of=request.text, max_len=request.max_len))


def draft(*, schema_name: str, request: DraftRequest) -> Proposal:
    """
    Return what staff could answer in a conversation.

    :raises AssistantNotConnected: there is no assistant
    :raises AssistantAway: it did not answer, or its account is not in order
    :raises NoProposal: it had nothing that may be shown
    """
    found = _ask(schema_name, lambda assistant, ctx: assistant.draft_reply(ctx, request))
    known = [one.text for one in request.remarks if one.speaker == "staff"]
    return _proposal(proposal_rules.replies(found, known=[*known, *request.facts], max_len=request.max_len))


def _proposal(shown: Sequence[str]) -> Proposal:
    if not shown:
        raise NoProposal("The assistant has no better wording. Try again, or write it yourself.")
    return Proposal(shown[0], tuple(shown[1:]))


def _ask(schema_name: str, ask: Ask) -> Sequence[str]:
    assistant = find_assistant(schema_name=schema_name)
    if assistant is None:
        raise AssistantNotConnected("No assistant is connected. Switch one on under Plugins.")
    with contexts.plugin_context(schema_name=schema_name, slug=assistant.slug) as ctx:
        try:
            found = call_isolated(
                lambda: ask(assistant, ctx), slug=assistant.slug, schema_name=schema_name, seconds=SECONDS
            )
            return [one for one in found if isinstance(one, str)]
        except AssistantRefused as problem:
            _log.warning("%s refused: %s", assistant.slug, problem.code)
            if problem.code == "declined":
                raise NoProposal("The assistant doesn't want to write this.") from None
            words = _WORDS.get(problem.code, "The assistant can't help right now.")
            raise AssistantAway(words, reason=problem.code) from None
        except (Retryable, PluginTimeout) as problem:
            _log.warning("%s is away: %s", assistant.slug, type(problem).__name__)
            raise AssistantAway(
                "The assistant doesn't answer right now. Try again in a minute.", reason="away"
            ) from None
        except Exception as problem:
            # A fault of the plugin's own. Its words stay out of the log: they may repeat the text.
            _log.warning("%s failed: %s", assistant.slug, type(problem).__name__)
            raise AssistantAway("The assistant can't help right now.", reason="refused") from None
