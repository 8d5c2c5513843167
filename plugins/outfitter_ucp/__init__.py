"""The plugin that serves checkout sessions of the Universal Commerce Protocol."""
