#!/bin/sh
# Measurements: sh deploy/bench.sh NAME [ARGUMENTS] runs one, sh deploy/bench.sh lists their names.
CDPATH='' cd -- "$(dirname -- "$0")/.." || exit 1
. deploy/setup.sh

environment demo
exec "$python" -m deploy.bench "$@"
