#!/bin/bash
# SPDX-License-Identifier: MIT
# Each public header compiles alone, in every standard of C and C++ from C99 and C++11 on, with gcc and clang, without a
# warning; every public macro means something; what the headers promise to other languages is there.
# needs: g++ clang
set -u
. tests/tap.sh
need g++
need clang
build=${BUILD:-build}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
strict="-Iinclude -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wundef -Wcast-qual -Werror -fsyntax-only"

compilers="gcc -std=c99
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
clang++ -std=c++20 -Wold-style-cast"
for header in include/libspe/*.h; do
    name=${header#include/}
    printf '#include <%s>\n#include <%s>\n' "$name" "$name" >"$work/alone.c"
    cp "$work/alone.c" "$work/alone.cpp"
    bad=
    while read -r compiler; do
        case $compiler in *++*) file=alone.cpp ;; *) file=alone.c ;; esac
        # shellcheck disable=SC2086 # a command and its options
        $compiler $strict "$work/$file" >"$work/log" 2>&1 || bad="$bad$compiler: $(head -3 "$work/log")"
    done <<<"$compilers"
    is "$bad" "" "$name alone, $(grep -c . <<<"$compilers") compilers and standards"
done

# -- a macro that no test expands may be one that does not compile --
numbers=$(sed -n 's/^#define \(SPE_[A-Z0-9_]*\) .*/\1/p' include/libspe/*.h |
    grep -vE '^SPE_(API|ACCESSOR|INLINE|NOEXCEPT|.*_INIT)$' | sort -u)
starts=$(sed -n 's/^#define \(SPE_[A-Z0-9_]*_INIT\) .*/\1/p' include/libspe/*.h)
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
# shellcheck disable=SC2086
ok "every public macro expands in C++" g++ -std=c++11 -Wold-style-cast $expand "$work/macros.cpp"
functions_of_macros=$(sed -n 's/^#define \(SPE_[A-Z0-9_]*\)(.*/\1/p' include/libspe/*.h |
    grep -vE '^SPE_(IS_.*|RETURNS|CAST)$')
is "$functions_of_macros" "" "and there is no macro beside those"
sized=$(awk '/^struct spe_[a-z_]+ \{/ {name = $2} /^    uint32_t size; / && name {print toupper(name)} /^}/ {name = ""}' include/libspe/*.h | sort)
is "$(tr ' ' '\n' <<<"$starts" | sed 's/_INIT//' | sort | comm -13 - <(echo "$sized")) $(wc -l <<<"$sized")" " 10" \
    "every struct that begins with its size has its SPE_..._INIT"

# -- habits --
structs=$(cat include/libspe/*.h | grep -oE '\bstruct spe_[a-z0-9_]+' | sed 's/struct //' | sort -u)
is "$(abi/functions | comm -12 - <(echo "$structs"))" "" "no struct and function share a name"
contexts=$(cat include/libspe/*.h | awk '/^typedef struct spe_/ {print $3}' | sort)
is "$(cat include/libspe/*.h | awk '/^(typedef )?struct spe_[a-z_]+ \{/ {name = $0; sub(/.*struct /, "", name); sub(/ .*/, "", name)} / opaque\[/ {print name}' | sort)" \
    "$contexts" "contexts are typedefs, and typedefs are contexts"

# -- accessors: constexpr in C++, exported, declared for machines --
cat >"$work/constant.cpp" <<'EOF'
#include <libspe/spe.h>
static_assert(spe_address_canonical(0xa0ff800010080000) == 0xffff800010080000, "");
static_assert(spe_address_state(0x9000000000000000, 1) == SPE_STATE_REALM && spe_address_el(0x6000000000000000) == 3, "");
static_assert(spe_event(4, SPE_EVENT_L1D_ACCESS) == 1 && spe_counter_saturate(70000, 16) == 0xffff, "");
constexpr spe_record record = {0, 0, 0, 0, 0, 0, 0, 0, 0, SPE_HAS_CONTEXT_EL2, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, {0}};
static_assert(spe_record_context(&record) == 7, "");
static_assert(noexcept(spe_address_el(0)) && noexcept(spe_record_context(&record)), "");
EOF
for compiler in "g++ -std=c++11" "clang++ -std=c++11" "g++ -std=c++20"; do
    # shellcheck disable=SC2086
    ok "accessors are constant expressions, $compiler" $compiler -Iinclude -fsyntax-only "$work/constant.cpp"
done
accessors=$(grep -h -oE '^SPE_(ACCESSOR|INLINE) [a-z0-9_ ]+\**spe_[a-z0-9_]+' include/libspe/*.h |
    grep -oE 'spe_[a-z0-9_]+$' | sort)
exported=$(nm -D --defined-only "$build/libspe.so" | awk '{sub(/@.*/, "", $3); print $3}' | sort)
is "$(comm -23 <(echo "$accessors") <(echo "$exported"))" "" "all $(wc -l <<<"$accessors") accessors are exported"
cc -Iinclude -DSPE_NO_INLINE -E -P include/libspe/spe.h >"$work/declared.h"
is "$(grep -c '{ *return' "$work/declared.h") $(grep -v '^typedef' "$work/declared.h" | grep -oE 'spe_[a-z0-9_]+\(' |
    tr -d '(' | sort -u | comm -3 - <(abi/functions))" "0 " \
    "with SPE_NO_INLINE the headers declare every function and define none"
is "$(awk 'length > 120 {print FILENAME ":" FNR}' include/libspe/*.h)" "" "no line is longer than 120 characters"

# -- SPE_API and SPE_STATIC --
echo '#include <libspe/decoder.h>' >"$work/small.c"
is "$(for flags in -DSPE_DECODER_SIZE=1024 '-DSPE_DECODER_SIZE=1024 -DSPE_NO_LEARNING' -DSPE_DECODER_SIZE=8192; do
    # shellcheck disable=SC2086 # options
    cc -Iinclude -fsyntax-only $flags "$work/small.c" 2>/dev/null; echo $?; done | tr '\n' ' ')" "1 0 0 " \
        "a small decoder is for those who have SPE_NO_LEARNING"
echo '#include <libspe/base.h>' >"$work/api.c"
is "$(cc -Iinclude -E -P '-DSPE_API=my_own_export' "$work/api.c" | grep -c 'my_own_export const char \*spe_version')" \
    1 "SPE_API can be given"
ok "a plugin with the library in it" cc -shared -fPIC -DSPE_STATIC -Iinclude -o "$work/plugin.so" src/*/*.c
is "$(nm -D --defined-only "$work/plugin.so" | grep -c ' spe_')" 0 "... exports nothing of it"
is "$(echo 'int plugin(void); int plugin(void) { return 1; }' |
    cc -shared -fPIC -xc - -xnone -Wl,--whole-archive "$build/libspe.a" -Wl,--no-whole-archive -o "$work/whole.so" 2>&1;
    nm -D --defined-only "$work/whole.so" | grep -c ' spe_')" 0 "... nor does one that links libspe.a"

done_testing
