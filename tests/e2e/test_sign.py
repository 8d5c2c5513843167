"""Guests sign on a phone, and on a tablet that lost its connection; 200 in a row leave nothing behind."""

