"""The plugin that carries text messages through Twilio."""
