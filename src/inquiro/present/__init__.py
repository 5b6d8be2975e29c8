"""One tree of blocks for every result, and the renderers that draw it: Markdown, HTML, PDF, DOCX and the terminal."""
