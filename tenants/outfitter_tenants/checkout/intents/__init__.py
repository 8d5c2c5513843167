"""Payment intents: begun, confirmed, settled, compared with the gateway."""
