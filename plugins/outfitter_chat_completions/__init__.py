"""The plugin that asks a model behind a chat completions endpoint for proposals."""
