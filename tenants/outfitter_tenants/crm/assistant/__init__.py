"""Proposed words: texts said better, drafts of replies. A person decides about each (docs/adr/0113)."""
