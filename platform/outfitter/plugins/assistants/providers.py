"""Which assistant an operator has."""

from outfitter.plugins import configs, contexts, registry
from outfitter.plugins.assistants.assistant import Assistant


def find_assistant(*, schema_name: str) -> Assistant | None:
    """
    Return an operator's assistant: the first one that is on and set up, or None.

    Its context is made where it is called (`contexts.plugin_context`), so that secrets stay there.
    """
    enabled = configs.enabled_slugs(schema_name=schema_name)
    if not enabled:
        return None
    for slug, found in registry.collect("assistants"):
        if slug in enabled and found.is_ready(contexts.context_for(schema_name=schema_name, slug=slug)):
            assistant: Assistant = found
            return assistant
    return None
