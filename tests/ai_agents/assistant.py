"""An assistant as tests drive it, without a network: one POST of the protocol at a time."""

from dataclasses import dataclass
from typing import Any

from django.test import Client

MODERN = "2026-07-28"
_META = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
}


@dataclass
class Assistant:
    """A program that speaks MCP, with a token or without."""

    client: Client
    token: str = ""
    path: str = "/mcp"

    def send(self, method: str, params: dict[str, Any] | None = None, **headers: str) -> Any:
        """Send one request of the current revision; returns the response."""
        body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {**(params or {}), "_meta": _META}}
        name = {"Mcp-Name": str((params or {}).get("name", ""))} if method == "tools/call" else {}
        auth = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        return self.client.post(
            self.path,
            body,
            content_type="application/json",
            headers={
                "Accept": "application/json, text/event-stream",
                "MCP-Protocol-Version": MODERN,
                "Mcp-Method": method,
                **name,
                **auth,
                **headers,
            },
        )

    def tools(self) -> dict[str, dict[str, Any]]:
        """Return the tools that are offered, by name."""
        return {one["name"]: one for one in self.send("tools/list").json()["result"]["tools"]}

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Call a tool; returns its result."""
        answer = self.send("tools/call", {"name": tool, "arguments": arguments})
        assert answer.status_code == 200, answer.content
        found: dict[str, Any] = answer.json()["result"]
        return found

    def do(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Call a tool that does what it is asked; returns what it answers."""
        result = self.call(tool, **arguments)
        assert not result.get("isError"), result
        found: dict[str, Any] = result["structuredContent"]
        return found

    def refusal(self, tool: str, **arguments: Any) -> str:
        """Call a tool that refuses; returns the code."""
        result = self.call(tool, **arguments)
        assert result["isError"], result
        return str(result["structuredContent"]["error"]["code"])
