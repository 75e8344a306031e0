// What benches/sea.rs measures is held beside: seven real transforms of 512² by FFTW, on one thread, measured plans.
//
//     cc -O2 benches/fftw.c -o /tmp/fftw -lfftw3f -lm && /tmp/fftw
//     cargo bench --bench sea -- '1 threads/frame with foam'
#include <fftw3.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { FIELDS = 7, SIDE = 512, ROUNDS = 120 };

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + 1e-9 * time.tv_nsec;
}

int main(void) {
    fftwf_plan plans[FIELDS];
    const int modes = SIDE * (SIDE / 2 + 1);
    for (int field = 0; field < FIELDS; field++) {
        fftwf_complex *in = fftwf_alloc_complex(modes);
        float *out = fftwf_alloc_real(SIDE * SIDE);
        plans[field] = fftwf_plan_dft_c2r_2d(SIDE, SIDE, in, out, FFTW_MEASURE | FFTW_DESTROY_INPUT);
        for (int mode = 0; mode < modes; mode++) {
            in[mode][0] = rand() / (float)RAND_MAX - 0.5f;
            in[mode][1] = 0;
        }
    }
    double best = 1e9, sum = 0;
    for (int round = 0; round < ROUNDS; round++) {
        double start = now();
        for (int field = 0; field < FIELDS; field++) fftwf_execute(plans[field]);
        double took = now() - start;
        best = took < best ? took : best;
        sum += took;
    }
    printf("seven real transforms of %d²: best %.3f ms, mean %.3f ms\n", SIDE, 1e3 * best, 1e3 * sum / ROUNDS);
    return 0;
}
