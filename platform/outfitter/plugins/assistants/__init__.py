"""The contract between the platform and whoever proposes words: improved texts and drafted replies."""
