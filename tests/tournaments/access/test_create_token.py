from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from tournaments.access import secret
from tournaments.access.actors import Actor
from tournaments.access.models import Token

pytestmark = pytest.mark.django_db


def run(*arguments):
    out = StringIO()
    call_command("create_token", *arguments, stdout=out)
    return out.getvalue()


def test_it_prints_the_token_and_nothing_else(ada):
    printed = run("ada", "--scope", "read", "--scope", "bots", "--name", "demo")
    assert printed.endswith("\n")
    parsed = secret.parse(printed[:-1])
    token = Token.objects.get()
    assert parsed is not None
    assert (token.prefix, token.digest) == (parsed.prefix, parsed.digest)
    assert (token.owner, token.name, token.scopes) == (ada, "demo", ["read", "bots"])


def test_the_operator_grants_organise_without_changing_the_account(ada):
    run("ada", "--scope", "organise")
    assert Actor(ada, Token.objects.get()).may("organise")
    assert not Actor(ada).may("organise")


def test_create(db):
    run("carol", "--scope", "read", "--create")
    run("carol", "--scope", "read", "--create")
    carol = User.objects.get()
    assert not carol.has_usable_password()
    assert Token.objects.count() == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["carol", "--scope", "read"], "--create makes it"),
        (["ADA", "--scope", "read", "--create"], "case alone"),
        (["c d", "--scope", "read", "--create"], "Enter a valid username"),
        (["ada", "--scope", "all"], "invalid choice"),
        (["ada"], "--scope"),
        (["ada", "--scope", "read", "--name", ""], "name: 0 characters"),
    ],
)
def test_it_rejects(ada, arguments, said):
    with pytest.raises(CommandError, match=said):
        run(*arguments)
    assert not Token.objects.exists()
