"""Programs that act for staff: OAuth 2.1, its protocol by the MCP SDK, its rows by us."""
