"""What the public pages and the admin both show of ratings: values, words and charts, ready for a template."""
