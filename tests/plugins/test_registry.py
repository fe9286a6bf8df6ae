"""What the registry finds, what it puts in quarantine and for which reason, and what stops the start."""

import itertools
import re
from types import SimpleNamespace

import pytest

from plugins import registry
from plugins.hookspecs import hookimpl
from plugins.registry import Candidate, InvalidOptions, PluginValidationError, Registry, UnknownEngine
from tests.plugins.fakes import INFO, SCHEMA, FakeEngine, Policy, candidate, info, plugin

GOOD = candidate("good", plugin())


def quarantine(what, *others) -> str:
    """The reason for which ``what`` is left out beside a good plugin, which stays."""
    found = Registry([GOOD, candidate("bad", what), *others])
    assert list(found.engines) == ["fake"]
    assert list(found.policies("fake")) == ["greedy"]
    [left_out] = found.quarantined
    assert left_out.plugin == "bad"
    return left_out.reason


class Unspeakable(Exception):
    def __str__(self):
        raise RuntimeError


def raiser(error):
    def load(*arguments):
        raise error

    return load


def test_it_works():
    engine = FakeEngine()
    other = info(id="another", load=lambda: engine)
    found = Registry([GOOD, candidate("more", plugin([other]))])
    assert list(found.engines) == ["another", "fake"]
    assert found.info("another").title == "Fake"
    assert found.engine("another") is engine
    assert found.policies("another") == {"greedy": Policy}
    assert found.quarantined == ()


@pytest.mark.parametrize("engine_id", ["chess", "", None, 3, [], {}])
def test_unknown_engine_names_the_known_ones(engine_id):
    found = Registry([GOOD, candidate("more", plugin([info(id="another")]))])
    for method in (found.info, found.engine, found.policies):
        with pytest.raises(UnknownEngine, match=r"^engine: .* is not one of another, fake$"):
            method(engine_id)


def test_a_built_in_is_loaded_when_used_and_once():
    loaded = []
    lazy = info(load=lambda: loaded.append(1) or FakeEngine())
    found = Registry([candidate("built-in", plugin([lazy]), built_in=True)])
    assert loaded == []
    assert found.engine("fake") is found.engine("fake")
    assert loaded == [1]


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (ImportError("No module named 'x'"), "ImportError: No module named 'x'"),
        (ValueError("two\nlines"), "ValueError: two lines"),
        (KeyError(), "KeyError"),
        (Unspeakable(), "Unspeakable: (its message cannot be read: RuntimeError)"),
        (RecursionError("deep"), "RecursionError: deep"),
        (ValueError("x" * 10**6), "ValueError: " + "x" * 488),
    ],
)
def test_failures_are_quarantined_wherever_they_happen(error, reason):
    failing_engines = plugin(croupier_engines=hookimpl(raiser(error)))
    failing_policies = plugin([info(id="bad")], croupier_policies=hookimpl(lambda self, engine_id: raiser(error)()))

    class Failing:
        def __iter__(self):
            raise error

    def late():
        yield info(id="bad")
        raise error

    assert quarantine(failing_engines) == reason
    assert quarantine(failing_policies) == reason
    assert quarantine(plugin([info(id="bad", load=raiser(error))])) == reason
    assert quarantine(plugin(croupier_engines=hookimpl(lambda self: Failing()))) == reason
    assert quarantine(plugin(croupier_engines=hookimpl(lambda self: late()))) == reason
    found = Registry([GOOD, Candidate("bad", raiser(error))])
    assert (list(found.engines), [q.reason for q in found.quarantined]) == (["fake"], [reason])


def test_an_interrupt_is_not_a_failure():
    with pytest.raises(KeyboardInterrupt):
        Registry([Candidate("bad", raiser(KeyboardInterrupt()))])


class LyingStr(str):
    """Changes its mind; nothing that is not exactly a str may be an id."""


