#!/bin/sh
# Writes requirements.txt and requirements-dev.txt from uv.lock, for installations without uv; --check: compares only.
CDPATH='' cd -- "$(dirname -- "$0")/.." || exit 1
set -eu

# A universal export with hashes. --no-config: nothing of this machine's uv settings may reach the files.
export_to() {
    target=$1
    shift
    printf '%s\n' "# From uv.lock by deploy/requirements.sh; pip install --require-hashes -r ${target##*/}" >"$target"
    uv export --no-config --quiet --frozen --format requirements-txt --no-emit-project --no-header --no-annotate \
        --extra server --extra embedded "$@" >>"$target"
}

case ${1-} in
    '')
        uv lock --no-config --quiet
        export_to requirements.txt --no-dev
        export_to requirements-dev.txt
        ;;
    --check)
        scratch=$(mktemp -d)
        trap 'rm -rf "$scratch"' EXIT
        uv lock --no-config --quiet --check
        export_to "$scratch/requirements.txt" --no-dev
        export_to "$scratch/requirements-dev.txt"
        for name in requirements.txt requirements-dev.txt; do
            diff -u "$name" "$scratch/$name" || {
                echo "$name is not what uv.lock says; run sh deploy/requirements.sh" >&2
                exit 1
            }
        done
        ;;
    *)
        echo "usage: sh deploy/requirements.sh [--check]" >&2
        exit 2
        ;;
esac
