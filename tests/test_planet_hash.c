/* SPDX-License-Identifier: MIT */
/*
 * Whole maps of the planet against frozen digests, on every available tier, in one piece and in
 * tiles by two threads. One file of digests serves all compilers, optimisation levels,
 * architectures and emulators, and so shows that they agree.
 *
 *   test_planet_hash GOLDEN             tests/golden/planet_hash.txt, whose lines are
 *                                       variant precision width height digest
 *   test_planet_hash GOLDEN LINE FILE   a file of `widenoise planet -o FILE.raw`, against line
 *                                       number LINE (from 0)
 */
#include "check.h"

#include <pthread.h>
#include <widenoise/widenoise.h>

#define MAX_WIDTH  256
#define MAX_HEIGHT 128

/* Both sides of a tile are odd, so that tiles begin and end anywhere in a vector. */
#define TILE_ROWS    37
#define TILE_COLUMNS 61
#define THREADS      2

struct line {
    wn_planet_variant variant;
    wn_precision precision;
    size_t width, height;
    uint64_t digest;
};

struct map {
    const wn_plan *plan;
    size_t width, height;
    double latitudes[MAX_HEIGHT], longitudes[MAX_WIDTH];
    union {
        double f64[MAX_WIDTH * MAX_HEIGHT];
        float f32[MAX_WIDTH * MAX_HEIGHT];
    } values; /* row 0 south */
};
static struct map map;

/* FNV-1a over the file's bytes: northernmost row first, little-endian. */
static uint64_t digest_bytes(uint64_t digest, uint64_t bits, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++, bits >>= 8)
        digest = (digest ^ (bits & 255)) * UINT64_C(0x100000001b3);
    return digest;
}
#define DIGEST_START UINT64_C(0xcbf29ce484222325)

static uint64_t digest_map(wn_precision precision)
{
    uint64_t digest = DIGEST_START;
    for (size_t row = map.height; row-- > 0;)
        for (size_t i = row * map.width; i < (row + 1) * map.width; i++)
            digest = precision == WN_F64 ? digest_bytes(digest, check_bits64(map.values.f64[i]), 8)
                                         : digest_bytes(digest, check_bits32(map.values.f32[i]), 4);
    return digest;
}