def schema(**changes):
    return SCHEMA | changes


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"id": "Bad"}, 'id: "Bad" does not match'),
        ({"id": "bad-er"}, 'id: "bad-er" does not match'),
        ({"id": "b" * 33}, "does not match"),
        ({"id": "bad\n"}, "does not match"),
        ({"id": None}, "id: null does not match"),
        ({"id": LyingStr("bad")}, "id: "),
        ({"title": ""}, 'title: "" is not a string of 1 to 100 printable characters'),
        ({"title": "a\0b"}, "title: "),
        ({"title": "x" * 101}, "title: "),
        ({"title": 3}, "title: 3 is not a string"),
        ({"rules_version": 0}, "rules_version: 0 is not an integer from 1"),
        ({"rules_version": True}, "rules_version: true is not an integer from 1"),
        ({"rules_version": "1"}, 'rules_version: "1" is not'),
        ({"rules_version": 10**5000}, "rules_version: an int is not"),
        ({"max_decisions": 0}, "max_decisions: 0 is not an integer from 1"),
        ({"max_decisions": 1.5}, "max_decisions: 1.5 is not"),
        ({"seats": range(1, 3)}, r"seats: range\(1, 3\) is not a range of step 1 within 2 to 6"),
        ({"seats": range(2, 8)}, "seats: "),
        ({"seats": range(2, 2)}, "seats: "),
        ({"seats": range(2, 7, 2)}, "seats: "),
        ({"seats": range(6, 1, -1)}, "seats: "),
        ({"seats": range(2, 10**30)}, "seats: "),
        ({"seats": [2, 3]}, r"seats: \[2, 3\] is not a range"),
        ({"load": None}, "load: null is not callable"),
        ({"load": object}, "what load returned has no method new"),
        ({"load": lambda: None}, "what load returned has no method new"),
        ({"load": lambda: SimpleNamespace(new=len, restore=len, sample=3)}, "has no method sample"),
        ({"options": None}, "options: null is not a mapping"),
        ({"options": {1, 2}}, "options: a set is not JSON"),
        ({"options": schema(type="array")}, 'options.type: "array" is not "object"'),
        ({"options": schema(type="objekt")}, "not a JSON Schema of draft 2020-12"),
        ({"options": schema(additionalProperties=True)}, "options.additionalProperties: it is not false"),
        ({"options": {"type": "object", "additionalProperties": False}}, "options.properties: it is missing"),
        ({"options": schema(properties={"x": {"type": "integer"}})}, "options.properties.x: it has no default"),
        ({"options": schema(properties={"x": True})}, "options.properties.x: it has no default"),
        ({"options": schema(properties={"x y": {"default": 1}})}, 'options.properties: "x y" does not match'),
        ({"options": schema(properties={"size": {"type": "integer", "default": "x"}})}, 'size: "x" is not an integer'),
        ({"options": schema(properties={"size": {"default": 1.5}})}, "size: 1.5 is not an integer"),
        ({"options": schema(properties={"size": {"$ref": "http://127.0.0.1:9/", "default": 3}})}, "cannot be checked"),
        ({"options": {"type": float("nan")}}, "is not JSON"),
        ({"variants": {}}, "variants: there is none"),
        ({"variants": {"small": {"size": 11}}}, "variants.small: options.size: 11 is not between 1 and 10"),
        ({"variants": {"small": {"sise": 1}}}, 'variants.small: options: "sise" is not one of deck, size'),
        ({"variants": {"small": 3}}, "variants.small: 3 is not a mapping"),
        ({"variants": {"A b": {}}}, 'variants: "A b" does not match'),
        ({"variants": ["standard"]}, r'variants: \["standard"\] is not a mapping'),
    ],
)
def test_breaches_of_the_contract(changes, reason):
    found = quarantine(plugin([info(**{"id": "bad"} | changes)], policies={"bad": {"greedy": Policy}}))
    assert re.search(reason, found)


