"""The plugin that reads announcements out with ElevenLabs."""
