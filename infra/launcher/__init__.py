"""The launcher behind ``./outfitter``: standard library only, so that it runs before ``.venv`` exists."""
