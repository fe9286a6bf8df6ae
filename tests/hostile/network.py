"""Tries every way out that a socket may be."""

import ctypes
import pathlib
import socket

import table

port, name = pathlib.Path("target.txt").read_text().split()
port = int(port)


def tcp():
    return socket.create_connection(("127.0.0.1", port), 1)


def udp():
    return socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"canary", ("127.0.0.1", port))


def udp6():
    return socket.socket(socket.AF_INET6, socket.SOCK_DGRAM).sendto(b"canary", ("::1", port))


def vsock():
    return socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM)


def netlink():
    return socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)


def abstract():
    return socket.socket(socket.AF_UNIX).connect("\0" + name) or True


def abstract_datagram():
    return socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendto(b"canary", "\0" + name + "-datagram")


def listen():
    return socket.socket(socket.AF_UNIX).bind("\0own") or True


def pair_of_datagrams():
    one, _ = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    return one.sendto(b"canary", "\0" + name + "-datagram")


def by_number():
    """The compatibility interface (x32), whose numbers a careless filter does not know."""
    return None if ctypes.CDLL(None).socket(2, 1, 0) < 0 else True


table.sit()
for attack in (tcp, udp, udp6, vsock, netlink, abstract, abstract_datagram, listen, pair_of_datagrams, by_number):
    table.attempt(attack.__name__, attack)
table.attempt("dns", lambda: socket.getaddrinfo("example.org", 80))
table.play_on()
