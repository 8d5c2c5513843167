"""What stands between the network and Django's threads (ADR 46): whole requests or none."""
