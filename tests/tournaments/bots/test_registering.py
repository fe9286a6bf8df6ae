"""Registering bots: names, engines, versions, and whose they are."""

from __future__ import annotations

import math

import pytest

from ratings.models import LedgerEvent, Pool, Rating, RatingPoint
from tests.ratings.rows import believed
from tests.tournaments import arena
from tests.tournaments.bots.uploading import SOURCE, sandbox_at, seen, upload
from tests.tournaments.programs.zips import zipped
from tournaments.access.errors import Conflict, Invalid, Missing, NotAllowed
from tournaments.bots.registering import activate, add_version, create_bot, get_or_add_version, own_program
from tournaments.events import entries, lifecycle
from tournaments.models import AuditEntry, Bot, BotVersion, Program, Tournament
from tournaments.programs.copies import unpacked
from tournaments.programs.uploads import Limits, ProgramFile, Upload, contents, read_program

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada():
    return arena.owner("ada")


def test_it_registers_a_bot_whose_first_version_is_active(ada) -> None:
    bot = create_bot(actor=ada, name=" Gin ", engine="trash")
    assert (bot.name, bot.owner, bot.active) == ("Gin", ada.user, None)
    first = add_version(actor=ada, bot_id=bot.pk, kind="policy", policy="greedy")
    second = add_version(actor=ada, bot_id=bot.pk, kind="policy", policy="random")
    bot.refresh_from_db()
    assert (first.number, second.number, bot.active) == (1, 2, first)
    activate(actor=ada, bot_id=bot.pk, number=2)
    bot.refresh_from_db()
    assert bot.active == second
    verbs = list(AuditEntry.objects.order_by("id").values_list("verb", flat=True))
    assert verbs == ["bot.create", "bot.add_version", "bot.add_version", "bot.activate"]


def test_activating_twice_is_activating_once(ada) -> None:
    bot = arena.bot("Gin", by=ada)
    before = AuditEntry.objects.count()
    assert activate(actor=ada, bot_id=bot.pk, number=1).number == 1
    assert AuditEntry.objects.count() == before


def test_a_name_is_an_owners_once(ada) -> None:
    create_bot(actor=ada, name="Gin", engine="trash")
    with pytest.raises(Conflict, match='you have a bot called "Gin" already'):
        create_bot(actor=ada, name="Gin", engine="trash")
    assert create_bot(actor=arena.owner("bob"), name="Gin", engine="trash").pk
    assert Bot.objects.count() == 2


@pytest.mark.parametrize(
    ("values", "pointer", "says"),
    [
        ({"name": "  ", "engine": "trash"}, "/name", "name: 0 characters are not 1 to"),
        ({"name": "x", "engine": "bridge"}, "/engine", '"bridge" is not one of advantage, construction, rummy, trash'),
    ],
)
def test_what_is_no_bot(ada, values: dict[str, str], pointer: str, says: str) -> None:
    with pytest.raises(Invalid, match=says) as refused:
        create_bot(actor=ada, **values)
    assert [error.where for error in refused.value.errors] == [pointer]


def test_what_is_no_version(ada) -> None:
    bot = arena.bot("Gin", by=ada)
    with pytest.raises(Invalid, match='"clever" is not one of greedy, random, search'):
        add_version(actor=ada, bot_id=bot.pk, kind="policy", policy="clever")
    with pytest.raises(Invalid, match='"upload" is not one of policy'):
        add_version(actor=ada, bot_id=bot.pk, kind="upload", policy="greedy")
    with pytest.raises(Missing, match="has no version 7"):
        activate(actor=ada, bot_id=bot.pk, number=7)
    Bot.objects.filter(pk=bot.pk).update(engine="gone")
    with pytest.raises(Conflict, match='"gone" is not one of'):
        add_version(actor=ada, bot_id=bot.pk, kind="policy", policy="greedy")


def test_nobody_changes_anothers_bot(ada) -> None:
    bot = arena.bot("Gin", by=ada)
    eve = arena.owner("eve")
    with pytest.raises(NotAllowed, match="another owner's"):
        add_version(actor=eve, bot_id=bot.pk, kind="policy", policy="greedy")
    with pytest.raises(NotAllowed, match="another owner's"):
        activate(actor=eve, bot_id=bot.pk, number=1)
    with pytest.raises(Missing):
        activate(actor=eve, bot_id=bot.pk + 1, number=1)


def points(bot: Bot, number: int) -> list[tuple[float, float, int]]:
    """How what is believed of a version came about."""
    rows = RatingPoint.objects.filter(version__bot=bot, version__number=number).order_by("seq")
    return list(rows.values_list("mu", "sigma", "boards"))


def shown(bot: Bot) -> dict[int, bool]:
    """The versions of a bot in its pool, by number: whether the leaderboard shows them."""
    return dict(Rating.objects.current().filter(version__bot=bot).values_list("version__number", "public"))


