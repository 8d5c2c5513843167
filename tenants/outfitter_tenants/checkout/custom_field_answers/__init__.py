"""Answers to an operator's own questions, on trips, orders and guests."""
