"""The payment gateways' side of the host: what a provider offers, and how it is called."""
