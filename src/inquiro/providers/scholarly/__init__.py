"""What services of scholarly works have in common: how records, queries and languages are read."""
