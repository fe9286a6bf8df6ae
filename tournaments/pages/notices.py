"""The page of what the reader is told of his bots."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.db.models import F
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST

from tournaments.access.actors import Actor
from tournaments.bots.notices import mark_all_read
from tournaments.models import Notice
from tournaments.pages.reader import own, signed_in

SHOWN = 100


@own
def listing(request: HttpRequest, user: User) -> HttpResponse:
    """The unread first, then the newest first; the last hundred."""
    rows = Notice.objects.filter(owner=user).select_related("version__bot")
    notices = list(rows.order_by(F("read_at").asc(nulls_first=True), "-pk")[:SHOWN])
    unread = [notice.pk for notice in notices if notice.read_at is None]
    return render(request, "croupier/pages/notices.html", {"notices": notices, "until": max(unread, default=None)})


@require_POST
@login_required(login_url="pages:login")
def read(request: HttpRequest) -> HttpResponse:
    """Mark as read all notices up to `until`, the newest that the page showed."""
    user, until = signed_in(request), request.POST.get("until", "")
    if user is None or not (until.isascii() and until.isdigit() and len(until) < 19):
        raise Http404("until: not the id of a notice")
    mark_all_read(actor=Actor(user), until=int(until))
    return HttpResponseRedirect(reverse("pages:notices"))
