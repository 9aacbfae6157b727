#!/bin/bash
# SPDX-License-Identifier: MIT
# Completions of bash, zsh and fish: they offer each option of --help, commands, and values that programs know.
# needs: perl
# all needs: zsh fish
set -u
. tests/tap.sh
need_packages
build=$(cd "${BUILD:-build}" && pwd)
PATH=$build:$PATH
programs="spe-dump spe-stat spe-asm spe-regs spe2perf spe-doctor"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
# all options of a program, as its manual page's test finds them
options() { "$1" --help | sed -n 's/^  -/-/p' | sed 's/  .*//' | grep -oE '(^|[ ,])--[a-z][a-z-]+' | grep -oE -- '--.*' | sort -u; }

# -- bash --
# shellcheck source=tools/completions/spe.bash
. tools/completions/spe.bash
# offered WORD...: what bash offers for the last word; = is a word of its own, as readline splits words
offered() {
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    COMPREPLY=()
    _spe "$1" 2>/dev/null
    printf '%s\n' "${COMPREPLY[@]}"
}
for program in $programs; do
    is "$(offered "$program" -- | sed 's/=.*//' | grep '^--' | sort -u)" "$(options "$program")" "bash: options of $program"
done
is "$(options spe-stat | wc -l | sed 's/^[34].$/many/')" many "... which are many"
is "$(offered spe-stat --ta)" "--table=" "bash: an option with a value"
is "$(offered spe-stat --debug)" "--debuginfod" "... without one"
is "$(offered spe-stat an | head -1)" "annotate" "... a command"
is "$(offered spe-dump --style = | sort | tr '\n' ' ')" "arch perf " "... values that --help names"
is "$(offered spe-stat --cpu = neoverse-n1)" "neoverse-n1" "... a core"
touch "$tmp/one.data"
is "$(offered spe-stat "$tmp/on")" "$tmp/one.data" "... a file"
is "$(offered spe-stat --html = "$tmp/on")" "$tmp/one.data" "... the file of an option"
is "$(complete -p spe-record spe-stat | wc -l)" 2 "... for each program"

# -- fish --
if command -v fish >/dev/null; then
    for program in $programs; do
        cp tools/completions/spe.fish "$tmp/$program.fish"
        is "$(fish -c "source $tmp/$program.fish; complete -C '$program --'" | cut -f1 | sed 's/=.*//' | grep '^--' | sort -u)" \
            "$(options "$program")" "fish: options of $program"
    done
    is "$(fish -c "source $tmp/spe-stat.fish; complete -C 'spe-stat --top'")" \
        "--top	at most N rows in a table of places (default 10; json: all)" "... with what they do"
    is "$(fish -c "source $tmp/spe-stat.fish; complete -C 'spe-stat anno'" | cut -f1)" "annotate" "... a command"
    is "$(fish -c "source $tmp/spe-stat.fish; complete -C 'spe-stat --cpu=neoverse-n1'" | cut -f1)" "--cpu=neoverse-n1" "... a core"
fi

# -- zsh: what it passes to _arguments --
if command -v zsh >/dev/null; then
    for program in $programs; do
        zsh -fc '_arguments() { print -rl -- "$@"; }; words=($1); emulate -R zsh -o extendedglob; . ./tools/completions/_spe' zsh \
            "$program" >"$tmp/specs"
        is "$(grep -oE '^\*?--[a-z][a-z-]+' "$tmp/specs" | tr -d '*' | sort -u)" "$(options "$program")" "zsh: options of $program"
        [ "$program" != spe-stat ] || cp "$tmp/specs" "$tmp/stat"
    done
    is "$(grep -F -- '--symfs' "$tmp/stat")" '--symfs=[search DIR first for programs and libraries]:DIR:_files -/' "... a folder"
    is "$(grep '^--resync' "$tmp/stat" | cut -c1-11)" '--resync=-[' "... a value that may be left out"
    is "$(grep '^1:' "$tmp/stat")" '1: :(( merge diff annotate )):_files' "... commands"
fi
done_testing
