/* SPDX-License-Identifier: MIT */
/*
 * How far f32 is from f64, by the size of the coordinates: the table of docs/precision.md. Both get
 * the same random points; f32 gets them rounded to float, as a program that computes in float has
 * them.
 *
 *   f32_accuracy             prints the table
 *   f32_accuracy DOCUMENT    also checks that the document has this very table (the bits are the
 *                            same everywhere, and so is the table), and what it says of it
 */
#include "check.h"

#include <math.h>
#include <widenoise/widenoise.h>

enum { DECADES = 10, BATCH = 1024, BATCHES = 16, PLANET_BATCHES = 8, PLANET_DECADES = 4 };

enum { PERLIN_1, PERLIN_6, RIDGED_MULTI, VORONOI, PLANET, SUBJECTS };
static const char *const subjects[SUBJECTS] = { "perlin, 1 octave", "perlin, 6 octaves",
                                                "ridged_multi", "voronoi", "planet, metres" };

static double x[BATCH], y[BATCH], z[BATCH], wide[BATCH];
static float xf[BATCH], yf[BATCH], zf[BATCH], narrow[BATCH];

static wn_plan *plan_f64, *plan_f32;
static wn_workspace *workspace_f64, *workspace_f32;

static void planet_plans(void)
{
    wn_graph *graph;
    wn_plan_options options;
    wn_plan_options_init(&options, sizeof options);
    wn_graph_create(&graph);
    wn_planet_build(graph, NULL, NULL, 0);
    wn_module planet = wn_graph_find(graph, "finalPlanet");
    CHECK(wn_plan_create(&plan_f64, graph, &planet, 1, &options, NULL, 0) == WN_OK, "f64");
    options.precision = WN_F32;
    CHECK(wn_plan_create(&plan_f32, graph, &planet, 1, &options, NULL, 0) == WN_OK, "f32");
    CHECK(wn_workspace_create(&workspace_f64, plan_f64) == WN_OK, "f64");
    CHECK(wn_workspace_create(&workspace_f32, plan_f32) == WN_OK, "f32");
    wn_graph_destroy(graph);
}

/* Each coordinate has a magnitude of lower .. upper; a planet's points have that radius. */
static void make_points(uint64_t *state, int subject, double lower, double upper)
{
    for (int i = 0; i < BATCH; i++) {
        double c[3];
        for (int k = 0; k < 3; k++) {
            c[k] = check_uniform(state, subject == PLANET ? 0 : lower, upper);
            c[k] = check_random(state) & 1 ? -c[k] : c[k];
        }
        if (subject == PLANET) {
            double scale = upper / sqrt((c[0] * c[0] + c[1] * c[1]) + c[2] * c[2]);
            for (int k = 0; k < 3; k++)
                c[k] *= scale;
        }
        xf[i] = (float)(x[i] = c[0]);
        yf[i] = (float)(y[i] = c[1]);
        zf[i] = (float)(z[i] = c[2]);
    }
}

static void evaluate(int subject)
{
    wn_fractal_params fractal;
    wn_params_init(WN_PERLIN, &fractal, sizeof fractal);
    fractal.octaves = subject == PERLIN_1 ? 1 : 6;
    switch (subject) {
    case PERLIN_1:
    case PERLIN_6:
        wn_perlin_f64(&fractal, BATCH, x, y, z, wide);
        wn_perlin_f32(&fractal, BATCH, xf, yf, zf, narrow);
        break;
    case RIDGED_MULTI:
        wn_ridged_multi_f64(NULL, BATCH, x, y, z, wide);
        wn_ridged_multi_f32(NULL, BATCH, xf, yf, zf, narrow);
        break;
    case VORONOI:
        wn_voronoi_f64(NULL, BATCH, x, y, z, wide);
        wn_voronoi_f32(NULL, BATCH, xf, yf, zf, narrow);
        break;
    default:
        wn_plan_eval_f64(plan_f64, workspace_f64, BATCH, x, y, z, (double *[]) { wide });
        wn_plan_eval_f32(plan_f32, workspace_f32, BATCH, xf, yf, zf, (float *[]) { narrow });
    }
}

