"""The contract between the platform and telephone providers."""
