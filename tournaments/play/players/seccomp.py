"""The system calls that a sandboxed program may not make: a filter that allows all others, since runtimes differ."""

from __future__ import annotations

import errno
import socket
from functools import cache
from tempfile import TemporaryFile

_DENIED = """
    ptrace process_vm_readv process_vm_writev pidfd_getfd kcmp process_madvise
    bpf perf_event_open keyctl add_key request_key io_uring_setup io_uring_enter io_uring_register
    userfaultfd memfd_create memfd_secret
    mount umount2 pivot_root chroot open_tree move_mount fsopen fsconfig fsmount fspick mount_setattr
    name_to_handle_at open_by_handle_at unshare setns
    shmget shmat shmctl msgget msgsnd msgrcv msgctl semget semop semtimedop semctl mq_open mq_unlink
    connect bind listen accept accept4
    init_module finit_module delete_module kexec_load kexec_file_load reboot swapon swapoff sethostname setdomainname
    acct quotactl syslog settimeofday clock_settime clock_adjtime adjtimex personality vmsplice
    fanotify_init inotify_init inotify_init1 inotify_add_watch flock
    fadvise64 preadv2 pwritev2 cachestat mincore readahead
    move_pages migrate_pages mbind set_mempolicy mknodat landlock_create_ruleset
    sched_setscheduler sched_setattr sched_setaffinity setpriority timer_create
"""
_NEW_NAMESPACES = (0x80, 0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000)  # CLONE_NEW*
_TERMINAL_INPUT = (0x5412, 0x541C)  # TIOCSTI, TIOCLINUX
_LOCKS = (5, 6, 7, 36, 37, 38, 1024, 1025, 1026)  # of fcntl: locks of every kind, leases, notices of changes
_MAP_SHARED = 1
_PR_SET_PDEATHSIG = 1


class Unavailable(Exception):
    """There is no filter to be had here. The message says what to install."""


@cache
def program() -> bytes:
    """The filter as a BPF program for this machine's architecture. Raises Unavailable.

    Files of the runtime are the same in all sandboxes, so what one program does to a file that another can be told of
    would be a word between them: locks, notices, and what of a file the kernel keeps in its cache, which would outlast
    the game too. How long a file takes to be read still tells whether another has read it before.
    Shared mappings are denied as well: with no file to write they are only memory that no process is charged with.
    So are timers whose signal can be chosen: SIGCONT would wake a program that was stopped. clone3 is answered as on an
    old kernel, where libraries take clone, whose flags a filter can read.
    """
    try:
        import pyseccomp as seccomp
    except ImportError as error:
        raise Unavailable("install the Python package pyseccomp, of the extra `server`") from error
    except RuntimeError as error:
        raise Unavailable("install libseccomp (on Debian: apt-get install libseccomp2)") from error
    denied = seccomp.ERRNO(errno.EPERM)
    rules = seccomp.SyscallFilter(seccomp.ALLOW)
    for name in _DENIED.split():
        try:
            number = seccomp.resolve_syscall(seccomp.system_arch(), name)
        except ValueError:
            continue
        if number >= 0:  # else this architecture or libseccomp has no such call
            rules.add_rule(denied, number)
    rules.add_rule(seccomp.ERRNO(errno.ENOSYS), "clone3")
    for flag in _NEW_NAMESPACES:
        rules.add_rule(denied, "clone", seccomp.Arg(0, seccomp.MASKED_EQ, flag, flag))
    rules.add_rule(denied, "prctl", seccomp.Arg(0, seccomp.EQ, _PR_SET_PDEATHSIG))  # it ends with the worker
    for request in _TERMINAL_INPUT:
        rules.add_rule(denied, "ioctl", seccomp.Arg(1, seccomp.MASKED_EQ, 0xFFFFFFFF, request))
    for command in _LOCKS:
        rules.add_rule(denied, "fcntl", seccomp.Arg(1, seccomp.MASKED_EQ, 0xFFFFFFFF, command))
    for name in ("socket", "socketpair"):
        rules.add_rule(denied, name, seccomp.Arg(0, seccomp.NE, int(socket.AF_UNIX)))
    rules.add_rule(denied, "mmap", seccomp.Arg(3, seccomp.MASKED_EQ, _MAP_SHARED, _MAP_SHARED))
    with TemporaryFile() as file:
        rules.export_bpf(file)
        file.seek(0)
        return file.read()
