#!/usr/bin/env bash
# Renders the clip of the README, docs/clip.webp: a tower of crates falls into a pool; a gale; rain on a pool; a ball falls into the pool
# at dusk; a duck drifts down a stream; a lagoon. Needs ffmpeg. Usage: docs/clip.sh target/release/waterlab
set -euo pipefail
program=$(realpath "${1:?which program renders it?}")
command -v ffmpeg >/dev/null || { echo "error: ffmpeg is not installed" >&2; exit 1; }
frames=$(mktemp -d)
trap 'rm -rf "$frames"' EXIT
rate=15

# Part $1 of the clip: pictures $2 of scene $3, with more options of `render`.
part() {
    local number=$1 pictures=$2 scene=$3
    shift 3
    "$program" render "$scene" --size 640x360 --seconds 6 --fps $rate --frames "$pictures" --set view.quality=high "$@" \
        --out "$frames/$number-%03d.png" >/dev/null
}

part 1 0..50 tower
part 2 0..30 gale
part 3 30..60 shower
part 4 8..38 pool --set sky.hour=20.4 --set camera.eye='[-1.9, 1.15, 3.1]' --set camera.target='[0.1, 0.35, -1.6]'
part 5 30..66 river --follow-path
part 6 0..30 lagoon
ffmpeg -loglevel error -y -framerate $rate -pattern_type glob -i "$frames/*.png" -c:v libwebp_anim -quality 70 -compression_level 6 \
    -loop 0 "$(dirname "${BASH_SOURCE[0]}")/clip.webp"
