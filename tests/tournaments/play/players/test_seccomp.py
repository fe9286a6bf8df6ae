"""The filter of system calls; what it refuses is tried out by tests/hostile."""

from __future__ import annotations

import struct
import sys

import pytest

from tournaments.play.players import seccomp


def test_it_is_a_bpf_program_of_whole_instructions():
    pytest.importorskip("pyseccomp")
    program = seccomp.program()
    assert 0 < len(program) <= 4096 * 8  # what the kernel takes: BPF_MAXINSNS
    assert len(program) % 8 == 0
    returned = {k for code, _, _, k in struct.iter_unpack("=HBBI", program) if code == 0x06}
    # Allowed, EPERM, ENOSYS, and the end of who calls by the numbers of another architecture.
    assert returned == {0x7FFF0000, 0x00050000 | 1, 0x00050000 | 38, 0x00000000}


def test_every_call_denied_is_one_that_the_library_knows():
    library = pytest.importorskip("pyseccomp")
    for name in seccomp._DENIED.split():
        library.resolve_syscall(library.system_arch(), name)


@pytest.mark.parametrize(("found", "what"), [(None, "install the Python package pyseccomp")])
def test_without_the_package_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch, found: None, what: str):
    monkeypatch.setitem(sys.modules, "pyseccomp", found)
    with pytest.raises(seccomp.Unavailable, match=what):
        seccomp.program.__wrapped__()
