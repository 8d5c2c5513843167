"""The plugin that tells a Slack channel about bookings."""