def test_an_activated_version_comes_into_the_pools_of_its_bot_from_its_predecessor() -> None:
    event = arena.event(3, boards=3)
    bot = event.entries.order_by("id")[0].bot
    ada = arena.owner(bot.owner.username)
    for policy in ("random", "greedy"):
        add_version(actor=ada, bot_id=bot.pk, kind="policy", policy=policy)
    activate(actor=ada, bot_id=bot.pk, number=2)  # the bot is in no pool yet
    assert not Rating.objects.exists()
    arena.play_out(event)
    # the pinned version is what the pool has of the bot, so that is shown
    assert shown(bot) == {1: True}
    mu, sigma, _ = points(bot, 1)[-1]
    activate(actor=ada, bot_id=bot.pk, number=3)
    delta, sigma0 = 25 / 6, 25 / 3
    assert points(bot, 3) == [(mu, pytest.approx(min(sigma0, math.sqrt(sigma**2 + delta**2)), abs=1e-12), 0)]
    assert shown(bot) == {1: False, 3: True}
    activate(actor=ada, bot_id=bot.pk, number=1)
    assert shown(bot) == {1: True, 3: False}
    assert len(points(bot, 3)) == 1
    pool = Pool.objects.get()
    assert {one.version_id: one.belief for one in Rating.objects.current()} == believed(pool)
    joined = LedgerEvent.objects.filter(kind="join", reason="became the active version")
    assert list(joined.values_list("by__username", flat=True)) == [bot.owner.username] * 2


def test_a_first_version_comes_into_no_pool_by_being_added() -> None:
    arena.play_out(arena.event(2))
    before = LedgerEvent.objects.count()
    arena.bot("newcomer", by=arena.owner("ada"))
    assert LedgerEvent.objects.count() == before


def test_a_version_that_plays_when_another_is_active_comes_in_behind_it() -> None:
    """Pinned in an event that is played later, while the bot had others in the pool in the meantime."""
    bot, rival = (arena.bot("bot", by=arena.owner(name)) for name in ("ada", "bob"))
    ada, bob, olga = arena.owner("ada"), arena.owner("bob"), arena.organiser()
    add_version(actor=ada, bot_id=bot.pk, kind="policy", policy="random")
    add_version(actor=ada, bot_id=bot.pk, kind="policy", policy="greedy")

    def event(number: int) -> Tournament:
        activate(actor=ada, bot_id=bot.pk, number=number)
        made = arena.event(0, start=False)
        entries.enter(actor=ada, tournament_id=made.pk, bot_id=bot.pk)
        entries.enter(actor=bob, tournament_id=made.pk, bot_id=rival.pk)
        lifecycle.start(actor=olga, tournament_id=made.pk)
        made.refresh_from_db()
        return made

    late, first = event(2), event(1)
    arena.play_out(first)
    activate(actor=ada, bot_id=bot.pk, number=3)
    assert shown(bot) == {1: False, 3: True}
    mu, sigma, _ = points(bot, 1)[-1]
    arena.play_out(late)
    assert shown(bot) == {1: False, 2: False, 3: True}
    start = points(bot, 2)[0]
    assert start == (mu, pytest.approx(min(25 / 3, math.sqrt(sigma**2 + (25 / 6) ** 2)), abs=1e-12), 0)
    # what came in from version 1 before is not moved by what version 2 does
    assert len(points(bot, 3)) == 1
    assert {one.version_id: one.belief for one in Rating.objects.current()} == believed(Pool.objects.get())


def test_a_program_waits_for_its_qualification(ada) -> None:
    sandbox_at()
    bot = create_bot(actor=ada, name="Gin", engine="trash")
    version = upload(ada, bot.pk)
    expected = read_program(SOURCE, filename="my_bot.py", runtime="python", main=None, limits=Limits())
    assert (version.number, version.kind, version.policy, version.runtime) == (1, "program", "", "python")
    assert (version.main, version.files, version.size) == ("my_bot.py", 1, len(SOURCE))
    assert (version.state, version.qualified_at, version.digest) == ("waiting", None, expected.digest())
    assert bytes(Program.objects.get(version=version).archive) == expected.archive()
    assert seen(unpacked(version.pk, version.digest)) == {"my_bot.py": (SOURCE, "0o100644")}
    bot.refresh_from_db()
    assert bot.active is None
    details = AuditEntry.objects.order_by("id").last().details
    assert details == {"kind": "program", "runtime": "python", "main": "my_bot.py", "sha256": expected.digest()}


def test_only_what_is_qualified_is_activated(ada) -> None:
    bot = create_bot(actor=ada, name="Gin", engine="trash")
    remote = add_version(actor=ada, bot_id=bot.pk, kind="remote")
    assert (remote.kind, remote.state, remote.digest) == ("remote", "waiting", "")
    for state, saying in (("waiting", "is waiting; "), ("failed", "is failed; ask for another")):
        BotVersion.objects.update(state=state)
        with pytest.raises(Conflict, match=f"version 1 of bot {bot.pk} {saying}") as refused:
            activate(actor=ada, bot_id=bot.pk, number=1)
        assert refused.value.code == "not_qualified"
    # the first that is qualified becomes the active one, which need not be the first
    second = add_version(actor=ada, bot_id=bot.pk, kind="policy", policy="greedy")
    bot.refresh_from_db()
    assert (bot.active, second.state) == (second, "qualified")
    assert second.qualified_at is not None
    BotVersion.objects.update(state="qualified")
    activate(actor=ada, bot_id=bot.pk, number=1)
    bot.refresh_from_db()
    assert bot.active == remote


