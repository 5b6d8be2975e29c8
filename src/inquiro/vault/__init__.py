"""An Obsidian vault: notes, links, safe writing, and search that stays fast."""
