"""Calls that CallRail tracks."""
