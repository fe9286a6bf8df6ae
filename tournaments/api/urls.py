"""The addresses of API v1."""

from __future__ import annotations

from django.urls import path, re_path
from rest_framework.permissions import AllowAny
from rest_framework.routers import APIRootView, DefaultRouter

from ratings.api.views import register as register_ratings
from tournaments.access.api import register as register_access
from tournaments.api.views.bots import BotViewSet, VersionViewSet
from tournaments.api.views.diary import GameOfVersionViewSet, NoticeViewSet
from tournaments.api.views.engines import EngineViewSet
from tournaments.api.views.entries import EntryViewSet
from tournaments.api.views.kit import kit
from tournaments.api.views.matches import GameViewSet, MatchViewSet, RoundViewSet
from tournaments.api.views.organising import BarredViewSet, InvitationViewSet
from tournaments.api.views.remote import MovesView, NextView
from tournaments.api.views.tournaments import TournamentViewSet
from tournaments.api.views.trials import TrialGameViewSet, TrialViewSet


class RootView(APIRootView):
    """Where everything is."""

    permission_classes = [AllowAny]


router = DefaultRouter()
router.include_format_suffixes = False
router.APIRootView = RootView
register_access(router)
router.register("engines", EngineViewSet, basename="engine")
router.register("bots", BotViewSet, basename="bot")
router.register("bots/(?P<bot_id>[0-9]+)/versions", VersionViewSet, basename="version")
router.register(
    "bots/(?P<bot_id>[0-9]+)/versions/(?P<number>[0-9]+)/games", GameOfVersionViewSet, basename="version-game"
)
router.register("notices", NoticeViewSet, basename="notice")
router.register("tournaments", TournamentViewSet, basename="tournament")
router.register("tournaments/(?P<tournament_id>[0-9]+)/entries", EntryViewSet, basename="entry")
router.register("tournaments/(?P<tournament_id>[0-9]+)/invitations", InvitationViewSet, basename="invitation")
router.register("tournaments/(?P<tournament_id>[0-9]+)/barred", BarredViewSet, basename="barred")
router.register("tournaments/(?P<tournament_id>[0-9]+)/rounds", RoundViewSet, basename="round")
router.register("matches", MatchViewSet, basename="match")
router.register("matches/(?P<match_id>[0-9]+)/games", GameViewSet, basename="game")
router.register("trials", TrialViewSet, basename="trial")
router.register("trials/(?P<trial_id>[0-9]+)/games", TrialGameViewSet, basename="trial-game")
register_ratings(router)

urlpatterns = [
    re_path(r"^bots/(?P<bot_id>[0-9]+)/next/$", NextView.as_view(), name="bot-next"),
    re_path(r"^bots/(?P<bot_id>[0-9]+)/moves/$", MovesView.as_view(), name="bot-moves"),
    path("kit/<str:name>", kit, name="kit"),
    *router.urls,
]
