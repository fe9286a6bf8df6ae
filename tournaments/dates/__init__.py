"""How dates and times are written, by language: what FORMAT_MODULE_PATH names."""
