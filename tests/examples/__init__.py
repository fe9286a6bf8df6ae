"""The example bots, and the page that shows how to write one."""
