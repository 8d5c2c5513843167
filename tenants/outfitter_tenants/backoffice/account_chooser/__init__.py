"""The list of operators a person may enter."""
