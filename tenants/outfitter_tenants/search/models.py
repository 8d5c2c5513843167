"""Search has no models: its two tables are made and read by SQL (migrations, queries.postings)."""
