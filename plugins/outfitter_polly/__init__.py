"""The plugin that reads announcements out with Amazon Polly."""
