#!/bin/sh
# All checks and tests. Usage and steps: sh deploy/test.sh --help
CDPATH='' cd -- "$(dirname -- "$0")/.." || exit 1
. deploy/setup.sh

usage() {
    cat <<'END'
usage: sh deploy/test.sh [--long] [PYTEST ARGUMENTS]

Without arguments: ruff, mypy, import-linter, migrations, the OpenAPI schema, the exported requirements, then pytest
on all cores: everything on SQLite, and on PostgreSQL what touches the database. As root on Debian, installs the servers,
Node.js and numpy, which the tests need.
--long adds the tests that are too slow for every change.
Other arguments go to pytest, on SQLite, and nothing else is run: sh deploy/test.sh tests/engines -k scoring
END
}

selection='not long'
case ${1-} in
    -h | --help)
        usage
        exit 0
        ;;
    --long)
        selection=
        shift
        ;;
esac

# Debian's packages of the servers and of what bots run in, where they are missing. Their services are not started: policy-rc.d refuses that.
install_servers() {
    packages=
    command -v redis-server >/dev/null || command -v valkey-server >/dev/null || packages="$packages redis-server"
    have_postgres || packages="$packages postgresql"
    command -v bwrap >/dev/null || packages="$packages bubblewrap"
    command -v chromium >/dev/null || packages="$packages chromium"
    command -v node >/dev/null || packages="$packages nodejs"
    command -v f2py3 >/dev/null || packages="$packages python3-numpy" # f2py3 is a part of it
    if [ -z "$packages" ]; then
        return
    fi
    if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
        echo "missing for some tests:$packages (on Debian, as root: apt-get install$packages)" >&2
        return 1
    fi
    policy=/usr/sbin/policy-rc.d
    if [ ! -e "$policy" ]; then
        trap 'rm -f /usr/sbin/policy-rc.d' EXIT INT TERM HUP
        printf '#!/bin/sh\nexit 101\n' >"$policy" && chmod 755 "$policy"
    else
        policy=
    fi
    # shellcheck disable=SC2086 # one word for each package
    { apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install --no-install-recommends $packages; } \
        >&2 </dev/null
    installed=$?
    if [ -n "$policy" ]; then
        rm -f "$policy"
        trap - EXIT INT TERM HUP
    fi
    [ "$installed" -eq 0 ] || echo "apt-get could not install$packages" >&2
    return "$installed"
}

have_postgres() {
    if command -v initdb >/dev/null && command -v postgres >/dev/null; then
        return 0
    fi
    for binary in /usr/lib/postgresql/*/bin/initdb; do
        [ -x "$binary" ] && return 0
    done
    return 1
}

failed=
missed=

# step NAME COMMAND...: run it, show how long it took, remember it if it failed.
step() {
    name=$1
    shift
    printf '\n== %s\n' "$name"
    begun=$(date +%s)
    if "$@" </dev/null; then
        result=passed
    else
        result="FAILED, exit status $?"
        failed="$failed, $name"
    fi
    printf '== %s: %s (%d s)\n' "$name" "$result" "$(($(date +%s) - begun))"
}

# without NAME WHY: a step that this machine cannot do, which in CI is a failure.
without() {
    printf '\n== %s: NOT RUN, %s\n' "$1" "$2"
    missed="$missed, $1"
    if [ "${CI-}" = true ]; then
        failed="$failed, $1"
    fi
}

started=$(date +%s)
if [ $# -eq 0 ]; then
    # In CI a server or node that is missing fails; elsewhere the tests that need it say that they are skipped.
    install_servers || { [ "${CI-}" != true ] || fail "CI=true, and programs that the tests need are missing"; }
fi
environment test

# What the checks and tests write goes to a var of their own, never to one in use.
CROUPIER_VAR=$(mktemp -d) || exit 1
export CROUPIER_VAR
# Tests start many programs: what one has compiled the next need not, whatever the environment says of that.
unset PYTHONDONTWRITEBYTECODE
export PYTHONPYCACHEPREFIX="$CROUPIER_VAR/pycache"
trap 'rm -rf "$CROUPIER_VAR"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
unset CROUPIER_DATABASE_URL CROUPIER_BROKER_URL DJANGO_SETTINGS_MODULE

if [ $# -gt 0 ]; then
    "$python" -m pytest -m "$selection" "$@"
    exit
fi

step 'ruff check' "$python" -m ruff check .
step 'ruff format' "$python" -m ruff format --check .
step mypy "$python" -m mypy plugins engines tournaments ratings deploy manage.py
step import-linter "$python" -c 'from importlinter.cli import lint_imports_command; lint_imports_command()'
step migrations env CROUPIER_DATABASE_URL=sqlite:///:memory: "$python" manage.py makemigrations --check --dry-run
step 'OpenAPI schema' "$python" manage.py spectacular --validate --fail-on-warn --file /dev/null
if command -v uv >/dev/null; then
    step requirements sh deploy/requirements.sh --check
else
    printf '\n== requirements: not compared with uv.lock, uv is not on the PATH\n'
fi
# Every process of pytest has databases and servers of its own; a file's tests stay together and in order.
spread='--numprocesses auto --dist loadfile'
# shellcheck disable=SC2086 # one word for each option
step 'pytest on SQLite' "$python" -m pytest $spread -m "$selection"
if have_postgres; then
    # shellcheck disable=SC2086
    step 'pytest on PostgreSQL' \
        "$python" -m deploy.postgres "$python" -m pytest $spread -m "database${selection:+ and $selection}"
else
    without 'pytest on PostgreSQL' 'no PostgreSQL server is installed'
fi

printf '\n== %d s in all' "$(($(date +%s) - started))"
[ -z "$missed" ] || printf '; not run: %s' "${missed#, }"
if [ -n "$failed" ]; then
    printf '; FAILED: %s\n' "${failed#, }"
    exit 1
fi
printf '; passed\n'