@pytest.mark.parametrize(
    ("engines", "reason"),
    [
        (None, "croupier_engines returned null, not an iterable of EngineInfo"),
        (3, "croupier_engines returned 3, not an iterable of EngineInfo"),
        (info(id="bad"), "croupier_engines returned an EngineInfo, not an iterable of EngineInfo"),
        ("bad", 'croupier_engines returned "b" among its engines, not an EngineInfo'),
        ([None], "croupier_engines returned null among its engines, not an EngineInfo"),
        (itertools.repeat(INFO), "croupier_engines returned more than 100 engines"),
        ([info(id="bad"), info(id="bad")], "engine bad: the plugin itself has this id twice"),
        ([info(id="bad"), INFO], "engine fake: this id is taken by the plugin good"),
    ],
)
def test_answers_that_are_no_engines(engines, reason):
    assert quarantine(plugin(engines, policies={})) == reason


@pytest.mark.parametrize(
    ("policies", "reason"),
    [
        (3, 'croupier_policies("bad") returned 3, not a mapping'),
        ([("greedy", Policy)], 'croupier_policies("bad") returned a list, not a mapping'),
        ({"greedy": None}, "policies of bad: greedy is null, not a callable"),
        ({"Greedy": Policy}, 'policies of bad: the name "Greedy" does not match [a-z][a-z0-9_]{0,31}'),
        ({3: Policy}, "policies of bad: the name 3 does not match [a-z][a-z0-9_]{0,31}"),
        ({"random": Policy}, "engine bad: it has no policy greedy, which plays on for a seat that failed "
         "at a table of more than two"),
    ],
)  # fmt: skip
def test_answers_that_are_no_policies(policies, reason):
    assert quarantine(plugin([info(id="bad")], policies={"bad": policies})) == reason


def test_two_seats_need_no_greedy():
    assert list(Registry([candidate("two", plugin([info(seats=range(2, 3))], policies={}))]).engines) == ["fake"]


def test_what_is_no_plugin():
    assert quarantine(None) == "the entry point leads to None, not to a module or object with hooks"
    assert quarantine(SimpleNamespace(x=1)) == "it implements none of the hooks croupier_engines, croupier_policies"
    assert quarantine(GOOD.load()).startswith("ValueError: Plugin already registered")


def test_a_hook_with_other_arguments():
    reason = quarantine(plugin([], croupier_policies=hookimpl(lambda self, engine, seats: {})))
    assert reason.startswith("PluginValidationError: ")
    assert "croupier_policies" in reason


def test_a_hook_wrapper_may_not_speak_for_others():
    def wrapper(self):
        yield

    reason = quarantine(plugin(croupier_engines=hookimpl(wrapper, wrapper=True)))
    assert reason == "croupier_engines is a hook wrapper; a plugin speaks for itself alone"


@pytest.mark.parametrize("built_in", [True, False])
def test_a_misspelt_hook_stops_the_start(built_in):
    misspelt = plugin([], croupier_enginez=hookimpl(lambda self: []))
    with pytest.raises(PluginValidationError) as stopped:
        Registry([GOOD, candidate("typo", misspelt, built_in)])
    assert str(stopped.value) == (
        "plugin typo: the hook croupier_enginez does not exist; the hooks are croupier_engines, croupier_policies"
    )


@pytest.mark.parametrize(
    "what",
    [
        plugin(croupier_engines=hookimpl(raiser(ZeroDivisionError()))),
        plugin([info(id="Bad")]),
        plugin(policies={"fake": {"greedy": None}}),
        plugin([info(id="fake"), info(id="fake")]),
    ],
)
def test_a_built_in_that_fails_raises(what):
    with pytest.raises((ZeroDivisionError, ValueError)):
        Registry([candidate("built-in", what, built_in=True)])


