"""Ledgers from before there were events: their parameters, who came in, which boards were appended together."""


from django.db import migrations
from django.db.models import Count, Min
from django.utils import timezone

from ratings.buckets import width

PARAMETERS = ("mu0", "sigma0", "beta", "tau", "draw_probability", "delta")


def complete(apps, schema_editor):
    Pool = apps.get_model("ratings", "Pool")
    for pool in Pool.objects.order_by("pk"):
        complete_boards(apps, pool)
        complete_events(apps, pool)


def complete_boards(apps, pool):
    """The boards of one round were appended together; its first board names them."""
    LedgerRow = apps.get_model("ratings", "LedgerRow")
    Game = apps.get_model("tournaments", "Game")
    rows = LedgerRow.objects.filter(pool=pool)
    for round_, first in rows.values_list("match__round").annotate(Min("seq")):
        LedgerRow.objects.filter(pool=pool, match__round=round_).update(batch=first)
    played = Game.objects.filter(match__ledger_rows__pool=pool).values_list("match", "board")
    for match, board, games in played.annotate(n=Count("pk", distinct=True)).order_by("match", "board"):
        rows.filter(match=match, board=board).update(games=games)


def complete_events(apps, pool):
    LedgerRow, LedgerEvent, Build, BotVersion = (
        apps.get_model(*name)
        for name in (("ratings", "LedgerRow"), ("ratings", "LedgerEvent"), ("ratings", "Build"),
                     ("tournaments", "BotVersion"))
    )
    reason = "from before the ledger had events"
    event = {"pool": pool, "after": 0, "reason": reason, "created_at": pool.created_at}
    parameters = {"version": pool.parameters_version, **{name: getattr(pool, name) for name in PARAMETERS}}
    LedgerEvent.objects.create(number=1, kind="parameters", data=parameters, **event)
    played = LedgerRow.objects.filter(pool=pool).order_by("seq").values_list("versions", flat=True)
    versions = dict.fromkeys(version for row in played.iterator() for version in row)
    # All of them were rated as newcomers, so none has a predecessor here.
    joined = []
    for version in versions:
        row = BotVersion.objects.select_related("bot").get(pk=version)
        joined.append([version, row.bot_id, None, row.bot.active_id == version])
    public = {bot for _, bot, _, shown in joined if shown}
    for line in joined:
        if line[1] not in public:
            line[3] = True
            public.add(line[1])
    if joined:
        LedgerEvent.objects.create(number=2, kind="join", data={"versions": joined}, **event)
    # An empty build that is behind, so that the first sweep makes a complete one.
    pool.build = Build.objects.create(pool=pool, width=width(pool.sigma0), finished_at=timezone.now())
    pool.rebuild_from = 2 if joined else 0
    pool.save()


class Migration(migrations.Migration):

    dependencies = [("ratings", "0002_everything_from_the_ledger")]

    operations = [migrations.RunPython(complete, migrations.RunPython.noop)]
