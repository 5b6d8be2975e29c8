"""What lies outside: search engines, models, registries and folders, one file each."""
