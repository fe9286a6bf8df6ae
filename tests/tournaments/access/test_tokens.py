from datetime import timedelta

import pytest
from django.utils import timezone

from tournaments.access import secret, tokens
from tournaments.access.actors import Actor
from tournaments.access.errors import Conflict, Invalid, Missing, NotAllowed
from tournaments.access.models import AuditEntry, Token
from tournaments.access.tokens import create_token, revoke

pytestmark = pytest.mark.django_db


def make(owner, *scopes, **more):
    return create_token(owner=owner, name="t", scopes=scopes or ["read"], **more)[0]


def test_what_is_kept_is_not_the_text(ada):
    _, text = create_token(owner=ada, name=" laptop ", scopes=["bots", "read", "bots"])
    row = Token.objects.values().get()
    assert text not in str(row)
    assert text[12:44] not in str(row)
    assert (row["name"], row["scopes"], row["prefix"]) == ("laptop", ["read", "bots"], text[:12])
    assert row["digest"] == secret.Secret(text).digest
    assert text not in str(AuditEntry.objects.values().get())


@pytest.mark.parametrize("name", ["", "  ", "x" * 101, "a\0b", "a\nb", "\ud800", "a\u202eb"])
def test_it_rejects_names(ada, name):
    with pytest.raises(Invalid) as refusal:
        create_token(owner=ada, name=name, scopes=["read"])
    assert refusal.value.errors[0].where == "/name"


@pytest.mark.parametrize("scopes", [[], ["write"], ["read", "READ"], ["read "]])
def test_it_rejects_scopes(ada, scopes):
    with pytest.raises(Invalid) as refusal:
        create_token(owner=ada, name="t", scopes=scopes)
    assert refusal.value.errors[0].where == "/scopes"


def test_it_rejects_an_end_in_the_past(ada):
    with pytest.raises(Invalid, match="not in the future"):
        make(ada, expires_at=timezone.now())


class TestOrganise:
    def test_an_account_without_the_permission_cannot_have_it(self, ada):
        with pytest.raises(NotAllowed, match=r"tournaments\.organise"):
            make(ada, "organise")

    def test_an_account_with_it_can(self, organiser):
        assert Actor(organiser, make(organiser, "organise")).may("organise")

    def test_staff_can(self, staff):
        assert Actor(staff, make(staff, "organise")).may("organise")

    def test_a_permission_that_is_taken_away_takes_the_scope_along(self, organiser):
        token = make(organiser, "read", "organise")
        organiser.user_permissions.clear()
        again = type(organiser).objects.get(pk=organiser.pk)
        assert Actor(again, token).scopes() == ["read"]

    def test_staff_grant_it_to_others(self, staff, ada):
        assert Actor(ada, make(ada, "organise", by=Actor(staff))).may("organise")

    def test_staff_with_a_token_do_not(self, staff, ada):
        token = make(staff, "organise", "read")
        with pytest.raises(NotAllowed, match="other accounts"):
            make(ada, "read", by=Actor(staff, token))

    def test_the_operator_grants_it(self, ada):
        token = make(ada, "organise", by_operator=True)
        assert Actor(ada, token).may("organise")
        assert not Actor(ada).may("organise")

    def test_what_staff_grant_that_is_the_owners_anyway_stays_his(self, staff, organiser):
        token = make(organiser, "organise", by=Actor(staff))
        organiser.user_permissions.clear()
        assert not Actor(type(organiser).objects.get(pk=organiser.pk), token).may("organise")


def test_others_cannot_make_tokens_for_one(ada, bob):
    with pytest.raises(NotAllowed) as refusal:
        make(ada, by=Actor(bob))
    assert refusal.value.code == "not_owner"


