"""The plugin through which Viator sells an operator's seats."""
