#!/usr/bin/env bash
# Builds the page into a folder (dist/web without one) that any static host serves, from any place. A second argument selects another
# build than the published one: `quick` compiles in a fraction of the time, to a larger .wasm, and fails at dead code; `scalar` has no
# simd128 and the dev profile.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. src/web/toolchain.sh
out=${1:-dist/web}
targets=$(realpath -m "${CARGO_TARGET_DIR:-target}")
built=$targets profile=web folder=web features=+simd128 lints=()
case ${2:-} in
    '') ;;
    quick) profile=web-quick folder=web-quick lints=(-- -D unused) ;;
    # Its own folder, or either build would begin from nothing after the other.
    scalar) built=$targets/scalar profile=dev folder=debug features=-simd128 ;;
    *) echo "error: no build is called $2: quick or scalar" >&2; exit 2 ;;
esac

# The tool that binds the .wasm to the page is of the very version of the crate.
version=$(sed -n '/^name = "wasm-bindgen"$/{n;s/^version = "\(.*\)"$/\1/p}' Cargo.lock)
bindgen=$targets/web-tools/bin/wasm-bindgen
if [ "$("$bindgen" --version 2>/dev/null)" != "wasm-bindgen $version" ]; then
    echo "building wasm-bindgen $version, once"
    # By the compiler of this machine, for it; with what it needs in the versions that are to be had.
    # It runs for seconds, and is compiled for minutes where all is optimised. Its test runner, and the TLS of that, are not wanted.
    env -u RUSTC -u RUSTC_BOOTSTRAP -u LD_LIBRARY_PATH CARGO_TARGET_DIR="$targets/web-tools/build" \
        CARGO_PROFILE_RELEASE_OPT_LEVEL=0 CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 \
        cargo install --quiet --root "$targets/web-tools" wasm-bindgen-cli --version "$version" \
        --bin wasm-bindgen --no-default-features
    rm -rf "$targets/web-tools/build"
fi

CARGO_TARGET_DIR=$built RUSTFLAGS="${RUSTFLAGS:-} -C target-feature=$features" \
    cargo rustc --locked --quiet --package waterlab --lib --crate-type cdylib --profile "$profile" \
    --no-default-features --features web --target "$target" "${flags[@]}" "${lints[@]}"
rm -rf "$out"
mkdir -p "$out/textures" "$out/scenes"
"$bindgen" --target web --remove-name-section --out-dir "$out" "$built/$target/$folder/waterlab.wasm"
cp src/web/page/* "$out/"
cp textures/{tiles,deck,panorama,pond,overlay}.jpg textures/{sky,overlay_cover,shapes}.png "$out/textures/"
cp scenes/lit.jpg "$out/still.jpg"
cp scenes/thumbnails/*.jpg "$out/scenes/"
# What the page keeps for when there is no network: all that it loads.
files=$(cd "$out" && find . -type f ! -name '*.d.ts' ! -name package.json ! -name 'embed.*' ! -name offline.js | LC_ALL=C sort)
list=$(printf '"%s", ' ./ $files)
sum=$(cd "$out" && cat $files | sha256sum | cut -c 1-16)
sed -i "s|^const FILES = .*|const FILES = [${list%, }];|; s|^const BUILD = .*|const BUILD = \"$sum\";|" "$out/offline.js"
cp LICENSE* "$out/"
echo "$out: $(stat -c %s "$out/waterlab_bg.wasm") bytes of wasm$(
    command -v brotli >/dev/null && echo ", $(brotli -c -q 11 "$out/waterlab_bg.wasm" | wc -c) as they travel"
)"
