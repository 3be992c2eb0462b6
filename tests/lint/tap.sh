# Sourced by the tests of the checkers: numbered TAP lines.
tests=0

# report STATUS NAME: one line; status 0 is "ok"
report() {
    tests=$((tests + 1))
    [ "$1" -eq 0 ] && ok='ok' || ok='not ok'
    printf '%s %s - %s\n' "$ok" "$tests" "$2"   # a name may hold backslashes, which echo would read
}

# skip NAME WHY
skip() {
    tests=$((tests + 1))
    echo "ok $tests - $1 # SKIP $2"
}

# says TEXT COMMAND...: the command fails and its output holds the text
says() {
    text=$1
    shift
    output=$("$@" 2>&1) && { echo "# exit status 0 from: $*"; return 1; }
    case $output in
    *"$text"*) return 0 ;;
    esac
    echo "$output" | sed 's/^/# /'
    return 1
}

plan() {
    echo "1..$tests"
}
