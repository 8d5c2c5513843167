"""Rules of messages, without a database."""