/* Greatest and root mean square difference. */
struct difference {
    double max, rms;
};

static struct difference measure(int subject, double lower, double upper)
{
    uint64_t state = 1;
    struct difference d = { 0, 0 };
    const int batches = subject == PLANET ? PLANET_BATCHES : BATCHES;
    for (int b = 0; b < batches; b++) {
        make_points(&state, subject, lower, upper);
        evaluate(subject);
        for (int i = 0; i < BATCH; i++) {
            const double e = fabs((double)narrow[i] - wide[i]);
            d.max = e > d.max ? e : d.max;
            d.rms += e * e;
        }
    }
    d.rms = sqrt(d.rms / (batches * BATCH));
    return d;
}

/* What docs/precision.md says: up to a size of the coordinates the difference is at most so many
 * times size * 2^-24. Voronoi noise has no such limit, since a point may fall into another cell. */
static const struct {
    double max, rms, up_to;
} limits[SUBJECTS] = {
    [PERLIN_1] = { 6, 1, 1e6 },
    [PERLIN_6] = { 12, 1.5, 1e5 },
    [RIDGED_MULTI] = { 24, 3, 1e5 },
    [PLANET] = { 1.5e8, 2e6, 10 },
};

static void check_limits(int subject, double size, struct difference d, struct difference before)
{
    const double step = size * 0x1p-24;
    if (size > limits[subject].up_to)
        return;
    CHECK(d.max <= limits[subject].max * step, "%s, %g: %g", subjects[subject], size, d.max / step);
    CHECK(d.rms <= limits[subject].rms * step, "%s, %g: %g", subjects[subject], size, d.rms / step);
    if (size > 10)
        CHECK(d.rms > 5 * before.rms, "%s, %g: not ten times", subjects[subject], size);
}

/* Whether the document has a line. */
static int has_line(const char *document, const char *line)
{
    const size_t length = strlen(line);
    for (const char *at = document; at && (at = strstr(at, line)); at++)
        if (at[length] == '\n')
            return 1;
    return 0;
}

static char *read_document(const char *path)
{
    enum { SIZE = 1 << 16 };
    char *text = calloc(SIZE + 1, 1);
    FILE *file = fopen(path, "r");
    CHECK(file && text && fread(text, 1, SIZE, file) > 0, "cannot read %s", path);
    if (file)
        fclose(file);
    return text;
}

int main(int argc, char **argv)
{
    char line[256];
    struct difference before[SUBJECTS] = { { 0, 0 } };
    char *document = argc > 1 ? read_document(argv[1]) : NULL;
    planet_plans();
    printf("| size |");
    for (int s = 0; s < SUBJECTS; s++)
        printf(" %s |", subjects[s]);
    printf("\n|---|---|---|---|---|---|\n");
    double upper = 1;
    for (int decade = 0; decade < DECADES; decade++, upper *= 10) {
        int length = snprintf(line, sizeof line, "| %.0e |", upper);
        for (int s = 0; s < SUBJECTS; s++) {
            char *const end = line + length;
            const size_t left = sizeof line - (size_t)length;
            if (s == PLANET && decade >= PLANET_DECADES) {
                length += snprintf(end, left, " |");
                continue;
            }
            const struct difference d = measure(s, decade ? upper / 10 : 0, upper);
            check_limits(s, upper, d, before[s]);
            before[s] = d;
            length += snprintf(end, left, " %.1e, %.1e |", d.max, d.rms);
        }
        puts(line);
        if (document)
            CHECK(has_line(document, line), "%s has another row", argv[1]);
    }
    free(document);
    wn_workspace_destroy(workspace_f64);
    wn_workspace_destroy(workspace_f32);
    wn_plan_destroy(plan_f64);
    wn_plan_destroy(plan_f32);
    return check_done("f32_accuracy");
}
