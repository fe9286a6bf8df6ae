"""`manage.py create_token USER --scope read`: prints a new token, and nothing else, on stdout."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError

from tournaments.access.actors import Scope
from tournaments.access.errors import Refused
from tournaments.access.tokens import create_token


class Command(BaseCommand):
    """Who has the shell is the operator: he grants any scope to any account."""

    help = "Make an API token for an account and print it on stdout."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("user", help="username of the owner")
        parser.add_argument(
            "--scope", action="append", required=True, choices=[scope.value for scope in Scope], help="may be repeated"
        )
        parser.add_argument("--name", default="command line", help="what the token is called in lists")
        parser.add_argument("--create", action="store_true", help="make the account, without a password, if it is new")

    def handle(self, *args: Any, **options: Any) -> None:
        owner = User.objects.filter(username=options["user"]).first()
        if owner is None:
            if not options["create"]:
                raise CommandError(f"no account {options['user']!r}; --create makes it")
            owner = self._make(options["user"])
        try:
            _, text = create_token(owner=owner, name=options["name"], scopes=options["scope"], by_operator=True)
        except Refused as exc:
            raise CommandError(exc.message) from None
        self.stdout.write(text)

    def _make(self, username: str) -> User:
        owner = User(username=username)
        owner.set_unusable_password()
        try:
            owner.full_clean()
        except ValidationError as exc:
            raise CommandError("; ".join(exc.messages)) from None
        if User.objects.filter(username__iexact=username).exists():
            raise CommandError(f"an account differs from {username!r} in case alone")
        owner.save()
        return owner