def test_built_ins_win_whatever_the_order():
    third, own = info(title="Third"), info(title="Own")
    found = Registry([candidate("third", plugin([third])), candidate("own", plugin([own]), built_in=True)])
    assert found.info("fake").title == "Own"
    assert [(q.plugin, q.reason) for q in found.quarantined] == [
        ("third", "engine fake: this id is taken by the plugin own")
    ]


def test_a_plugin_is_admitted_whole_or_not_at_all():
    mixed = plugin([info(id="fine"), info(id="Bad")], policies={"fake": {"clever": Policy}})
    found = Registry([GOOD, candidate("mixed", mixed)])
    assert (list(found.engines), list(found.policies("fake"))) == (["fake"], ["greedy"])


def test_policies_for_an_engine_of_another_plugin():
    class Clever(Policy):
        pass

    clever = candidate("clever", plugin([], policies={"fake": {"clever": Clever}}))
    copycat = candidate("copycat", plugin([], policies={"fake": {"clever": Policy, "other": Policy}}))
    found = Registry([GOOD, clever, copycat])
    assert dict(found.policies("fake")) == {"clever": Clever, "greedy": Policy}
    assert [(q.plugin, q.reason) for q in found.quarantined] == [
        ("copycat", "policies of fake: the name clever is taken by the plugin clever")
    ]


def test_policies_of_a_plugin_that_fails_later_free_their_names():
    """The first plugin offers ``clever`` and then fails on its own engine; the second one's ``clever`` is admitted."""
    failing = plugin([info(id="bad")], policies={"bad": 3, "fake": {"clever": Policy}})
    second = plugin([], policies={"fake": {"clever": Policy}})
    found = Registry([GOOD, candidate("failing", failing), candidate("second", second)])
    assert list(found.policies("fake")) == ["clever", "greedy"]
    assert [q.plugin for q in found.quarantined] == ["failing"]


def test_what_was_admitted_cannot_be_changed_by_its_plugin():
    schema, variants = {**SCHEMA}, {"standard": {}}
    found = Registry([candidate("sly", plugin([info(options=schema, variants=variants)]))])
    schema["additionalProperties"] = True
    variants["other"] = {"size": 99}
    assert found.info("fake").options == SCHEMA
    assert list(found.info("fake").variants) == ["standard"]
    with pytest.raises(TypeError):
        found.engines["x"] = INFO
    with pytest.raises(TypeError):
        found.policies("fake")["x"] = Policy


def test_the_registry_of_the_process():
    registry.reset()
    engines = registry.engines()
    assert list(engines) == sorted(engines)
    assert engines["trash"] is registry.info("trash")
    assert registry.engine("trash") is registry.engine("trash")
    assert list(registry.policies("trash")) == ["greedy", "random", "search"]
    assert registry.current() is registry.current()
    with pytest.raises(UnknownEngine, match="trash"):
        registry.engine("chess")


class Picky(FakeEngine):
    """Deals three seats from the big deck alone, and leaves nothing of its options as it was."""

    def new(self, options, seats, chance):
        if seats == 3 and options["deck"] < 108:
            raise InvalidOptions([f"options.deck: {options['deck']} is too small for 3 seats; 108 is not"])
        if options.pop("size") == 7:
            raise ZeroDivisionError
        return "dealt"


def test_a_deal_is_tried_before_it_is_relied_on():
    found = Registry([candidate("picky", plugin([info(load=Picky)]))])
    options = {"deck": 54, "size": 10}
    found.check_deal("fake", options, 2)
    found.check_deal("fake", options | {"deck": 108}, 3)
    assert options == {"deck": 54, "size": 10}
    with pytest.raises(InvalidOptions, match=r"^options.deck: 54 is too small for 3 seats; 108 is not$"):
        found.check_deal("fake", options, 3)
    with pytest.raises(InvalidOptions, match=r"^options: no game of 2 seats can be dealt \(ZeroDivisionError\)$"):
        found.check_deal("fake", options | {"size": 7}, 2)
    with pytest.raises(UnknownEngine):
        found.check_deal("bridge", options, 2)
