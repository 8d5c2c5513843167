"""The plugin that keeps the sales of whoever hosts alike here and in HubSpot."""
