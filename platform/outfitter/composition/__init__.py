"""Composition root of processes: which function does which due work, who knows an operator."""
