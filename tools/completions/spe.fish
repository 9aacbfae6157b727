# SPDX-License-Identifier: MIT
# fish completes options, commands and files of libspe's programs. What it offers is what --help prints.

function __spe_complete
    set -l program $argv[1]
    set -l in_commands 0
    for line in ($program --help 2>/dev/null)
        string match -qr '^[A-Z]' -- $line; and set in_commands (string match -q 'Commands:*' -- $line; and echo 1; or echo 0)
        if test $in_commands = 1
            set -l word (string match -r '^  ([a-z]+)  +(.*)' -- $line)
            and complete -c $program -n __fish_use_subcommand -a $word[2] -d $word[3]
            continue
        end
        string match -qr '^  -' -- $line; or continue
        set -l about (string replace -r '^  (?:-\S+(?: [A-Z]+)?,?(?: +|$))+' '' -- $line)
        for option in (string match -ar -- '--[a-z][a-z-]*(?:\[?=[A-Za-z0-9]*)?' (string replace -r '  +[^-].*' '' -- (string trim -- $line)))
            set -l parts (string split -m 1 = -- (string replace '[' '' -- $option))
            set -l name (string sub -s 3 -- $parts[1])
            switch "$parts[2]"
                case ''
                    complete -c $program -l $name -d "$about"
                case FILE OUT IN
                    complete -c $program -l $name -rF -d "$about"
                case DIR
                    complete -c $program -l $name -xa '(__fish_complete_directories)' -d "$about"
                case '*'
                    set -l values
                    string match -qr '[a-z]' -- $parts[2]; and set values $parts[2]
                    test $name = table; and set values "($program --table=list 2>/dev/null | string replace -r ' .*' '')"
                    test $name = cpu; and set values "($program --cpu=list 2>/dev/null | string replace -r '^\S+\s+' '')"
                    complete -c $program -l $name -xa "$values" -d "$about"
            end
        end
    end
end

__spe_complete (status filename | string replace -r '.*/' '' | string replace .fish '')
