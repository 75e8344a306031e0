#!/usr/bin/env bash
# Renders the clips of flowing water with the program that is given: docs/flows.sh target/release/waterlab
# docs/tide.webp is a tide of a minute in eight seconds, docs/dam.webp a dam break in real time. Needs ffmpeg.
set -euo pipefail
program=$(realpath "${1:?which program renders it?}")
frames=$(mktemp -d)
trap 'rm -rf "$frames"' EXIT

# Clip $1 at $2 pictures a second from the pictures that `render` makes with the other arguments.
clip() {
    local name=$1 rate=$2
    shift 2
    mkdir "$frames/$name"
    "$program" render "$name" --size 480x270 "$@" --out "$frames/$name/%03d.png" >/dev/null
    ffmpeg -loglevel error -y -framerate "$rate" -pattern_type glob -i "$frames/$name/*.png" -c:v libwebp_anim -quality 70 \
        -compression_level 6 -loop 0 "$(dirname "${BASH_SOURCE[0]}")/$name.webp"
}

# The tide after the first one, so that the last picture leads to the first.
clip tide 15 --seconds 125 --fps 2 --frames 130..250 --set camera.eye='[-9, 3.4, 13.5]' --set camera.target='[-3.6, -0.5, 2]'
clip dam 12 --seconds 8 --fps 12
