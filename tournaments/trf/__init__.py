"""FIDE's Tournament Report File (TRF): pure values, read and written; one file per subject."""
