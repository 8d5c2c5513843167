"""The plugin through which GetYourGuide sells an operator's seats."""
