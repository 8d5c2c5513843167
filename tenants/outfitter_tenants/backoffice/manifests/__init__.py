"""A day at the dock: the manifest, what devices noted offline, paper."""
