"""Addresses that programs call in their own protocols."""

from django.urls import URLPattern

from outfitter_tenants.ai_agents.app_access import oauth_endpoints as oauth
from outfitter_tenants.ai_agents.mcp_server import mcp_endpoint as mcp


def url_patterns() -> list[URLPattern]:
    """Return the addresses, for the root of an operator's host."""
    return [*mcp.url_patterns(), *oauth.url_patterns()]
