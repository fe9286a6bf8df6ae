"""The web server on a socket that the parent has bound: the port is known and taken before anything else is started."""

from __future__ import annotations

import argparse
import socket

import uvicorn

from deploy.process import ServiceError

STOP_SECONDS = 3  # a request that waits, such as a remote bot's long poll, is cut off after this at a stop


def bind(port: int, host: str = "127.0.0.1") -> socket.socket:
    """A listening TCP socket; port 0 picks a free one. Raises ServiceError if the port is taken or not allowed."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(128)
    except OSError as error:
        listener.close()
        raise ServiceError(
            f"port {port} on {host}: {error.strerror}; name another port, or 0 for any free one"
        ) from error
    return listener


def main() -> None:
    """Serve deploy.asgi on the inherited socket until SIGTERM."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fd", type=int, required=True, help="the file descriptor of a listening TCP socket")
    listener = socket.socket(fileno=parser.parse_args().fd)
    config = uvicorn.Config(
        "deploy.asgi:application",
        lifespan="off",
        access_log=False,
        proxy_headers=False,  # CROUPIER_PROXIES says how many proxies are believed, and nothing else does
        timeout_graceful_shutdown=STOP_SECONDS,
    )
    uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main()
