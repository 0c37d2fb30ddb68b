"""The prompts that models read: plain text with $values put in by name. Nothing here is code."""
