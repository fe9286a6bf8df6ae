"""No smothering: the rule of Construction about the last cards beside a big chip, from constructed positions."""

from tests.engines.construction.positions import actions, of, position

RING = "H0,1:2C V0,1:2C H0,2:2C V0,2:2C H0,3:2C V0,3:2C H0,4:2C V0,4:2C"


def ring(small, big="V0,0", card="AS", **fields):
    return of("small", position(RING, opened=card, small=(small, ""), big=f"{big} V0,2", **fields))


def test_9_a_small_chip_may_not_join_the_big_one_on_the_last_exit():
    walks = ring("V0,1 H0,2 H0,3 V0,4", big="V0,3")
    assert "V0,4 V0,3" not in walks
    assert "V0,4 H0,4" in walks
    # A chip of the ring may change its place within it: the exit that it leaves stays free.
    assert "H0,3 V0,3" in walks


def test_9_the_last_exit_may_not_be_taken():
    assert "V0,4 V0,3" not in ring("V0,1 H0,2 H0,3 V0,4")
    # With another exit free it may.
    assert "V0,4 V0,3" in ring("V0,1 H0,2 V0,4")


def test_9_the_big_chip_counts_beside_the_small_ones():
    """The big chip on one exit, small ones on all but one: none would be left free."""
    assert "V0,4 V0,3" not in ring("V0,1 H0,2 V0,4", big="H0,3")
    # Where none was free before, a chip that leaves the ring whole may still walk into it beside another small one.
    assert "V0,4 H0,3" in ring("V0,1 H0,2 H0,3 V0,4", big="V0,3")


def test_9_two_on_one_exit():
    """A chip that leaves another behind it on its exit opens nothing."""
    assert "H0,3 V0,3" not in ring("V0,1 H0,2 H0,3 H0,3")
    assert "H0,3 V0,3" in ring("V0,1 H0,2 H0,3")


def test_9_exits_that_the_others_hold_themselves_are_free():
    state = position(RING, opened="AS", small=("V0,1 H0,2 V0,4", "H0,3"), big="V0,0 V0,2")
    assert "V0,4 V0,3" in of("small", state)


def test_9_a_kings_walk_is_tested_too():
    state = position(RING, opened="KS", small=("V0,1 H0,3 V0,3", ""), big="V0,0 V0,2")
    walk = of("king", state)
    assert "H0,2" not in walk
    assert {"", "H0,1", "V0,1"} <= set(walk)


def test_9_the_movers_joker_is_no_exit():
    """The red big chip on V(0,1): V(0,0) beside it does not count."""
    table = "H0,1:2C V0,1:2C H0,2:2C V0,2:2C"
    state = position(table, opened="AS", small=("V0,0 H0,1 V0,2", ""), big="V0,0 V0,1")
    assert "V0,0 H0,2" not in of("small", state)
    state = position(table, opened="KS", small=("H0,1 V0,2", ""), big="V0,0 V0,1")
    assert of("king", state) == ["", "H0,1"]
    # Nor does it where none of the mover's chips stands on it.
    state = position(f"{table} H0,0:2C", opened="AS", small=("H0,1 V0,2 V0,2", ""), big="H0,0 V0,1")
    assert of("small", state) == ["H0,1 H0,0", "H0,1 V0,0"]


def test_9_a_king_may_always_place_its_chip_on_the_joker():
    """Also where the red big chip beside it has no other exit free: that is no move, and nobody walks in."""
    state = position("V0,1:2D V0,2:2D", opened="KS", small=("V0,2", ""), big="V0,0 V0,1")
    assert actions(state) == ["king"]


def test_9_the_others_joker_is_an_exit_that_stays_free():
    table = "H1,1:2C V1,1:2C V2,1:2C"
    state = position(table, opened="AS", small=("V2,1", ""), big="V0,0 V1,1")
    # H(1,1) and V(1,0) are adjacent to the red big chip; its own joker nobody else can take.
    assert of("small", state) == ["V2,1 H1,1"]


def test_9_the_only_exit_of_the_other_joker():
    """H(0,1) alone touches the red big chip: a black small chip may not stand there, nor one come there by a king."""
    assert of("small", position("H0,1:2C", opened="AS", small=("V0,0", ""))) == []
    assert of("king", position("H0,1:2C V0,1:2C", opened="KS")) == ["", "V0,1"]


def test_9_blocking_further_away_is_legal():
    state = position(RING, opened="AS", small=("H0,1 V0,4 V0,4", ""), big="V0,0 V0,2")
    assert "V0,4 H0,4" in of("small", state)
    assert "V0,4 V0,3" in of("small", state)


def test_9_big_chips_are_not_tested():
    state = position(RING, opened="AS", small=("V0,1 H0,2 H0,3", ""), big="V0,4 V0,2")
    assert "V0,3" in of("big", state)
