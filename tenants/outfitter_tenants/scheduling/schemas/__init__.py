"""What the calls of scheduling take and answer."""
