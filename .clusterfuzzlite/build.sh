#!/usr/bin/env bash
# Builds every target of Fuzz/ into $OUT, each with its seeds, dictionary and options: what
# ClusterFuzzLite and OSS-Fuzz call in their images, and what runs as well without them:
#
#   OUT=/tmp/out SANITIZER=address .clusterfuzzlite/build.sh
#
# SANITIZER is address, thread or coverage.
set -euo pipefail
# OSS-Fuzz calls a copy, in the checkout.
[ -e Package.swift ] || cd "$(dirname "${BASH_SOURCE[0]}")/.."

# The image's flags are for its own clang. Those that it has for Swift (precompile_swift) name the
# sanitizers twice, of which Swift takes one by chance; script/fuzz-build has a pair that holds.
unset CC CXX CFLAGS CXXFLAGS
# Where the programs run there is no Swift, and the libraries beside them are all there are.
folder=$(script/fuzz-build --sanitizer "${SANITIZER:-address}" --portable)

mkdir -p "$OUT"
[ ! -x /usr/local/bin/llvm-symbolizer-swift ] ||
    cp /usr/local/bin/llvm-symbolizer-swift "$OUT/llvm-symbolizer"

# The system's libraries that a program needs and the runner's image does not have.
libraries() {
    ldd "$1" |
        sed -nE '/\/lib(c|m|dl|rt|pthread|resolv|gcc_s|stdc\+\+)\.so/!s,.* => (/[^ ]*) .*,\1,p'
}

for entry in Fuzz/Sources/*/EntryPoint.swift; do
    target=$(basename "$(dirname "$entry")")
    cp "$folder/$target" "$OUT/"
    mkdir -p "$OUT/lib"
    # Of the program where it was built: in $OUT it finds those that were copied before.
    libraries "$folder/$target" | while read -r library; do cp -L "$library" "$OUT/lib/"; done

    inputs=("Fuzz/Seeds/$target")
    [ ! -d "Fuzz/Regressions/$target" ] || inputs+=("Fuzz/Regressions/$target")
    rm -f "$OUT/${target}_seed_corpus.zip"
    zip -qjr "$OUT/${target}_seed_corpus.zip" "${inputs[@]}" -x '*.gitkeep'

    dictionary=Fuzz/Dictionaries/$target.dict
    [ -e "$dictionary" ] || dictionary=Fuzz/Dictionaries/der.dict
    cp "$dictionary" "$OUT/$target.dict"
    # As hatpin fuzz calls them: a trap is the sanitizer's to report, not Swift's backtracer's.
    cat >"$OUT/$target.options" <<'OPTIONS'
[libfuzzer]
max_len = 16384
timeout = 10
rss_limit_mb = 2048

[asan]
detect_leaks = 0
handle_sigill = 2
handle_sigtrap = 2
quarantine_size_mb = 32
OPTIONS
done
