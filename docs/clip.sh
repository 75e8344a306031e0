#!/usr/bin/env bash
# Renders the clip of the README, docs/clip.webp, with the program that is given: docs/clip.sh target/release/waterlab
# A tower of crates falls into the pool; then stones fall, the eye dives, the sun sets, two seconds each. Needs ffmpeg.
set -euo pipefail
program=$(realpath "${1:?which program renders it?}")
frames=${2:-$(mktemp -d)}
mkdir -p "$frames"
size=640x360 rate=15 count=30 tower=50

# Picture $1 of the clip, after the tower: $2 steps, hour $3, eye $4, target $5.
picture() {
    "$program" render --size $size --steps "$2" --set sky.hour="$3" --set camera.eye="[$4]" --set camera.target="[$5]" \
        --set view.quality=high --out "$frames/$(printf %03d $((tower + $1))).png" >/dev/null 2>&1
}
# From $1 to $2, part $3 of $count.
between() { awk -v a="$1" -v b="$2" -v k="$3" -v n=$count 'BEGIN { t = k / n; t = t * t * (3 - 2 * t); print a + (b - a) * t }'; }

if [ ! -e "$frames/$(printf %03d $((tower + 3 * count - 1))).png" ]; then
    "$program" render tower --size $size --seconds "$(awk "BEGIN { print $tower / $rate }")" --fps $rate --set view.quality=high \
        --out "$frames/%03d.png" >/dev/null 2>&1 &
    for k in $(seq 0 $((count - 1))); do
        steps=$((60 + 4 * k))
        picture "$k" $steps 16.5 "-1.15,0.42,1.0" "0.35,-0.05,-0.35" &
        picture $((count + k)) $((steps + 4 * count)) 16.5 \
            "$(between -1.15 -0.45 "$k"),$(between 0.42 -0.22 "$k"),$(between 1.0 0.5 "$k")" "0.35,$(between -0.05 -0.1 "$k"),-0.35" &
        picture $((2 * count + k)) $((steps + 8 * count)) "$(between 17.8 20.6 "$k")" "-0.75,0.3,1.15" "0.35,0.2,-1" &
        while [ "$(jobs -r | wc -l)" -ge "$(nproc)" ]; do wait -n; done
    done
    wait
fi
command -v ffmpeg >/dev/null || exit 0
ffmpeg -loglevel error -y -framerate $rate -i "$frames/%03d.png" -c:v libwebp_anim -quality 70 -compression_level 6 -loop 0 \
    "$(dirname "${BASH_SOURCE[0]}")/clip.webp"
