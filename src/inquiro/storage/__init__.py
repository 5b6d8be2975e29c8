"""One Store for everything that must outlive the process."""
