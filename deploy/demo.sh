#!/bin/sh
# Croupier on this machine, and tournaments on it: sh deploy/demo.sh --help
CDPATH='' cd -- "$(dirname -- "$0")/.." || exit 1
. deploy/setup.sh

for argument; do
    case $argument in
        -h | --help)
            # The usage is the docstring of the program, readable before there is a Python to run it.
            sed -e '1s/^"""//' -e '/^"""/,$d' deploy/demo/__main__.py
            exit 0
            ;;
    esac
done
environment demo
exec "$python" -m deploy.demo "$@"
