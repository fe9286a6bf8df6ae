"""Which checks there are, and the cases in which they are made."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from plugins.conformance.checks import (
    choosing,
    coding,
    conservation,
    golden,
    illegal,
    isolation,
    policies,
    repeatability,
    secrecy,
    sharing,
    showing,
    turns,
)
from plugins.conformance.errors import ConformanceError
from plugins.conformance.subject import Subject, Table
from plugins.wording import described


@dataclass(frozen=True, slots=True)
class TableCheck:
    """A check of one variant with one number of seats; it returns how many of ``unit`` it looked at."""

    run: Callable[[Table], int]
    unit: str


@dataclass(frozen=True, slots=True)
class EngineCheck:
    """A check of the engine as a whole; it returns in words what it looked at."""

    run: Callable[[Subject], str]


Check = TableCheck | EngineCheck

CHECKS: tuple[Check, ...] = (
    TableCheck(choosing.variants_deal, "deals"),
    EngineCheck(choosing.options_are_refused_or_played),
    TableCheck(turns.games_end, "games"),
    TableCheck(turns.turns, "positions"),
    TableCheck(turns.results, "results"),
    TableCheck(showing.what_is_shown_is_json, "values"),
    TableCheck(showing.tables_can_be_looked_at, "views"),
    TableCheck(coding.actions_have_one_form, "actions"),
    TableCheck(coding.decode_refuses_garbage, "values"),
    TableCheck(illegal.illegal_actions_change_nothing, "refusals"),
    TableCheck(isolation.clones_are_apart, "clones"),
    TableCheck(isolation.clones_have_their_own_chance, "clones"),
    TableCheck(sharing.nothing_is_shared, "positions"),
    TableCheck(repeatability.replays_are_alike, "positions"),
    TableCheck(repeatability.restored_states_go_on_alike, "restored states"),
    EngineCheck(repeatability.other_processes_play_the_same),
    TableCheck(conservation.cards_are_conserved, "positions"),
    TableCheck(secrecy.spectators_see_what_all_see, "views"),
    TableCheck(secrecy.samples_look_the_same, "samples"),
    TableCheck(secrecy.samples_follow_from_the_observation, "samples"),
    TableCheck(secrecy.samples_vary, "samples"),
    TableCheck(policies.policies_choose_legal_actions, "choices"),
    TableCheck(golden.golden_games_replay, "games"),
)


@dataclass(frozen=True, slots=True)
class Case:
    """A check to be made; ``table`` None is the whole engine."""

    check: Check
    subject: Subject
    table: Table | None = None

    def __str__(self) -> str:
        name = self.check.run.__name__
        return name if self.table is None else f"{name}-{self.table.variant}-{self.table.seats}"

    def run(self) -> int | str:
        """How many things were looked at, or in words. Raises ConformanceError, its cause what the engine raised."""
        try:
            if isinstance(self.check, EngineCheck):
                return self.check.run(self.subject)
            assert self.table is not None
            return self.check.run(self.table)
        except ConformanceError:
            raise
        except Exception as error:
            raise ConformanceError(
                str(self.table or self.subject.info.id),
                f"{_origin(error)} raised {described(error)}",
                "nothing that the contract asks for raises this",
            ) from error


def _origin(error: BaseException) -> str:
    """The innermost function of the engine on the way to the error: ``apply (state.py, line 80)``."""
    trace, found = error.__traceback__, "the check"
    while trace is not None:
        code = trace.tb_frame.f_code
        if not trace.tb_frame.f_globals.get("__name__", "").startswith("plugins."):
            found = f"{code.co_name} ({code.co_filename.rpartition('/')[2]}, line {trace.tb_lineno})"
        trace = trace.tb_next
    return found


def name(check: Check) -> str:
    """``games_end``"""
    return check.run.__name__


def promise(check: Check) -> str:
    """What the check holds the engine to, in a sentence."""
    return (check.run.__doc__ or "").partition("\n")[0]


def checks(subject: Subject) -> list[Check]:
    """All checks that the subject is to pass: of golden games and cards only where there are any."""
    left_out: set[object] = set()
    if subject.golden is None:
        left_out.add(golden.golden_games_replay)
    if subject.cards is None:
        left_out.add(conservation.cards_are_conserved)
    if not subject.policies:
        left_out.add(policies.policies_choose_legal_actions)
    return [check for check in CHECKS if check.run not in left_out]


def cases(subject: Subject, check: Check) -> Iterator[Case]:
    """The check's cases: one for every table, or one in all."""
    if isinstance(check, EngineCheck):
        yield Case(check, subject)
    else:
        for table in subject.tables:
            yield Case(check, subject, table)
