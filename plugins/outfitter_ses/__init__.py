"""The plugin that carries mail through Amazon SES."""
