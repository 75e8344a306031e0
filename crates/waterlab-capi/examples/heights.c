/* Heights of a sea and of a pool, for what floats on them: `cc heights.c -lwaterlab_c`. Prints height, normal and velocity of each place. */
#include <stdio.h>

#include "waterlab.h"

static int print(Waterlab *water, size_t count, const double *places) {
    WaterlabSample samples[8];
    if (!water || waterlab_heights(water, count, places, samples) != WATERLAB_STATUS_OK) {
        fprintf(stderr, "error: %s\n", waterlab_error());
        return 1;
    }
    for (size_t place = 0; place < count; place++) {
        const WaterlabSample *at = &samples[place];
        printf("%.9g %.9g %.9g %.9g %.9g %.9g %.9g\n", at->height, at->normal[0], at->normal[1], at->normal[2],
               at->velocity[0], at->velocity[1], at->velocity[2]);
    }
    return 0;
}

int main(void) {
    const double places[] = {0.0, 0.0, 0.25, -0.5, 7.5, 3.0}; /* x and z of three, metres */

    /* A sea of wind waves at a time. */
    Waterlab *sea = waterlab_sea(10.0);
    waterlab_set_time(sea, 12.5);
    int failed = print(sea, 3, places);

    /* A pool 2 m long that a stone fell into half a second ago. */
    Waterlab *pool = waterlab_pool(128, 128, 2.0);
    waterlab_poke(pool, 0.1, 0.0, 0.06, 100.0);
    waterlab_step(pool, 30);
    failed |= print(pool, 3, places);

    /* One height alone, and the way out of an error. */
    printf("%.17g\n", waterlab_height_at(sea, 7.5, 3.0, 20.0));
    if (waterlab_set(pool, "dampng", 1.0) != WATERLAB_STATUS_OK)
        printf("%s\n", waterlab_error());

    waterlab_close(pool);
    waterlab_close(sea);
    return failed;
}
