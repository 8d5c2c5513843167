"""Somebody else's website, on another origin, with the two pasted lines in it."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Harbour guesthouse</title>
<link rel="icon" href="data:,">
<style>
body {{ margin: 0; font: 17px/1.6 Georgia, serif; color: #23303b; background: #fbf8f3; }}
header {{ padding: 28px 24px; background: #23303b; color: #fff; }}
header p {{ margin: 0; font-size: 22px; }}
main {{ max-width: 1060px; margin: 0 auto; padding: 24px; }}
h1 {{ font-weight: normal; }}
</style>
</head>
<body>
<header><p>Harbour guesthouse</p></header>
<main>
<h1>Things to do</h1>
<p>Our guests go out with people we know and trust. Choose a day and book your seats here.</p>
{snippet}
</main>
</body>
</html>
"""


class ForeignSite:
    """A tiny web server with one page; its origin has nothing to do with the product's."""

    def __init__(self) -> None:
        pages: dict[str, str] = {}

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                found = pages.get(self.path.split("?")[0])
                body = (found or "Nothing here").encode()
                self.send_response(200 if found else 404)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002
                """Say nothing."""

        self.pages = pages
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def put(self, snippet: str) -> str:
        """Paste lines into a page of this site and return the page's address."""
        path = f"/{len(self.pages) + 1}"
        self.pages[path] = PAGE.format(snippet=snippet)
        return f"http://127.0.0.1:{self.server.server_port}{path}"

    def close(self) -> None:
        """Stop the server."""
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


def snippet(origin: str, **attributes: object) -> str:
    """Return the lines that the back office offers for pasting, with attributes on the slot."""
    given = "".join(f' data-{name}="{value}"' for name, value in attributes.items())
    return (
        f'<div data-outfitter-calendar{given}></div>\n<script async src="{origin}/widgets/embed.js"></script>'
    )
