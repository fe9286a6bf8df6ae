import pytest

from tournaments.access import audit, secret
from tournaments.access.actors import Actor
from tournaments.access.models import AuditEntry
from tournaments.access.tokens import create_token

pytestmark = pytest.mark.django_db


def test_it_keeps_who_what_and_when(ada):
    token, _ = create_token(owner=ada, name="t", scopes=["read"])
    entry = audit.record(actor=Actor(ada, token), verb="tournament.start", target=ada, details={"round": 1})
    entry.refresh_from_db()
    assert (entry.user, entry.username, entry.token_prefix) == (ada, "ada", token.prefix)
    assert (entry.verb, entry.target_type, entry.target_id) == ("tournament.start", "user", str(ada.pk))
    assert entry.details == {"round": 1}
    assert entry.at is not None


def test_croupier_itself_and_a_bare_account(ada):
    assert audit.record(actor=None, verb="sweep", target=ada).username == ""
    assert audit.record(actor=ada, verb="sweep", target=ada).username == "ada"


def test_it_is_append_only(ada):
    entry = audit.record(actor=ada, verb="sweep", target=ada)
    entry.verb = "other"
    for act in (entry.save, entry.delete, AuditEntry.objects.all().delete, lambda: AuditEntry.objects.update(verb="x")):
        with pytest.raises(TypeError, match="append-only"):
            act()


def test_a_deleted_account_leaves_its_name(ada, bob):
    entry = audit.record(actor=ada, verb="sweep", target=bob)
    ada.delete()
    entry.refresh_from_db()
    assert (entry.user, entry.username) == (None, "ada")


@pytest.mark.parametrize("verb", ["", "Start", "start now", "a.b.c", "start\n", ".start"])
def test_it_rejects_verbs_that_do_not_read_like_one(ada, verb):
    with pytest.raises(ValueError, match="does not read like"):
        audit.record(actor=ada, verb=verb, target=ada)


@pytest.mark.parametrize("details", [{"password": "x"}, {"a": [{"Token": "x"}]}, {"event": {"seed": "00"}}])
def test_it_rejects_what_is_named_like_a_secret(ada, details):
    with pytest.raises(ValueError, match="looks like a secret"):
        audit.record(actor=ada, verb="sweep", target=ada, details=details)


def test_a_token_that_somebody_typed_is_taken_out(ada):
    made = secret.new()
    entry = audit.record(actor=ada, verb="sweep", target=ada, details={"names": [f"my {made.text}"]})
    assert entry.details == {"names": [f"my {made.prefix}..."]}


def test_it_rejects_large_details_and_unsaved_targets(ada):
    with pytest.raises(ValueError, match="4096"):
        audit.record(actor=ada, verb="sweep", target=ada, details={"a": "x" * 5000})
    with pytest.raises(ValueError, match="not been saved"):
        audit.record(actor=ada, verb="sweep", target=AuditEntry())
