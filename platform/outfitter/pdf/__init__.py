"""
Paper: data and a template become a PDF that reads well in every script.

`paper.render(...)` is all there is to it. A template is a Typst file beside the code that uses it;
it imports `house.typ` for the house's look. Data travels as JSON and is only ever shown, never run.
"""
