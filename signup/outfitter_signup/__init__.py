"""Sign-up: the door from the platform to an operator of its own."""
