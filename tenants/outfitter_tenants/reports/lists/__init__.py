"""Lists of rows that several apps know something of; those of one app's rows are in that app."""
