"""The contract between the platform and whoever carries messages: texts and mail."""
