#!/bin/bash
# SPDX-License-Identifier: MIT
# Each public header compiles alone, in the first standards of C and C++ (CHECK_ALL=1: in all, and with
# clang), without a warning. Every public macro can be expanded. What the headers promise to other languages is there.
# needs: g++
# all needs: clang
set -u
. tests/tap.sh
need g++
! is_all || need clang
build=${BUILD:-build}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
strict="-Iinclude -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wundef -Wcast-qual -Werror -fsyntax-only"

# The compilers to test now: make check uses gcc's first standards.
compilers() {
    if is_all; then cat; else grep -E '^(gcc.*=c99|g\+\+.*=c\+\+(98|11))'; fi
}
strict_compilers=$(compilers <<'EOF'
gcc -std=c99
gcc -std=c11
gcc -std=c17
gcc -std=c2x
clang -std=c99
clang -std=c2x
g++ -std=c++11 -Wold-style-cast
g++ -std=c++14 -Wold-style-cast
g++ -std=c++17 -Wold-style-cast
g++ -std=c++20 -Wold-style-cast
clang++ -std=c++11 -Wold-style-cast -Wzero-as-null-pointer-constant
clang++ -std=c++17 -Wold-style-cast
clang++ -std=c++20 -Wold-style-cast
EOF
)
for header in include/libspe/*.h; do
    name=${header#include/}
    printf '#include <%s>\n#include <%s>\n' "$name" "$name" >"$work/alone.c"
    cp "$work/alone.c" "$work/alone.cpp"
    bad=
    while read -r compiler; do
        case $compiler in *++*) file=alone.cpp ;; *) file=alone.c ;; esac
        # shellcheck disable=SC2086 # a command and its options
        $compiler $strict "$work/$file" >"$work/log" 2>&1 || bad="$bad$compiler: $(head -3 "$work/log")"
    done <<<"$strict_compilers"
    is "$bad" "" "$name alone, $(grep -c . <<<"$strict_compilers") compilers and standards"
done

# -- C++17: each part of spe.hpp compiles alone, too --
parts=(include/libspe/spe.hpp) # which has all of them
! is_all || parts=(include/libspe/*.hpp)
for header in "${parts[@]}"; do
    name=${header#include/}
    printf '#include <%s>\n#include <%s>\n' "$name" "$name" >"$work/alone.cpp"
    bad=
    compilers="g++ -std=c++17,g++ -std=c++20"
    ! is_all || compilers+=",clang++ -std=c++17,clang++ -std=c++20"
    while read -r -d , compiler; do
        # shellcheck disable=SC2086 # a command and its options
        $compiler $strict -Wold-style-cast "$work/alone.cpp" >"$work/log" 2>&1 ||
            bad="$bad$compiler: $(head -3 "$work/log")"
    done <<<"$compilers,"
    is "$bad" "" "$name alone, $compilers"
done
is "$(echo '#include <libspe/spe.hpp>' | g++ -std=c++17 -Iinclude -M -xc++ - |
    grep -o 'include/libspe/[a-z_]*\.hpp' | sort -u | xargs)" "$(echo include/libspe/*.hpp)" "spe.hpp includes all of them"

is "$(sed -n 's/^#include <libspe\/\(.*\)>/\1/p' include/libspe/spe.h)" "$(cd include/libspe && printf '%s\n' *.h | grep -vx spe.h)" \
    "spe.h includes all headers"

# -- a macro that no test expands may be one that does not compile --
numbers=$(sed -n 's/^#define \(SPE_[A-Z0-9_]*\) .*/\1/p' include/libspe/*.h |
    grep -vE '^SPE_(API|ACCESSOR|INLINE|NOEXCEPT|SIZED|.*_INIT)$' | sort -u)
starts=$(sed -n 's/^#define \(SPE_[A-Z0-9_]*_INIT\) .*/\1/p' include/libspe/*.h | sort -u)
{
    echo '#include <libspe/spe.h>'
    echo 'int main() {'
    # shellcheck disable=SC2086 # a list
    printf '    (void)(%s);\n' $numbers
    sed -n 's/^#define \(SPE_IS_[A-Z0-9_]*\)(.*/    (void)(\1(0));/p' include/libspe/*.h
    for start in $starts; do
        type=$(tr '[:upper:]' '[:lower:]' <<<"${start%_INIT}")
        echo "    struct $type a_$type = $start; (void)a_$type;"
    done
    echo '    return 0;'
    echo '}'
} >"$work/macros.cpp"
sed 's/int main()/int main(void)/' "$work/macros.cpp" >"$work/macros.c"
is "$(grep -c void "$work/macros.c" | awk '{print ($1 > 60)}') $(grep -c 'struct' "$work/macros.c" |
    awk '{print ($1 >= 6)}')" "1 1" "there are many macros"
expand="-Iinclude -Wall -Wextra -Wpedantic -Wmissing-field-initializers -Werror -fsyntax-only"
# shellcheck disable=SC2086
ok "every public macro expands in C" gcc -std=c99 $expand "$work/macros.c"
while read -r compiler; do
    # shellcheck disable=SC2086
    ok "every public macro expands in C++, $compiler" $compiler -Wold-style-cast $expand "$work/macros.cpp"
