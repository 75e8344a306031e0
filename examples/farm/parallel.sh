#!/usr/bin/env bash
# One bake, or one clip of numbered pictures, by GNU parallel: on this machine, or on those that PARALLEL names, which all see this
# folder (PARALLEL='--sshlogin :,one,other --workdir .').
#
#   examples/farm/parallel.sh 64 bake scenes/sea.toml --period 10 --count 64 --out maps
#   SHARES=30 examples/farm/parallel.sh 900 render scenes/gale.toml --seconds 30 --fps 30 --out 'frames/%04d.png'
#
# The first word is how many frames there are, the rest a command of waterlab without --frames. SHARES: into how many parts they are
# cut, 8 unless told. WATERLAB names the program where it is not in the path.
set -euo pipefail

if [ $# -lt 2 ] || ! [[ $1 =~ ^[1-9][0-9]*$ ]]; then
    echo "usage: parallel.sh FRAMES bake|render …" >&2
    exit 2
fi
if ! command -v parallel >/dev/null; then
    echo "error: GNU parallel is not here: apt install parallel, or the like" >&2
    exit 1
fi
frames=$1
shift
shares=${SHARES:-8}
for ((share = 0; share < shares; share++)); do
    first=$((frames * share / shares))
    end=$((frames * (share + 1) / shares))
    [ "$first" -ge "$end" ] || echo "$first..$end"
done | parallel --halt now,fail=1 -q "${WATERLAB:-waterlab}" "$@" --frames {}
