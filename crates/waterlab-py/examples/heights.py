"""Heights of a sea and of a pool, for what floats on them. Prints height, normal and velocity of each place."""

import numpy as np
import waterlab

places = np.array([[0.0, 0.0], [0.25, -0.5], [7.5, 3.0]])  # x and z, metres


def show(heights, normals, velocities):
    for height, normal, velocity in zip(heights, normals, velocities):
        print(" ".join(repr(float(number)) for number in (height, *normal, *velocity)))


# A sea of wind waves at a time.
sea = waterlab.Sea(wind=10)
sea.time = 12.5
show(*sea.heights(places))

# A pool 2 m long that a stone fell into half a second ago.
pool = waterlab.Pool(size=(128, 128), length=2.0)
pool.poke(0.1, 0.0, radius=0.06)
pool.step(30)
show(*pool.heights(places))

# One height alone, and the way out of an error.
print(sea.height_at(7.5, 3.0, time=20.0))
try:
    waterlab.Pool(dampng=1.0)
except ValueError as error:
    print(error)
