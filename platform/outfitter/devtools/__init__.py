"""What only development has. Nothing here is reachable in production settings."""
