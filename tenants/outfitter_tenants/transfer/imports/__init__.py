"""
Imports: a file is uploaded, understood, mapped, checked and only then brought in (domain.md 3.10, 5.13).

`table_source` turns a file into rows of text, whatever it was; `column_guess` guesses what they mean;
`cell_values` reads a text by the kind of its column. `operations` moves an import through its states,
`check_work`, `run_work` and `undo_work` do the long parts as jobs. What rows become is the importer's
business (outfitter.db.imports), in the app that owns them.
"""