done < <(printf '%s\n' "g++ -std=c++11" "g++ -std=c++20" "clang++ -std=c++11" "clang++ -std=c++20" | compilers)
{
    echo '#include <libspe/spe.h>'
    echo 'int main() {'
    for start in $starts; do
        type=$(tr '[:upper:]' '[:lower:]' <<<"${start%_INIT}")
        echo "    struct $type a_$type = $start; (void)a_$type;"
        grep -q "^SPE_[A-Z]*_*EVENT" <<<"$start" || echo "    if (a_$type.size != sizeof a_$type) return 1;"
    done
    echo '    return 0;'
    echo '}'
} >"$work/starts.cpp"
while read -r compiler; do
    # shellcheck disable=SC2086
    ok "initialisers, $compiler" $compiler -Iinclude -Wall -Wextra -pedantic -Werror "$work/starts.cpp" \
        -o "$work/starts"
    ok "... say how large their structs are" "$work/starts"
done < <(printf '%s\n' "gcc -x c -std=c99" "g++ -std=c++98 -Wno-long-long" "clang++ -std=c++98 -Wno-long-long" \
    "g++ -std=c++20" | compilers)
functions_of_macros=$(sed -n 's/^#define \(SPE_[A-Z0-9_]*\)(.*/\1/p' include/libspe/*.h |
    grep -vE '^SPE_(IS_.*|RETURNS|CAST|SIZED|SIZED_NAME_?)$')
is "$functions_of_macros" "" "and there is no macro beside those"
sized=$(awk '/^struct spe_[a-z_]+ \{/ {name = $2} /^    uint32_t size; / && name {print toupper(name)} /^}/ {name = ""}' include/libspe/*.h | sort)
is "$(tr ' ' '\n' <<<"$starts" | sed 's/_INIT//' | sort | comm -13 - <(echo "$sized")) $(wc -l <<<"$sized")" " 8" \
    "every struct that begins with its size has its SPE_..._INIT"

# -- conventions --
structs=$(cat include/libspe/*.h | grep -oE '\bstruct spe_[a-z0-9_]+' | sed 's/struct //' | sort -u)
is "$(tests/abi/functions | comm -12 - <(echo "$structs"))" "" "no struct and function share a name"
contexts=$(cat include/libspe/*.h | awk '/^typedef struct spe_/ {print $3}' | sort)
is "$(cat include/libspe/*.h | awk '/^(typedef )?struct spe_[a-z_]+ \{/ {name = $0; sub(/.*struct /, "", name); sub(/ .*/, "", name)} / opaque\[/ {print name}' | sort)" \
    "$contexts" "contexts are typedefs, and typedefs are contexts"

# -- no struct has padding on any target: nobody would set it, and a later version could not use it --
{
    echo '#include <libspe/spe.h>'
    cat include/libspe/*.h | awk '/^(typedef )?struct spe_[a-z_]+ \{/ {sub(/^typedef /, ""); sub(/ \{.*/, "");
        print "extern char size_of_" ++n "[sizeof(" $0 ")];"}'
} >"$work/padded.c"
is "$(grep -c sizeof "$work/padded.c" | awk '{print ($1 > 25)}')" 1 "there are many structs"
targets="gcc"
! is_all || targets=$(printf 'clang --target=%s\n' {x86_64,aarch64,i686}-linux-gnu {armv7,powerpc}-none-eabi)
while read -r target; do
    # shellcheck disable=SC2086 # a command and its option
    is "$($target -std=c11 -ffreestanding -Wpadded -Iinclude -fsyntax-only \
        "$work/padded.c" 2>&1)" "" "no struct has padding, $target"
done <<<"$targets"

# -- accessors: constexpr in C++, exported, declared for machines --
cat >"$work/constant.cpp" <<'EOF'
#include <libspe/spe.h>
static_assert(spe_address_canonical(0xa0ff800010080000) == 0xffff800010080000, "");
static_assert(spe_address_state(0x9000000000000000, 1) == SPE_STATE_REALM && spe_address_el(0x6000000000000000) == 3, "");
static_assert(spe_event(4, SPE_EVENT_L1D_ACCESS) == 1, "");
constexpr spe_record record = {0, 0, 0, 0, 0, 0, 0, 0, 0, SPE_HAS_CONTEXT_EL2, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, {0}};
static_assert(spe_record_context(&record) == 7, "");
static_assert(noexcept(spe_address_el(0)) && noexcept(spe_record_context(&record)), "");
EOF
while read -r compiler; do
    # shellcheck disable=SC2086
    ok "accessors are constant expressions, $compiler" $compiler -Iinclude -fsyntax-only "$work/constant.cpp"
