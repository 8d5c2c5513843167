"""The plugin that keeps a Mailchimp audience like the guests who want news."""
