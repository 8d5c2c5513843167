"""The frame of every change of a trip: locked, judged, priced anew, written down, told."""
