from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, connection

from tournaments.access.accounts import register
from tournaments.access.errors import Conflict, Invalid, NotAllowed
from tournaments.access.models import AuditEntry

pytestmark = pytest.mark.django_db
PASSWORD = "a long enough one 4711"


@pytest.fixture(autouse=True)
def _open(settings):
    settings.CROUPIER_OPEN_REGISTRATION = True
    settings.AUTH_PASSWORD_VALIDATORS = [
        {"NAME": f"django.contrib.auth.password_validation.{name}"}
        for name in ("MinimumLengthValidator", "NumericPasswordValidator", "UserAttributeSimilarityValidator")
    ]


def test_a_new_account_may_nothing_special():
    user = register(username="Carol", password=PASSWORD)
    again = User.objects.get(username="Carol")
    assert again.check_password(PASSWORD)
    assert (again.is_staff, again.is_superuser, again.is_active) == (False, False, True)
    assert not again.get_all_permissions()
    entry = AuditEntry.objects.get()
    assert (entry.verb, entry.username, entry.details) == ("account.register", "Carol", {})
    assert user == again


def test_closed(settings):
    settings.CROUPIER_OPEN_REGISTRATION = False
    with pytest.raises(NotAllowed) as refusal:
        register(username="carol", password=PASSWORD)
    assert refusal.value.code == "registration_closed"
    assert not User.objects.exists()


@pytest.mark.parametrize("username", ["abc", "Ada_L.1815-x", "a" * 30, "007"])
def test_good_names(username):
    assert register(username=username, password=PASSWORD).username == username


@pytest.mark.parametrize(
    "username",
    [
        "",
        "ab",
        "a" * 31,
        "a b",
        " abc",
        "abc ",
        "abc\n",
        "a\0bc",
        "-abc",
        "abc.",
        "аda",
        "ada\u200b",
        "\ud800abc",
        "a@b",
    ],
)
def test_it_rejects_names(username):
    with pytest.raises(Invalid) as refusal:
        register(username=username, password=PASSWORD)
    assert [error.where for error in refusal.value.errors] == ["/username"]


@pytest.mark.parametrize("username", ["admin", "ROOT", "Croupier"])
def test_it_rejects_names_that_claim_a_role(username):
    with pytest.raises(Invalid, match="reserved"):
        register(username=username, password=PASSWORD)


@pytest.mark.parametrize(
    "password", ["", "short", "1234567890", "carol-carol", "x" * 129, "with a NUL \0 inside", "half \ud800 a pair"]
)
def test_it_rejects_passwords(password):
    with pytest.raises(Invalid) as refusal:
        register(username="carolcarol", password=password)
    assert {error.where for error in refusal.value.errors} == {"/password"}


def test_every_error_at_once():
    with pytest.raises(Invalid) as refusal:
        register(username="a", password="1")
    assert [error.where for error in refusal.value.errors] == ["/username", "/password", "/password"]


@pytest.mark.parametrize("taken", ["carol", "CAROL", "cArOl"])
def test_taken_whatever_the_case(taken):
    User.objects.create_user(taken)
    with pytest.raises(Conflict) as refusal:
        register(username="carol", password=PASSWORD)
    assert refusal.value.code == "username_taken"


def test_somebody_was_quicker(monkeypatch):
    """The name is taken after the look and before the insert."""

    def taken(*args, **kwargs):
        raise IntegrityError("UNIQUE constraint failed")

    monkeypatch.setattr(User.objects, "create", taken)
    with pytest.raises(Conflict) as refusal:
        register(username="carol", password=PASSWORD)
    assert refusal.value.code == "username_taken"


def test_the_database_itself_knows_one_name_for_every_case():
    User.objects.create(username="carol")
    with pytest.raises(IntegrityError):
        User.objects.create(username="CAROL")


@pytest.mark.django_db(transaction=True)
def test_simultaneous_registrations_of_a_name():
    names = ["carol", "Carol", "CAROL", "carol"]
    start = Barrier(len(names))

    def ask(name):
        try:
            start.wait()
            return register(username=name, password=PASSWORD).username
        except Conflict as refusal:
            return refusal.code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(names)) as pool:
        answers = list(pool.map(ask, names))
    assert answers.count("username_taken") == 3
    assert User.objects.count() == 1
