# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# bash completes options, commands and files of libspe's programs. What it offers is what --help prints.

# The options of a program as --help has them, one in each line: --check, --top=N, --style=perf
_spe_options() {
    "$1" --help 2>/dev/null | sed -n 's/^  -/-/p' | sed 's/   *[^-].*//' |
        grep -oE -- '(^|, )--?[a-zA-Z][a-z-]*\[?(=[A-Za-z0-9]*)?' | sed 's/^, //' | sort -u
}

# The commands of a program
_spe_commands() { "$1" --help 2>/dev/null | sed -n '/^Commands:/,/^[A-Z]/s/^  \([a-z]\{1,\}\)  .*/\1/p'; }

# The values of an option: words, or the kind of file that it takes
_spe_values() { # PROGRAM OPTION WORD
    local value
    value=$(_spe_options "$1" | sed -n "s/^$2\[\{0,1\}=//p")
    case $2 in
    --cpu) [ "$value" = NAME ] && value=$("$1" --cpu=list 2>/dev/null | awk '{print $2}') ;;
    --table) value=$("$1" --table=list 2>/dev/null | awk '{print $1}') ;;
    esac
    case $value in
    *FILE* | *OUT*) compgen -f -- "$3" ;;
    *DIR*) compgen -d -- "$3" ;;
    *[a-z]*) compgen -W "$(grep -v '^[A-Z]*$' <<<"$value")" -- "$3" ;;
    esac
}

_spe() {
    local program=$1 word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]:-} option=
    [ "$word" = = ] && option=$before word=
    [ "$before" = = ] && [ "$COMP_CWORD" -gt 1 ] && option=${COMP_WORDS[COMP_CWORD - 2]}
    if [ -n "$option" ]; then
        mapfile -t COMPREPLY < <(_spe_values "$program" "$option" "$word")
    elif [[ $word == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$(_spe_options "$program" | sed 's/\[$//; s/=[A-Z]*$/=/; s/\[=/=/')" -- "$word")
        [[ ${COMPREPLY[0]:-} == *= ]] && compopt -o nospace 2>/dev/null
    else
        mapfile -t COMPREPLY < <(
            [ "$COMP_CWORD" -ne 1 ] || compgen -W "$(_spe_commands "$program")" -- "$word"
            compgen -f -- "$word"
        )
    fi
}

complete -o filenames -F _spe spe-dump spe-stat spe-asm spe-regs spe2perf spe-record spe-doctor
