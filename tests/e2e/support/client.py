"""A small HTTP client that knows the product's hosts, its session and its CSRF cookie."""

import http.client
import json
from http.cookies import SimpleCookie
from typing import Any, NamedTuple


class Answer(NamedTuple):
    """What a server said."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        """Return the decoded body."""
        return json.loads(self.body)


class Client:
    """One visitor of one host. `*.localhost` need not resolve: the host goes into the header."""

    def __init__(self, host: str, port: int) -> None:
        self.host = f"{host}:{port}"
        self.port = port
        self.cookies: dict[str, str] = {}

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """Send one request and return the answer, whatever its status."""
        sent = {"Host": self.host, "Accept": "application/json", **headers}
        sent["X-Requested-With"] = "XMLHttpRequest"
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if "csrftoken" in self.cookies:
            sent["X-CSRFToken"] = self.cookies["csrftoken"]
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            sent["Content-Type"] = "application/json"
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, data, sent)
            answer = connection.getresponse()
            self._remember(answer)
            return Answer(answer.status, dict(answer.getheaders()), answer.read())
        finally:
            connection.close()

    def _remember(self, answer: http.client.HTTPResponse) -> None:
        for line in answer.headers.get_all("Set-Cookie") or []:
            for name, morsel in SimpleCookie(line).items():
                self.cookies[name] = morsel.value

    def get(self, path: str) -> Any:
        """
        Return the JSON at a path.

        :raises AssertionError: the server refused
        """
        return self._expect(self.ask("GET", path), path)

    def post(self, path: str, body: Any) -> Any:
        """
        Send JSON to a path and return the JSON answer.

        :raises AssertionError: the server refused
        """
        return self._expect(self.ask("POST", path, body), path)

    @staticmethod
    def _expect(answer: Answer, path: str) -> Any:
        said = answer.body[:2000].decode(errors="replace")
        assert 200 <= answer.status < 300, f"{path}: {answer.status} {said}"
        return answer.json()
