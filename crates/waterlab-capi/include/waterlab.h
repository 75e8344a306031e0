/* The waters of waterlab from C: heights, normals and velocities of a sea or a pool.
 *
 * Lengths are metres, times seconds. y is up and 0 at the rest level; x and z count from the middle of the pool, or of the
 * first patch of a sea. A water steps 60 times a second. What fails returns a status or NULL, changes nothing, and
 * waterlab_error says why. One thread uses a water at a time, for reading as well.
 *
 * Generated: WATERLAB_BLESS=1 cargo test --package waterlab-capi regenerates it. */

#ifndef WATERLAB_H
#define WATERLAB_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/**
 * The result of a call.
 */
typedef enum WaterlabStatus {
  /**
   * Success.
   */
  WATERLAB_STATUS_OK = 0,
  /**
   * An argument is not valid; see `waterlab_error`.
   */
  WATERLAB_STATUS_INVALID_ARGUMENT = 1,
  /**
   * A fault of this library. Close the water: it may be in any state.
   */
  WATERLAB_STATUS_FAULT = 2,
} WaterlabStatus;

/**
 * A water.
 */
typedef struct Waterlab Waterlab;

/**
 * The surface of a water at a place.
 */
typedef struct WaterlabSample {
  /**
   * Metres above the rest level; NaN outside of a pool.
   */
  float height;
  /**
   * The unit normal x, y, z, which points up.
   */
  float normal[3];
  /**
   * Velocity of the water along x, y, z, metres per second.
   */
  float velocity[3];
} WaterlabSample;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * An open sea raised by a wind of this speed, m/s, 10 m above it, at time 0; `NULL` if that is out of range, 0 to 60.
 * Close it with `waterlab_close`.
 */
struct Waterlab *waterlab_sea(double wind);

/**
 * A pool at rest of columns × rows cells (x, z), whose longer side is `length` metres: the wave equation, the model `wave`. `NULL` if
 * an argument is invalid. Close it with `waterlab_close`.
 */
struct Waterlab *waterlab_pool(int64_t columns,
                               int64_t rows,
                               double length);

/**
 * Water of any model by its name (`ripple`, `wave`, `iwave`, `gerstner`, `sea`, `shallow`, …), at rest or at time 0, with its default
 * parameters; `NULL` if there is no such model or size. Close it with `waterlab_close`.
 *
 * # Safety
 *
 * `model` is a text that ends with a 0.
 */
struct Waterlab *waterlab_open(const char *model,
                               int64_t columns,
                               int64_t rows);

/**
 * Ends a water; `NULL` is ignored.
 *
 * # Safety
 *
 * `water` comes from a function of this library, and is not used again.
 */
void waterlab_close(struct Waterlab *water);

/**
 * Sets a parameter of the model: a number, an integer, a switch (0, 1) or the index of a choice, from the next step on.
 *
 * # Safety
 *
 * `water` is an open water, which no other thread uses now; `key` is a text that ends with a 0.
 */
enum WaterlabStatus waterlab_set(struct Waterlab *water,
                                 const char *key,
                                 double value);

/**
 * Advances the water by this many steps, 1/60 s each.
 *
 * # Safety
 *
 * `water` is an open water, which no other thread uses now.
 */
enum WaterlabStatus waterlab_step(struct Waterlab *water, uint32_t steps);

/**
 * Sets the time of a sea, seconds, which may be any: it is a function of time. A pool has no time to be set.
 *
 * # Safety
 *
 * `water` is an open water, which no other thread uses now.
 */
enum WaterlabStatus waterlab_set_time(struct Waterlab *water,
                                      double seconds);

/**
 * Drops a stone at (x, z): a dent of this radius, metres, and of the volume of a flat one weight/4096 as deep as the pool is long. 100 makes
 * a dent about 14 cm deep in the middle, in a pool 2 m long; a negative weight a bump. The ripples of a sea repeat with its patch.
 *
 * # Safety
 *
 * `water` is an open water, which no other thread uses now.
 */
enum WaterlabStatus waterlab_poke(struct Waterlab *water,
                                  double x,
                                  double z,
                                  double radius,
                                  double weight);

/**
 * Reads the surface at `count` places: `xz` has x and z of each, `samples` takes one sample for each. On a choppy sea it is the point
 * that the waves moved there, to 1 mm; where they fold, the highest. Places outside of a pool have a height of NaN. Read many places in one call:
 * each call computes the velocities of the whole water, which `waterlab_height_at` does not.
 *
 * # Safety
 *
 * `water` is an open water, which no other thread uses now; `xz` has 2·`count` numbers; `samples` has room for `count` samples, and may be
 * uninitialised. `xz` and `samples` must not overlap.
 */
enum WaterlabStatus waterlab_heights(const struct Waterlab *water,
                                     size_t count,
                                     const double *xz,
                                     struct WaterlabSample *samples);

/**
 * Height over the place (x, z), metres, of a sea at this time, seconds, where it then stays; of a pool now, whatever the time. NaN outside of a pool,
 * and if it fails. It computes no velocities.
 *
 * # Safety
 *
 * `water` is an open water, which no other thread uses now.
 */
double waterlab_height_at(struct Waterlab *water,
                          double x,
                          double z,
                          double seconds);

/**
 * The error of this thread's last failed call: one sentence, UTF-8, until the next one fails; empty if none has.
 */
const char *waterlab_error(void);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* WATERLAB_H */
