"""The contract between the platform and whoever carries text messages."""
