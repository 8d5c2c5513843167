"""Add-ons of guests: what is chosen, what it costs, who may change it."""
