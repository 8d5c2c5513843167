"""AI agents: voice agents that sell by phone, assistants that speak MCP."""
