"""The launcher behind ``./outfitter``: standard library only, it runs before ``.venv`` exists."""
