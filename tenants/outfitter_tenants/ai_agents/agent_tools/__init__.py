"""What assistants can do: each tool is one operation that people have, too."""
