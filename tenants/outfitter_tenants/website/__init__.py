"""The operator's public pages: what there is to book, and one page for each experience."""