static wn_status evaluate_tile(wn_workspace *workspace, size_t row, size_t rows, size_t column,
                               size_t columns)
{
    const size_t first = row * map.width + column;
    if (wn_plan_precision(map.plan) == WN_F64)
        return wn_map_sphere_f64(map.plan, workspace, rows, map.latitudes + row, columns,
                                 map.longitudes + column, (double *[]) { map.values.f64 + first },
                                 map.width);
    return wn_map_sphere_f32(map.plan, workspace, rows, map.latitudes + row, columns,
                             map.longitudes + column, (float *[]) { map.values.f32 + first },
                             map.width);
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Every THREADS-th tile. */
struct share {
    pthread_t thread;
    size_t number;
    wn_status status;
};

static void *evaluate_share(void *argument)
{
    struct share *share = argument;
    wn_workspace *workspace;
    size_t tile = 0;
    share->status = wn_workspace_create(&workspace, map.plan);
    for (size_t row = 0; row < map.height; row += TILE_ROWS)
        for (size_t column = 0; column < map.width; column += TILE_COLUMNS)
            if (tile++ % THREADS == share->number && share->status == WN_OK)
                share->status = evaluate_tile(workspace, row, least(TILE_ROWS, map.height - row),
                                              column, least(TILE_COLUMNS, map.width - column));
    wn_workspace_destroy(workspace);
    return NULL;
}

static void evaluate_in_tiles(void)
{
    struct share shares[THREADS];
    for (size_t i = 0; i < THREADS; i++) {
        shares[i].number = i;
        if (pthread_create(&shares[i].thread, NULL, evaluate_share, &shares[i]) != 0)
            exit(2);
    }
    for (size_t i = 0; i < THREADS; i++) {
        pthread_join(shares[i].thread, NULL);
        CHECK(shares[i].status == WN_OK, "%s", wn_status_string(shares[i].status));
    }
}

static void check_tier(const struct line *line, const wn_graph *graph, wn_module output, wn_isa isa)
{
    static const char *const variants[] = { "libnoise", "example" };
    char name[64], message[256];
    wn_plan *plan;
    wn_workspace *workspace;
    wn_plan_options options;
    wn_plan_options_init(&options, sizeof options);
    options.precision = line->precision;
    options.isa = isa;
    wn_status status = wn_plan_create(&plan, graph, &output, 1, &options, message, sizeof message);
    CHECK(status == WN_OK, "%s", message);
    if (status != WN_OK)
        return;
    map.plan = plan;
    status = wn_workspace_create(&workspace, plan);
    if (status == WN_OK)
        status = evaluate_tile(workspace, 0, map.height, 0, map.width);
    wn_workspace_destroy(workspace);
    snprintf(name, sizeof name, "%s f%d %zux%zu", variants[line->variant], (int)line->precision,
             map.width, map.height);
    const uint64_t whole = digest_map(line->precision);
    printf("%s %-7s %016" PRIx64 "\n", name, wn_isa_name(isa), whole);
    CHECK(status == WN_OK, "%s", wn_status_string(status));
    CHECK(whole == line->digest, "%s on %s is %016" PRIx64, name, wn_isa_name(isa), whole);
    if (map.width < MAX_WIDTH) { /* the smaller maps will do for it */
        memset(&map.values, 0, sizeof map.values);
        evaluate_in_tiles();
        CHECK(digest_map(line->precision) == whole, "%s on %s in tiles", name, wn_isa_name(isa));
    }
    wn_plan_destroy(plan);
}

static void check_line(const struct line *line)
{
    wn_graph *graph;
    wn_planet_settings settings;
    map.width = line->width;
    map.height = line->height;
    wn_axis_f64(WN_AXIS_ACCUMULATED, -90, 90, map.height, 0, map.height, map.latitudes);
    wn_axis_f64(WN_AXIS_ACCUMULATED, -180, 180, map.width, 0, map.width, map.longitudes);
    wn_planet_settings_init(&settings, sizeof settings);
    settings.variant = line->variant;
    if (wn_graph_create(&graph) != WN_OK)
        exit(2);
    CHECK(wn_planet_build(graph, &settings, NULL, 0) == WN_OK, "planet");
    for (int isa = WN_ISA_SCALAR; isa < WN_ISA_COUNT; isa++)
        if (wn_isa_available((wn_isa)isa))
            check_tier(line, graph, wn_graph_find(graph, "finalPlanet"), (wn_isa)isa);
    wn_graph_destroy(graph);
}

static void check_file(const struct line *line, const char *path)
{
    FILE *file = fopen(path, "rb");
    uint64_t digest = DIGEST_START, bytes = 0;
    CHECK(file, "cannot open %s", path);
    for (int c; file && (c = getc(file)) != EOF; bytes++)
        digest = digest_bytes(digest, (uint64_t)c, 1);
    if (file)
        fclose(file);
    CHECK(bytes == line->width * line->height * (uint64_t)line->precision / 8,
          "%s: %" PRIu64 " bytes", path, bytes);
    CHECK(digest == line->digest, "%s is %016" PRIx64, path, digest);
}

int main(int argc, char **argv)
{
    struct line line;
    char variant[16];
    unsigned bits;
    unsigned long number = 0, wanted = argc == 4 ? strtoul(argv[2], NULL, 10) : 0;
    FILE *golden = argc == 2 || argc == 4 ? fopen(argv[1], "r") : NULL;
    if (!golden) {
        fprintf(stderr, "usage: test_planet_hash GOLDEN [LINE FILE]\n");
        return 2;
    }
    for (; fscanf(golden, "%15s f%u %zu %zu %" SCNx64, variant, &bits, &line.width, &line.height,
                  &line.digest) == 5;
         number++) {
        line.variant = !strcmp(variant, "example") ? WN_PLANET_EXAMPLE : WN_PLANET_LIBNOISE;
        line.precision = bits == 32 ? WN_F32 : WN_F64;
        if (line.width > MAX_WIDTH || line.height > MAX_HEIGHT)
            exit(2);
        if (argc == 2)
            check_line(&line);
        else if (number == wanted)
            check_file(&line, argv[3]);
    }
    CHECK(feof(golden), "%s: line %lu", argv[1], number);
    fclose(golden);
    return check_done("test_planet_hash");
}