class TestByToken:
    def test_no_more_scopes_than_it_has(self, ada):
        parent = make(ada, "read")
        assert make(ada, "read", by=Actor(ada, parent)).parent == parent
        with pytest.raises(NotAllowed, match="lacks the scope `bots`; its scopes: read"):
            make(ada, "read", "bots", by=Actor(ada, parent))

    def test_no_later_end(self, ada):
        end = timezone.now() + timedelta(hours=1)
        by = Actor(ada, make(ada, expires_at=end))
        assert make(ada, by=by).expires_at == end
        assert make(ada, by=by, expires_at=end - timedelta(minutes=1)).expires_at < end
        with pytest.raises(Invalid, match="no later"):
            make(ada, by=by, expires_at=end + timedelta(seconds=1))

    def test_a_grant_of_staff_is_handed_on_but_not_widened(self, staff, ada):
        parent = make(ada, "organise", by=Actor(staff))
        assert Actor(ada, make(ada, "organise", by=Actor(ada, parent))).may("organise")
        with pytest.raises(NotAllowed):
            make(ada, "read", by=Actor(ada, parent))

    def test_none_once_it_is_revoked(self, ada):
        parent = make(ada)
        by = Actor(ada, parent)
        revoke(token_id=parent.pk, by=Actor(ada))
        with pytest.raises(NotAllowed, match="revoked"):
            make(ada, by=by)


def test_so_many_and_no_more(ada, bob, monkeypatch):
    monkeypatch.setattr(tokens, "MAX_LIVE_TOKENS", 2)
    first = make(ada)
    make(ada)
    with pytest.raises(Conflict) as refusal:
        make(ada)
    assert refusal.value.code == "too_many_tokens"
    make(bob)
    revoke(token_id=first.pk, by=Actor(ada))
    make(ada)


def test_a_prefix_that_is_taken_is_drawn_again(ada, monkeypatch):
    drawn = [secret.new() for _ in range(2)]
    stream = iter([drawn[0], drawn[0], drawn[1]])
    monkeypatch.setattr(secret, "new", lambda: next(stream))
    assert [make(ada).prefix, make(ada).prefix] == [drawn[0].prefix, drawn[1].prefix]


class TestRevoke:
    def test_it_is_for_good_and_the_time_stays(self, ada):
        token = make(ada)
        first = revoke(token_id=token.pk, by=Actor(ada)).revoked_at
        assert first is not None
        assert revoke(token_id=token.pk, by=Actor(ada)).revoked_at == first
        assert AuditEntry.objects.filter(verb="token.revoke").count() == 1

    def test_it_takes_along_what_was_made_with_it(self, ada):
        root = make(ada, "read", "bots")
        child = make(ada, by=Actor(ada, root))
        grandchild = make(ada, by=Actor(ada, child))
        other = make(ada)
        revoke(token_id=root.pk, by=Actor(ada))
        live = Token.objects.filter(revoked_at=None)
        assert list(live) == [other]
        assert grandchild.parent == child

    @pytest.mark.parametrize("token_id", [0, -1, 10**6, 2**63, 10**30])
    def test_unknown_tokens(self, ada, token_id):
        with pytest.raises(Missing):
            revoke(token_id=token_id, by=Actor(ada))

    def test_anothers_token(self, ada, bob, staff):
        token = make(ada)
        with pytest.raises(Missing):
            revoke(token_id=token.pk, by=Actor(bob))
        with pytest.raises(Missing):
            revoke(token_id=token.pk, by=Actor(staff, make(staff)))
        assert revoke(token_id=token.pk, by=Actor(staff)).revoked_at is not None

    def test_a_token_revokes_itself_and_none_with_more_scopes(self, ada):
        weak, strong = make(ada, "read"), make(ada, "read", "bots")
        with pytest.raises(NotAllowed):
            revoke(token_id=strong.pk, by=Actor(ada, weak))
        revoke(token_id=weak.pk, by=Actor(ada, strong))
        revoke(token_id=strong.pk, by=Actor(ada, strong))
        assert not Token.objects.filter(revoked_at=None).exists()
