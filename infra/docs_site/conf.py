"""Sphinx's settings for the site at /docs."""

project = "Outfitter"
author = "The Outfitter project"
html_title = "Outfitter for developers"
language = "en"
extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
exclude_patterns: list[str] = []
myst_heading_anchors = 4
myst_enable_extensions = ["deflist"]
# Highlighting what is not said to be a language guesses wrong more often than right.
highlight_language = "none"
html_theme = "furo"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
html_show_sphinx = False
html_permalinks_icon = "#"
# A wrong link or an anchor that is gone ends the build.
nitpicky = True
suppress_warnings = ["myst.header"]
