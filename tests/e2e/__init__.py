"""Browser tests: a real Chromium against the whole running product."""
