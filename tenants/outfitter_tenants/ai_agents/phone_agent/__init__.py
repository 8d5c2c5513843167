"""Voice agents: what they know of a call, hold for the caller, and send them."""
