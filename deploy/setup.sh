# The virtual environment: sourced by the scripts of this folder, which say `environment demo` or `environment test`.
# POSIX shell. It stands at the root of the repository and leaves the environment in .venv, its Python as $python.

umask 022
python=.venv/bin/python

fail() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit 1
}

# digest FILE...: one word that changes with the content of the files.
digest() {
    cat "$@" | sha256sum | cut -c1-32
}

# environment demo|test: make .venv, or bring it up to date. Quick when nothing has changed: a stamp in .venv names the
# requirements that were installed last. `test` holds all that `demo` does, so a demo takes nothing away again.
environment() {
    purpose=$1
    case $purpose in
        demo) requirements=requirements.txt ;;
        test) requirements=requirements-dev.txt ;;
    esac
    stamp=".venv/croupier-$purpose-$(digest uv.lock "$requirements")"
    if [ -e "$stamp" ] && "$python" -c '' 2>/dev/null; then
        return
    fi
    if command -v uv >/dev/null 2>&1; then
        echo "making .venv with uv" >&2
        set -- --frozen --no-install-project --inexact --extra server --extra embedded
        [ "$purpose" = test ] || set -- "$@" --no-dev
        [ -t 2 ] || set -- "$@" --quiet
        # Whatever environment is active elsewhere, ours is .venv; and like pip, uv trusts whom the system trusts.
        env -u VIRTUAL_ENV -u UV_PROJECT_ENVIRONMENT UV_SYSTEM_CERTS=1 UV_NATIVE_TLS=1 uv sync "$@" || fail "uv sync failed"
    else
        plain_environment
    fi
    rm -f .venv/croupier-*
    [ "$purpose" = demo ] || : >".venv/croupier-demo-$(digest uv.lock requirements.txt)"
    : >"$stamp"
}

# The same with nothing but Python: venv, and pip with the hashes of $requirements.
plain_environment() {
    command -v python3 >/dev/null 2>&1 ||
        fail "python3 is not on the PATH; install Python 3.11 or later (on Debian: apt-get install python3 python3-venv)"
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        fail "$(python3 --version) is too old; install Python 3.11 or later, or uv (https://docs.astral.sh/uv/)"
    python3 -c 'import ensurepip, venv' 2>/dev/null ||
        fail "python3 has no venv and ensurepip; install them (on Debian: apt-get install python3-venv)"
    if ! "$python" -m pip --version >/dev/null 2>&1; then
        echo "making .venv with venv" >&2
        python3 -m venv --clear .venv || fail "python3 -m venv .venv failed"
    fi
    echo "installing $requirements with pip" >&2
    "$python" -m pip install --disable-pip-version-check --no-input --quiet --require-hashes --no-deps \
        -r "$requirements" || fail "pip install -r $requirements failed"
}
