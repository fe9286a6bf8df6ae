"""The Django admin: staff look at every row here and act through the services, never around them."""

from django.contrib import admin

from tournaments.admin import access, accounts, bots, entries, hosts, matches, rounds, tournaments, trials

__all__ = ["access", "accounts", "bots", "entries", "hosts", "matches", "rounds", "tournaments", "trials"]

admin.site.index_title = "Overview"
# A template called admin/index.html would stand behind django-unfold's own.
admin.site.index_template = "croupier/admin/dashboard.html"
