# What builds for another kind of machine, `target`, or for wasm32 where that is not set; to be sourced with errors ending the script:
# sets `flags` for cargo. If the installed Rust lacks the target, rustup is asked for it, then Debian, whose rustc-web compiles
# the standard library from source. Fails if neither has it.
target=${target:-wasm32-unknown-unknown}
flags=()

has_target() {
    [ -d "$(rustc --print sysroot)/lib/rustlib/$target" ]
}

# Unpacks Debian's packages into a folder; every step must succeed, also where errors do not end the script by themselves.
unpack() {
    local std package
    "${apt[@]}" update && "${apt[@]}" install --yes --no-install-recommends libllvm22 || return 1
    std=$(apt-cache depends libstd-rust-web-dev | sed -n 's/.*Depends: \(libstd-rust-web-[0-9.]*\)$/\1/p')
    (cd "$1/packages" && apt-get -qq download rustc-web rust-web-src libstd-rust-web-dev "$std") || return 1
    for package in "$1"/packages/*.deb; do
        dpkg -x "$package" "$1" || return 1
    done
    rm -rf "$1/packages"
    # Debian's own linker for it is another package's; rustup's serves.
    local host bin
    host=$(rustc -vV | sed -n 's/^host: //p')
    bin=lib/rustlib/$host/bin
    if [ -x "$(rustc --print sysroot)/$bin/rust-lld" ]; then
        mkdir -p "$1/usr/$bin" && cp "$(rustc --print sysroot)/$bin/rust-lld" "$1/usr/$bin/" || return 1
    fi
}

# A compiler of Debian's with the sources of its standard library, unpacked into a folder of its own: installed, it would take the
# place of the installed compiler.
debian_web() {
    local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -qq) folder log
    [ "$(id -u)" = 0 ] || apt=(sudo "${apt[@]}")
    folder=$(realpath -m "${CARGO_TARGET_DIR:-target}")/rust-web
    if [ ! -x "$folder/usr/bin/rustc" ]; then
        # Made beside, so that half of it is never taken for the whole.
        rm -rf "$folder" "$folder.new"
        mkdir -p "$folder.new/packages"
        # apt's own user puts them there.
        chmod a+rwx "$folder.new/packages"
        log=$folder.new/log
        unpack "$folder.new" </dev/null >"$log" 2>&1 || {
            tail -n 5 "$log" >&2
            return 1
        }
        mv "$folder.new" "$folder"
    fi
    LD_LIBRARY_PATH=$(dirname "$(ls "$folder"/usr/lib/*/librustc_driver*.so)"):$(rustc --print sysroot)/lib
    export LD_LIBRARY_PATH RUSTC=$folder/usr/bin/rustc RUSTC_BOOTSTRAP=1
    case $target in
        wasm32-*) flags=(-Zbuild-std=std,panic_abort) ;;
        *) flags=(-Zbuild-std) ;;
    esac
}

if ! has_target && command -v rustup >/dev/null; then
    timeout 120 rustup target add "$target" || true
fi
if ! has_target; then
    echo "no $target of rustup's here: taking Debian's rustc-web"
    command -v apt-get >/dev/null && debian_web || {
        echo "error: neither rustup nor Debian has a standard library for $target: rustup target add $target" >&2
        exit 1
    }
fi
