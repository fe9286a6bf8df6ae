"""Where the public pages are."""

from django.urls import path, register_converter
from django.urls.converters import IntConverter

from tournaments.pages import events, leaderboards, matches


class RowId(IntConverter):
    """A row's id: no more digits than a database takes."""

    regex = "[0-9]{1,18}"


register_converter(RowId, "row")

app_name = "pages"
urlpatterns = [
    path("", events.home, name="home"),
    path("tournaments/", events.listing, name="tournaments"),
    path("tournaments/<row:tournament_id>/", events.tournament, name="tournament"),
    path("matches/<row:match_id>/", matches.match, name="match"),
    path("matches/<row:match_id>/games/<row:board>-<row:rotation>/", matches.game, name="game"),
    path("pools/<row:pool_id>/", leaderboards.pool, name="pool"),
    path("bots/<row:bot_id>/", leaderboards.bot, name="bot"),
]
