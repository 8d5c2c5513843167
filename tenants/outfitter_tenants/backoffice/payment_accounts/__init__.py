"""Where an operator's card payments go: the account at the gateway, and the readers."""
