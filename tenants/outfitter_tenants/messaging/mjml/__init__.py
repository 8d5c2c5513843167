"""From a document's blocks to MJML and to plain text (docs/adr/0101)."""
