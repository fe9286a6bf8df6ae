"""Where the public pages are."""

from django.urls import path, register_converter
from django.urls.converters import IntConverter

from tournaments.pages import accounts, bots, events, leaderboards, matches, notices, versions


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
    path("pools/<row:pool_id>/bots/<row:bot_id>/", bots.pool_bot, name="pool_bot"),
    path("pools/<row:pool_id>/versus/", bots.compare, name="versus"),
    path("pools/<row:pool_id>/versus/<row:bot_id>-<row:other_id>/", bots.pair, name="pair"),
    path("bots/<row:bot_id>/", bots.bot, name="bot"),
    path("bots/<row:bot_id>/versions/<row:number>/", versions.version, name="version"),
    path("bots/<row:bot_id>/versions/<row:number>/games/<row:report_id>/", versions.game, name="version_game"),
    path("notices/", notices.listing, name="notices"),
    path("notices/read/", notices.read, name="read_notices"),
    path("accounts/login/", accounts.SignIn.as_view(), name="login"),
    path("accounts/logout/", accounts.SignOut.as_view(), name="logout"),
]
