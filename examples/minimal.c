/* SPDX-License-Identifier: MIT */
/* Noise at many coordinates in one call: the README's ten lines. */
#include <stdio.h>
#include <widenoise/widenoise.h>

int main(void)
{
    double x[16], y[16] = { 0 }, z[16] = { 0 }, height[16];
    for (int i = 0; i < 16; i++)
        x[i] = 0.125 * i;
    wn_perlin_f64(NULL, 16, x, y, z, height); /* NULL: the default parameters */
    for (int i = 0; i < 16; i++)
        printf("%5.3f %+.6f\n", x[i], height[i]);
}