done < <(printf '%s\n' "g++ -std=c++11" "clang++ -std=c++11" "g++ -std=c++20" | compilers)
accessors=$(grep -h -oE '^SPE_(ACCESSOR|INLINE) [a-z0-9_ ]+\**spe_[a-z0-9_]+' include/libspe/*.h |
    grep -oE 'spe_[a-z0-9_]+$' | sort)
exported=$(nm -D --defined-only "$build/libspe.so" | awk '{sub(/@.*/, "", $3); print $3}' | sort)
is "$(comm -23 <(echo "$accessors") <(echo "$exported"))" "" "all $(wc -l <<<"$accessors") accessors are exported"
cc -Iinclude -DSPE_NO_INLINE -E -P include/libspe/spe.h >"$work/declared.h"
is "$(grep -c '{ *return' "$work/declared.h") $(grep -v '^typedef' "$work/declared.h" | grep -oE 'spe_[a-z0-9_]+\(' |
    tr -d '(' | sort -u | comm -3 - <(tests/abi/functions))" "0 " \
    "with SPE_NO_INLINE the headers declare every function and define none"
is "$(awk 'length > 120 {print FILENAME ":" FNR}' include/libspe/*.h)" "" "no line is longer than 120 characters"
# Which states a function refuses is in its comment (base.h, SPE_E_STATE): the unit tests see each of them refuse.
refusing=$(awk '/^\/\*/ {about = ""} {about = about $0}
    /^SPE_API/ {if (about ~ /SPE_E_STATE/) {sub(/\(.*/, ""); print $NF} about = ""}' include/libspe/*.h | tr -d '*' | sort)
is "$(grep -hoE 'spe_[a-z_]+\(.*SPE_E_STATE' tests/unit/*.c | grep -oE 'spe_[a-z_]+\(' | tr -d '(' | sort -u |
    comm -13 - <(echo "$refusing"))" "" "$(wc -l <<<"$refusing") functions return SPE_E_STATE: each is seen to"

# -- SPE_API and SPE_STATIC --
echo '#include <libspe/decoder.h>' >"$work/small.c"
is "$(for flags in -DSPE_DECODER_SIZE=1024 '-DSPE_DECODER_SIZE=1024 -DSPE_NO_LEARNING' -DSPE_DECODER_SIZE=8192; do
    # shellcheck disable=SC2086 # options
    cc -Iinclude -fsyntax-only $flags "$work/small.c" 2>/dev/null; echo $?; done | tr '\n' ' ')" "1 0 0 " \
        "a small decoder is for those who have SPE_NO_LEARNING"
ok "structs and contexts have the sizes that comments and pages state" sh -c '
    tests/abi/sizes include/libspe/*.h docs/embedding.md >"$0/1.h" &&
    tests/abi/sizes examples/firmware/README.md >"$0/2.h" &&
    check() { echo "#include <libspe/spe.h>" | cc -Iinclude -fsyntax-only -include libspe/spe.h -xc "$@"; } &&
    check "$0/1.h" && check -DSPE_NO_LEARNING -DSPE_DECODER_SIZE=1024 "$0/2.h"' "$work"
echo '#include <libspe/base.h>' >"$work/api.c"
is "$(cc -Iinclude -E -P '-DSPE_API=my_own_export' "$work/api.c" | grep -c 'my_own_export const char \*spe_version')" \
    1 "SPE_API can be given"
is "$(echo 'int plugin(void); int plugin(void) { return 1; }' |
    cc -shared -fPIC -xc - -xnone -Wl,--whole-archive "$build/libspe.a" -Wl,--no-whole-archive -o "$work/whole.so" 2>&1;
    nm -D --defined-only "$work/whole.so" | grep -c ' spe_')" 0 "a plugin that links libspe.a exports nothing of it"

# Whatever macros a program defines, it does not link with a library whose decoder has another size. The
# library is compiled for this.
is_all || done_testing
printf '%s\n' '#include <libspe/decoder.h>' 'int main(void) { static spe_decoder d; return spe_decoder_init(&d, 0); }' \
    >"$work/sized.c"
small='-DSPE_NO_LEARNING -DSPE_DECODER_SIZE=1024'
build_library() { # NAME FLAG...: of those files, as users may do
    local top=$PWD
    mkdir "$work/$1"
    (cd "$work/$1" && cc -fPIC -I"$top/include" -DSPE_STATIC "${@:2}" -c "${files[@]}" && ar rcs "../$1.a" ./*.o)
}
cp "$build/libspe.a" "$work/whole.a"
files=("$PWD"/src/{base,table,packet,record}/*.c)
# shellcheck disable=SC2086 # options
ok "a library of small decoders" build_library small $small
files=("$PWD/src/record/decoder.c")
ok "... without learned layouts" build_library plain -DSPE_NO_LEARNING
link_sizes() { # LIBRARY FLAG...: of the program
    cc -Iinclude -DSPE_STATIC "${@:2}" "$work/sized.c" "$work/$1.a" -o "$work/sized" 2>"$work/log" && "$work/sized"
    echo "$? $(grep -c 'undefined reference to .spe_decoder_init' "$work/log")"
}
# shellcheck disable=SC2086
is "$(link_sizes small $small), $(link_sizes whole)" "0 0, 0 0" "program and library of one size link and run"
# shellcheck disable=SC2086
is "$(link_sizes whole $small), $(link_sizes small), $(link_sizes plain $small)" "1 1, 1 1, 1 1" "of two sizes they do not"

done_testing