def test_the_last_program_again_is_the_version_that_stands(ada) -> None:
    sandbox_at()
    bot = create_bot(actor=ada, name="Gin", engine="trash")
    first = upload(ada, bot.pk)
    before = AuditEntry.objects.count()
    assert upload(ada, bot.pk) == first
    assert AuditEntry.objects.count() == before
    again = {"actor": ada, "bot_id": bot.pk, "kind": "program", "runtime": "python"}
    assert get_or_add_version(**again, program=Upload(SOURCE, "my_bot.py"))[1] is False
    # packed otherwise it is still the same; called otherwise or run otherwise it is not
    assert upload(ada, bot.pk, zipped({"x/my_bot.py": SOURCE})) == first
    assert upload(ada, bot.pk, zipped({"other.py": SOURCE})).number == 2
    assert upload(ada, bot.pk).number == 3  # as the one before the last
    two = zipped({"a.py": SOURCE, "b.py": SOURCE})
    assert [upload(ada, bot.pk, two, main=main).number for main in ("a.py", "b.py", "b.py")] == [4, 5, 5]
    BotVersion.objects.filter(number=5).update(state="failed")
    assert upload(ada, bot.pk, two, main="b.py").number == 6  # another try


def test_without_a_sandbox_no_program_is_taken(ada) -> None:
    bot = create_bot(actor=ada, name="Gin", engine="trash")
    with pytest.raises(Conflict, match="no worker of the queue programs has been started yet") as refused:
        upload(ada, bot.pk)
    assert refused.value.code == "no_sandbox"
    for host in ("alpha", "beta"):
        sandbox_at(
            host, works=False, lacks="bwrap is not installed: install it (on Debian: apt-get install bubblewrap)"
        )
    with pytest.raises(
        Conflict, match=r"\(bwrap is not installed: install it [^;]*bubblewrap\)\); policies and remote"
    ):
        upload(ada, bot.pk)
    assert not BotVersion.objects.exists()
    add_version(actor=ada, bot_id=bot.pk, kind="policy", policy="greedy")
    add_version(actor=ada, bot_id=bot.pk, kind="remote")
    sandbox_at("gamma")
    assert upload(ada, bot.pk).number == 3


@pytest.mark.parametrize(
    ("values", "pointer", "says"),
    [
        ({"kind": "policy"}, "/policy", "policy: required: one of greedy, random, search"),
        ({"kind": "policy", "policy": "greedy", "runtime": "node"}, "/runtime", "is not for a version of kind policy"),
        ({"kind": "remote", "policy": "greedy"}, "/policy", "is not for a version of kind remote"),
        ({"kind": "remote", "main": "a"}, "/main", "is not for a version of kind remote; leave it out"),
        ({"kind": "remote", "program": Upload(b"", "")}, "/program", "is not for a version of kind remote"),
        ({"kind": "program", "runtime": "python"}, "/program", "program: required: a file"),
        ({"kind": "program", "program": Upload(b"1", "a")}, "/runtime", "runtime: required: one of python, node, exec"),
        ({"kind": "program", "program": Upload(b"1", "a"), "runtime": "perl"}, "/runtime", '"perl" is not one of'),
        ({"kind": "program", "program": Upload(b"", "a"), "runtime": "node"}, "/program", "program: there is nothing"),
        (
            {"kind": "program", "program": Upload(b"1", "a.py"), "runtime": "python", "main": "b.py"},
            "/main", 'main: "b.py" is not in the program',
        ),
    ],
)  # fmt: skip
def test_what_does_not_fit_its_kind(ada, values, pointer, says) -> None:
    sandbox_at()
    bot = create_bot(actor=ada, name="Gin", engine="trash")
    with pytest.raises(Invalid, match=says) as refused:
        add_version(actor=ada, bot_id=bot.pk, **values)
    assert [error.where for error in refused.value.errors] == [pointer]
    assert not BotVersion.objects.exists()


def test_a_program_is_its_owners_alone(ada) -> None:
    sandbox_at()
    bot = arena.bot("Gin", by=ada)
    version = upload(ada, bot.pk)
    assert contents(own_program(actor=ada, version=version)) == [ProgramFile("my_bot.py", SOURCE)]
    sue = arena.owner("sue")
    sue.user.is_staff = True
    sue.user.save()
    for other in (sue, arena.owner("bob")):
        with pytest.raises(NotAllowed, match="another owner's"):
            own_program(actor=other, version=version)
    with pytest.raises(Missing, match=f"version 1 of bot {bot.pk} is no program, but policy"):
        own_program(actor=ada, version=bot.versions.get(number=1))
