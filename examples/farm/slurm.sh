#!/usr/bin/env bash
#SBATCH --job-name=waterlab
#SBATCH --ntasks=1
# One bake, or one clip of numbered pictures, as a Slurm array job: each task makes its share of the frames, all into one folder that
# all machines see. As many tasks as the array has:
#
#   sbatch --array=0-15 examples/farm/slurm.sh 64 bake scenes/sea.toml --period 10 --count 64 --out maps
#   sbatch --array=0-15 examples/farm/slurm.sh 900 render scenes/gale.toml --seconds 30 --fps 30 --out 'frames/%04d.png'
#
# The first word is how many frames there are, the rest a command of waterlab without --frames. WATERLAB names the program where it
# is not in the path. A task that failed is run again by itself: sbatch --array=7 …, with SHARES as many as the first time.
set -euo pipefail

if [ $# -lt 2 ] || ! [[ $1 =~ ^[1-9][0-9]*$ ]]; then
    echo "usage: sbatch --array=0-15 slurm.sh FRAMES bake|render …" >&2
    exit 2
fi
frames=$1
shift
if [ -z "${SLURM_ARRAY_TASK_ID:-}" ]; then
    echo "error: this is a task of an array job: hand it to sbatch --array=0-15" >&2
    exit 2
fi
share=$((SLURM_ARRAY_TASK_ID - ${SLURM_ARRAY_TASK_MIN:-0}))
shares=${SHARES:-$SLURM_ARRAY_TASK_COUNT}
if [ -n "${SHARES:-}" ]; then
    share=$SLURM_ARRAY_TASK_ID
fi
first=$((frames * share / shares))
end=$((frames * (share + 1) / shares))
# More tasks than frames: some have none.
[ "$first" -lt "$end" ] || exit 0
exec "${WATERLAB:-waterlab}" "$@" --frames "$first..$end"
