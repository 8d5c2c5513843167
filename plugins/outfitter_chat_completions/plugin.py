"""Proposals by a model behind a chat completions endpoint. Import-light: settings load it before Django."""

from collections.abc import Mapping, Sequence

from outfitter.sdk import Assistant, Manifest, SettingsSchema, TenantContext, hookimpl, read_labels


class ChatCompletionsPlugin:
    """Asks any server that speaks the chat completions protocol."""

    @hookimpl
    def manifest(self) -> Manifest:
        """Return who this plugin is."""
        return Manifest("chat_completions", "Chat completions", "1.0.0", "operations")

    @hookimpl
    def translations(self) -> Mapping[str, Mapping[str, str]]:
        """Return what screens show of this plugin, in other languages."""
        return read_labels("outfitter_chat_completions")

    @hookimpl
    def settings_schema(self) -> SettingsSchema:
        """Return the settings form: where the model is."""
        from outfitter_chat_completions.settings import HELP, SECRET, ChatSettings

        return SettingsSchema(ChatSettings, secret=SECRET, help=HELP)

    @hookimpl
    def assistants(self) -> Sequence[Assistant]:
        """Return the one assistant."""
        from outfitter_chat_completions.assistant import ChatAssistant

        return [ChatAssistant()]

    @hookimpl
    def health(self, ctx: TenantContext) -> str:
        """Return "ok" or what is wrong with the server or the key. Costs a few words of the model's."""
        from outfitter_chat_completions.client import probe

        return probe(ctx)


plugin = ChatCompletionsPlugin()
