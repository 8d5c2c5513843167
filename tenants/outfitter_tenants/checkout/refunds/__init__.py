"""Money that goes back: planned, proven, promised, called for, heard of, disputed."""
