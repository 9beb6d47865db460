/* SPDX-License-Identifier: MIT */
/*
 * Graph files: what is written reads back to the same modules and bits, whatever the graph; what is
 * wrong in a file is found, and named with its line; the examples are what they should be.
 *
 *   test_graph_file [--seed N] [--repeat N]
 */
#include "../tools/graph_file.h"
#include "random_params.h"

#include <widenoise/widenoise.h>

#include <inttypes.h>
#include <sys/stat.h>
#include <unistd.h>

enum { POINTS = 64, MOST_MODULES = 40, MOST_OUTPUTS = 3 };

static uint64_t state = 1;
static char path[] = "/tmp/test_graph_file-XXXXXX"; /* of the file that tests write */
static char message[GRAPH_FILE_MESSAGE];
static unsigned long evaluated; /* plans */

static uint32_t below(uint32_t n)
{
    return random_below(&state, n);
}

static void put(const char *text, size_t size)
{
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(text, 1, size, file) != size || fclose(file) != 0) {
        perror(path);
        exit(1);
    }
}

static int read_back(struct graph_file *file)
{
    return graph_file_read(path, file, message, sizeof message);
}

static int read_text(const char *text, struct graph_file *file)
{
    put(text, strlen(text));
    return read_back(file);
}

/* The whole file, with a 0 at its end; to be freed. */
static char *load(const char *name, size_t *size)
{
    FILE *file = fopen(name, "rb");
    char *text = malloc(1 << 20);
    if (!file || !text) {
        perror(name);
        exit(1);
    }
    *size = fread(text, 1, (1 << 20) - 1, file);
    text[*size] = '\0';
    fclose(file);
    return text;
}

/* ---- Comparison ---- */

static int same_params(const wn_graph *a, const wn_graph *b, wn_module m)
{
    _Alignas(max_align_t) char x[WN_PARAMS_MAX], y[WN_PARAMS_MAX];
    const wn_type type = wn_graph_type(a, m);
    const size_t size = wn_type_params_size(type);
    const wn_param *p;
    if (!size)
        return 1;
    if (wn_graph_params(a, m, x, size) || wn_graph_params(b, m, y, size))
        return 0;
    for (size_t i = 0; (p = wn_type_param(type, i)) != NULL; i++) {
        const char *u = x + p->offset, *v = y + p->offset;
        size_t width = p->kind == WN_PARAM_INT ? sizeof(int32_t)
            : p->kind == WN_PARAM_SEED         ? sizeof(uint64_t)
                                               : sizeof(double);
        if (p->kind == WN_PARAM_POINTS || p->kind == WN_PARAM_VALUES) {
            size_t count;
            memcpy(&count, u + sizeof(void *), sizeof count);
            if (memcmp(u + sizeof(void *), v + sizeof(void *), sizeof count) != 0)
                return 0;
            width = count * (p->kind == WN_PARAM_POINTS ? 2 : 1) * sizeof(double);
            memcpy(&u, x + p->offset, sizeof u);
            memcpy(&v, y + p->offset, sizeof v);
        }
        if (memcmp(u, v, width) != 0)
            return 0;
    }
    return 1;
}

/* The modules, one by one. */
static void check_same_graph(const wn_graph *a, const wn_graph *b)
{
    CHECK(wn_graph_count(a) == wn_graph_count(b), "another number of modules");
    for (wn_module m = 1; m <= wn_graph_count(a) && m <= wn_graph_count(b); m++) {
        const char *name = wn_graph_name(a, m);
        CHECK(wn_graph_type(a, m) == wn_graph_type(b, m), "module %u: another type", m);
        CHECK(same_params(a, b, m), "module %u (%s): other parameters", m,
              wn_type_name(wn_graph_type(a, m)));
        CHECK(!*name || !strcmp(name, wn_graph_name(b, m)), "module %u: another name", m);
        for (size_t k = 0; k < wn_graph_source_count(a, m); k++)
            CHECK(wn_graph_source(a, m, k) == wn_graph_source(b, m, k), "module %u: source %zu", m,
                  k);
    }
}

/* The values of outputs at some points, unless that takes long: then out is left alone. */
static wn_status values(const wn_graph *g, const wn_module *outputs, size_t count, int bits,
                        size_t *slots, double *out)
{
    static double x[3][POINTS];
    static float narrow[3][POINTS], narrow_out[MOST_OUTPUTS][POINTS];
    double *wide_lines[MOST_OUTPUTS];
    float *narrow_lines[MOST_OUTPUTS];
    wn_plan_options options;
    wn_plan *plan;
    wn_workspace *workspace;
    uint64_t points = 7;
    for (size_t i = 0; i < POINTS; i++)
        for (int k = 0; k < 3; k++)
            narrow[k][i] = (float)(x[k][i] = check_uniform(&points, -3, 3));
    for (size_t i = 0; i < count; i++) {
        wide_lines[i] = out + i * POINTS;
        narrow_lines[i] = narrow_out[i];
    }
    wn_plan_options_init(&options, sizeof options);
    options.precision = bits;
    wn_status status = wn_plan_create(&plan, g, outputs, count, &options, NULL, 0);
    *slots = status ? 0 : wn_plan_slots(plan);
    if (status || *slots > 500) {
        wn_plan_destroy(plan);
        return status;
    }
    evaluated++;
    status = wn_workspace_create(&workspace, plan);
    if (!status && bits == 64)
        status = wn_plan_eval_f64(plan, workspace, POINTS, x[0], x[1], x[2], wide_lines);
    if (!status && bits == 32)
        status = wn_plan_eval_f32(plan, workspace, POINTS, narrow[0], narrow[1], narrow[2],
                                  narrow_lines);
    for (size_t i = 0; i < count * POINTS && bits == 32; i++)
        out[i] = narrow_lines[i / POINTS][i % POINTS];
    wn_workspace_destroy(workspace);
    wn_plan_destroy(plan);
    return status;
}

/* Plans of both: equal size, equal bits. */
static void check_same_values(const wn_graph *a, const wn_graph *b, const wn_module *outputs,
                              size_t count)
{
    static double x[MOST_OUTPUTS * POINTS], y[MOST_OUTPUTS * POINTS];
    for (int bits = 32; bits <= 64; bits += 32) {
        size_t slots[2];
        const wn_status status = values(a, outputs, count, bits, &slots[0], x);
        CHECK(status == values(b, outputs, count, bits, &slots[1], y), "another status");
        CHECK(slots[0] == slots[1], "%zu slots, then %zu", slots[0], slots[1]);
        for (size_t i = 0; i < count * POINTS && !status; i++)
            CHECK(check_bits64(x[i]) == check_bits64(y[i]), "f%d: %a, then %a", bits, x[i], y[i]);
    }
}

/* ---- Random graphs ---- */

static void name_randomly(wn_graph *g, wn_module m)
{
    static const char *const kinds[] = { "m%u",
                                         "a \"quoted\" %u",
                                         "back\\slash\n%u",
                                         "\xc3\xa9%u",
                                         "perlin_%u",
                                         "add_%u_",
                                         "modules %u",
                                         "a name that is long enough for many lines: %u" };
    char name[128];
    snprintf(name, sizeof name, kinds[below(sizeof kinds / sizeof *kinds)], below(200));
    if (below(3) && wn_graph_find(g, name) == WN_MODULE_NONE)
        CHECK(!wn_graph_set_name(g, m, name), "name");
}

/* Sources have smaller numbers or, backwards, greater ones: references ahead in the file. */
static wn_graph *random_graph(size_t count, int backwards)
{
    static struct any_params params;
    const struct random_source source = { &state, DBL_MAX, 4, 0 };
    wn_graph *g;
    if (wn_graph_create(&g))
        exit(1);
    for (size_t i = 0; i < count; i++) {
        const int first = backwards ? i + 1 == count : i == 0; /* of the order of evaluation */
        size_t entry;
        do
            entry = below(WN_ENTRY_COUNT);
        while (!wn_type_is_module(wn_entries[entry].type) || (first && wn_entries[entry].sources));
        random_params(entry, &source, &params);
        const wn_module m = wn_graph_add(g, wn_entries[entry].type,
                                         wn_entries[entry].param_count ? params.bytes : NULL, NULL,
                                         0);
        CHECK(m == i + 1, "%s", wn_graph_message(g));
        name_randomly(g, m);
    }
    for (wn_module m = 1; m <= count; m++)
        for (size_t k = 0; k < wn_graph_source_count(g, m); k++)
            wn_graph_connect(g, m, k,
                             backwards ? m + 1 + below((uint32_t)count - m) : 1 + below(m - 1));
    return g;
}

static void check_round_trip(void)
{
    static const char *const names[MOST_OUTPUTS] = { "one", "two \"2\"", "3\n" };
    const size_t count = 1 + below(MOST_MODULES);
    const int named = (int)below(2); /* else modules that are outputs have to be different */
    const size_t used = 1 + below((uint32_t)(named || count > MOST_OUTPUTS ? MOST_OUTPUTS : count));
    const wn_module first = 1 + below((uint32_t)count);
    wn_graph *g = random_graph(count, (int)below(2));
    wn_module outputs[MOST_OUTPUTS];
    struct graph_file file;
    for (size_t i = 0; i < used; i++)
        outputs[i] = named ? 1 + below((uint32_t)count) : (wn_module)((first + i) % count + 1);
    FILE *to = fopen(path, "wb");
    CHECK(to &&
              !graph_file_write(to, g, below(2) ? "A \"title\"" : NULL, used, outputs,
                                named ? names : NULL, message, sizeof message),
          "%s", message);
    CHECK(to && !fclose(to), "writing");
    CHECK(!read_back(&file), "%s", message);
    CHECK(file.output_count == used, "%zu outputs", file.output_count);
    for (size_t i = 0; i < used && i < file.output_count; i++) {
        CHECK(file.outputs[i] == outputs[i], "output %zu", i);
        CHECK(!named || !strcmp(file.output_names[i], names[i]), "%s", file.output_names[i]);
    }
    if (file.graph) {
        check_same_graph(g, file.graph);
        check_same_values(g, file.graph, outputs, used);
    }
    graph_file_free(&file);
    wn_graph_destroy(g);
}

/* ---- Errors in a file ---- */

#define FILE_OF(modules) "{\"widenoise\": 1, \"modules\": {\n" modules "}}"
#define PERLIN           "\"p\": {\"module\": \"perlin\"}"

static const struct {
    const char *text, *message; /* what follows the file's name */
} broken[] = {
    /* JSON */
    { "", "1: '[' or '{' expected near end of file" },
    { "{\n\"widenoise\": 1,\n}", "3: string or '}' expected near '}'" },
    { "{\n\"widenoise\": 1,\n\"modules\"", "3: \"modules\": ':' expected near end of file" },
    { "[1]", "1: must be an object, not an array" },
    { "{\"widenoise\": 1}\n x", "2: end of file expected near 'x'" },
    { FILE_OF("\"p\": {\n\"module\": \"perlin\"\n\"seed\": 1}"),
      "4: module \"p\": \"module\": '}' expected near '\"seed\"'" },
    { FILE_OF("\"p\": {\"module\": \"perlin\",\n\"frequency\": 1e999}"),
      "3: module \"p\": parameter \"frequency\": real number overflow near '1e999'" },
    { FILE_OF("\"p\": {\"module\": \"perlin\",\n\"frequency\": NaN}"),
      "3: module \"p\": parameter \"frequency\": invalid token near 'NaN'" },
    { FILE_OF("\"p\": {\"module\": \"perlin\",\n\"frequency\": 0x1p3}"), "3: module \"p\"" },
    { "{\"widenoise\": 1, \"title\": \"\xff\"}", "1: \"title\": unable to decode byte 0xff" },
    /* the same twice */
    { FILE_OF("\"p\": {\"module\": \"perlin\",\n\"seed\": 1,\n\"seed\": 2}"),
      "4: module \"p\": parameter \"seed\": given twice" },
    { FILE_OF(PERLIN ",\n" PERLIN), "3: module \"p\": given twice" },
    { FILE_OF(PERLIN ",\n\"\\u0070\": {}"), "3: module \"p\": given twice" },
    { "{\"widenoise\": 1,\n\"widenoise\": 1}", "2: \"widenoise\": given twice" },
    { "{\"widenoise\": 1, \"modules\": {" PERLIN "},\n\"outputs\": {\"a\": \"p\",\n\"a\": \"p\"}}",
      "3: \"outputs\": \"a\": given twice" },
    /* the outermost object */
    { "{}", "1: \"widenoise\" is missing: the version of the format, 1" },
    { "{\n\"modules\": {" PERLIN "}}", "1: \"widenoise\" is missing" },
    { "{\n\"widenoise\": \"1\"}", "2: \"widenoise\": must be the version of the format, 1" },
    { "{\n\"widenoise\": 0}", "2: \"widenoise\": must be the version of the format, 1" },
    { "{\n\"widenoise\": 1.5}", "2: \"widenoise\": must be the version of the format, 1" },
    { "{\"new\": 1,\n\"widenoise\": 2}",
      "2: \"widenoise\": the file has version 2 of the format, this program reads version 1: it "
      "needs a newer version of widenoise" },
    { "{\"widenoise\": 1}", "1: \"modules\" is missing" },
    { "{\"widenoise\": 1,\n\"modules\": []}", "2: \"modules\": must be an object, not an array" },
    { "{\"widenoise\": 1,\n\"modules\": {}}", "2: \"modules\": is empty" },
    { "{\"widenoise\": 1, \"modules\": {" PERLIN "},\n\"output\": {\"a\": \"p\"}}",
      "2: \"output\": no such key; there are: widenoise, title, comment, modules, outputs" },
    { "{\"widenoise\": 1,\n\"title\": 1, \"modules\": {" PERLIN "}}",
      "2: \"title\": must be a string, not a number" },
    { "{\"widenoise\": 1,\n\"comment\": [], \"modules\": {" PERLIN "}}",
      "2: \"comment\": must be a string, not an array" },
    /* modules */
    { FILE_OF("\"p\": 1"), "2: module \"p\": must be an object, not a number" },
    { FILE_OF("\"p\": {}"), "2: module \"p\": is empty" },
    { FILE_OF("\"\": {\"module\": \"perlin\"}"), "2: module \"\": the name is empty" },
    { FILE_OF("\"p\":\n{\"seed\": 1}"), "2: module \"p\": \"module\" is missing" },
    { FILE_OF("\"p\": {\n\"module\": 1}"), "3: module \"p\": \"module\": must be a string" },
    { FILE_OF("\"p\": {\n\"module\": \"perlinn\"}"),
      "3: module \"p\": \"module\": \"perlinn\": no such type; `widenoise list` has them" },
    { FILE_OF("\"p\": {\n\"module\": \"value3\"}"),
      "3: module \"p\": \"module\": \"value3\" is a primitive, not a module" },
    { FILE_OF("\"p\": {\n\"module\": \"user\"}"),
      "3: module \"p\": \"module\": \"user\" modules consist of code" },
    { FILE_OF("\"p\": {\"module\": \"perlin\",\n\"comment\": 3}"),
      "3: module \"p\" (perlin): \"comment\": must be a string, not a number" },
    { FILE_OF("\"p\": {\"module\": \"cylinders\",\n\"octaves\": 3}"),
      "3: module \"p\" (cylinders): parameter \"octaves\": no such key; there are: module, "
      "comment, frequency\n" },
    { FILE_OF("\"s\": {\"module\": \"select\",\n\"source\": \"s\"}"),
      "3: module \"s\" (select): parameter \"source\": no such key; there are: module, comment, "
      "sources, control, lower, upper, falloff\n" },
    /* numbers */
    { FILE_OF("\"base\": {\"module\": \"perlin\",\n\"seed\": 1,\n\"octaves\": 31}"),
      "4: module \"base\" (perlin): parameter \"octaves\": 31 is out of range (1 to 30)\n" },
    { FILE_OF(PERLIN ", \"q\": {\"module\": \"perlin\",\n\"octaves\": 0}"),
      "3: module \"q\" (perlin): parameter \"octaves\": 0 is out of range (1 to 30)\n" },
    { FILE_OF("\"p\": {\"module\": \"perlin\",\n\"octaves\": 2.5}"),
      "3: module \"p\" (perlin): parameter \"octaves\": 2.5: must be a whole number\n" },
    { FILE_OF("\"p\": {\"module\": \"perlin\",\n\"octaves\": \"6\"}"),
      "3: module \"p\" (perlin): parameter \"octaves\": must be a whole number, not a string" },
    { FILE_OF("\"p\": {\"module\": \"perlin\",\n\"octaves\": true}"),
      "3: module \"p\" (perlin): parameter \"octaves\": must be a whole number, not true" },
    { FILE_OF("\"p\": {\"module\": \"perlin\", \"seed\":\n2147483648}"),
      "2: module \"p\" (perlin): parameter \"seed\": 2147483648 is out of range (-2147483648 to "
      "2147483647)" },
    { FILE_OF("\"p\": {\"module\": \"perlin\",\n\"frequency\": \"1\"}"),
      "3: module \"p\" (perlin): parameter \"frequency\": must be a number, not a string" },
    { FILE_OF("\"p\": {\"module\": \"perlin\",\n\"frequency\": \"inf\"}"),
      "3: module \"p\" (perlin): parameter \"frequency\": must be a number, not a string" },
    { FILE_OF("\"p\": {\"module\": \"perlin\",\n\"frequency\": null}"),
      "3: module \"p\" (perlin): parameter \"frequency\": must be a number, not null" },
    { FILE_OF("\"p\": {\"module\": \"perlin\",\n\"frequency\": false}"),
      "3: module \"p\" (perlin): parameter \"frequency\": must be a number, not false" },
    { FILE_OF("\"p\": {\"module\": \"perlin\",\n\"quality\": \"bets\"}"),
      "3: module \"p\" (perlin): parameter \"quality\": \"bets\": must be \"fast\", \"standard\" "
      "or \"best\"\n" },
    { FILE_OF("\"p\": {\"module\": \"perlin\",\n\"quality\": 3}"),
      "3: module \"p\" (perlin): parameter \"quality\": 3 is out of range (0 to 2)" },
    { FILE_OF("\"p\": {\"module\": \"perlin\",\n\"range_reduction\": \"yes\"}"),
      "3: module \"p\" (perlin): parameter \"range_reduction\": must be true or false, not a "
      "string" },
    { FILE_OF(PERLIN ", \"c\": {\"module\": \"clamp\", \"source\": \"p\",\n\"upper\": \"1\"}"),
      "3: module \"c\" (clamp): parameter \"upper\": must be a number, \"inf\" or \"-inf\", not a "
      "string" },
    { FILE_OF(PERLIN ", \"c\": {\"module\": \"clamp\", \"source\": \"p\",\n\"lower\": 1}"),
      "3: module \"c\" (clamp): parameter \"lower\": it is not below upper" },
    { FILE_OF(PERLIN ", \"c\":\n{\"module\": \"clamp\", \"source\": \"p\", \"upper\": -1}"),
      "2: module \"c\" (clamp): parameter \"lower\": it is not below upper" },
    /* choices of native noise: which names are valid depends on the module */
    { FILE_OF("\"n\": {\"module\": \"noise\",\n\"primitive\": \"worley\"}"),
      "3: module \"n\" (noise): parameter \"primitive\": \"worley\": must be \"value\", "
      "\"value_cubic\", \"perlin\", \"simplex\", \"super_simplex\", \"cellular\" or \"white\"\n" },
    { FILE_OF("\"n\": {\"module\": \"fractal\",\n\"metric\": \"minkowski\"}"),
      "3: module \"n\" (fractal): parameter \"metric\": \"minkowski\": must be \"euclidean\", "
      "\"euclidean_squared\", \"manhattan\", \"chebyshev\" or \"hybrid\"\n" },
    { FILE_OF("\"c\": {\"module\": \"cell\",\n\"metric\": \"hybrid\"}"),
      "3: module \"c\" (cell): parameter \"metric\": \"hybrid\": must be \"euclidean\", "
      "\"quadratic\", \"manhattan\", \"chebyshev\" or \"minkowski\"\n" },
    { FILE_OF("\"n\": {\"module\": \"noise\",\n\"axes\": \"zx\"}"),
      "3: module \"n\" (noise): parameter \"axes\": \"zx\": must be \"x\", \"y\", \"xy\", \"z\", "
      "\"xz\", \"yz\", \"xyz\", \"w\", \"xw\", \"yw\", \"xyw\", \"zw\", \"xzw\", \"yzw\" or "
      "\"xyzw\"\n" },
    { FILE_OF("\"n\": {\"module\": \"noise\",\n\"axes\": 16}"),
      "3: module \"n\" (noise): parameter \"axes\": 16 is out of range (1 to 15)\n" },
    { FILE_OF(PERLIN ", \"w\": {\"module\": \"warp\", \"source\": \"p\",\n\"axes\": \"z\"}"),
      "3: module \"w\" (warp): parameter \"axes\": \"z\": must be \"xy\", \"xz\", \"yz\" or "
      "\"xyz\"\n" },
    { FILE_OF(PERLIN ", \"w\": {\"module\": \"warp\", \"source\": \"p\",\n\"axes\": 4}"),
      "3: module \"w\" (warp): parameter \"axes\": a warp has two or three axes\n" },
    { FILE_OF(PERLIN ", \"w\": {\"module\": \"warp\", \"source\": \"p\",\n\"mode\": true}"),
      "3: module \"w\" (warp): parameter \"mode\": must be a name or a whole number, not true\n" },
    { FILE_OF("\"n\": {\"module\": \"fractal\",\n\"primitive\": \"cellular\", \"axes\": \"x\"}"),
      "3: module \"n\" (fractal): parameter \"primitive\": it exists in two and three dimensions "
      "only\n" },
    /* seeds of 64 bits */
    { FILE_OF("\"n\": {\"module\": \"noise\",\n\"seed\": 0.5}"),
      "3: module \"n\" (noise): parameter \"seed\": 0.5: must be a whole number\n" },
    { FILE_OF("\"n\": {\"module\": \"noise\",\n\"seed\": true}"),
      "3: module \"n\" (noise): parameter \"seed\": must be a whole number or a string with one, "
      "not true\n" },
    { FILE_OF("\"n\": {\"module\": \"noise\",\n\"seed\": 9223372036854775808}"),
      "3: module \"n\" (noise): parameter \"seed\": such a number must be a string here, "
      "\"0xfedcba9876543210\"\n" },
    { FILE_OF("\"n\": {\"module\": \"noise\",\n\"seed\": -9223372036854775809}"),
      "3: module \"n\" (noise): parameter \"seed\": such a number must be a string" },
    { FILE_OF("\"n\": {\"module\": \"noise\",\n\"seed\": 1e19}"),
      "3: module \"n\" (noise): parameter \"seed\": such a number must be a string" },
    { FILE_OF("\"n\": {\"module\": \"noise\", \"w\": 99999999999999999999,\n\"seed\": "
              "9007199254740993}"),
      "3: module \"n\" (noise): parameter \"seed\": such a number must be a string" },
#define WRONG_SEED(text)                                                                     \
    {                                                                                        \
        FILE_OF("\"n\": {\"module\": \"noise\",\n\"seed\": \"" text "\"}"),                  \
            "3: module \"n\" (noise): parameter \"seed\": \"" text                           \
            "\": must be a whole number from -2^63 to 2^64 - 1, or 0x and up to 16 digits\n" \
    }
    WRONG_SEED(""),
    WRONG_SEED("1.5"),
    WRONG_SEED("0x"),
    WRONG_SEED("0x0x1"),
    WRONG_SEED("-0x1"),
    WRONG_SEED("+1"),
    WRONG_SEED(" 1"),
    WRONG_SEED("1 "),
    WRONG_SEED("ff"),
    WRONG_SEED("0x10000000000000000"),
    WRONG_SEED("18446744073709551616"),
    WRONG_SEED("-9223372036854775809"),
#undef WRONG_SEED
    { FILE_OF("\"p\": {\"module\": \"perlin\",\n\"seed\": \"1\"}"),
      "3: module \"p\" (perlin): parameter \"seed\": must be a whole number, not a string\n" },
    /* control points */
    { FILE_OF(PERLIN ",\n\"c\": {\"module\": \"curve\", \"source\": \"p\"}"),
      "3: module \"c\" (curve): parameter \"points\" is missing: it has no default\n" },
    { FILE_OF(PERLIN ", \"c\": {\"module\": \"curve\", \"source\": \"p\",\n\"points\": 1}"),
      "3: module \"c\" (curve): parameter \"points\": must be an array of pairs [input, output], "
      "not a number" },
    { FILE_OF(PERLIN ", \"c\": {\"module\": \"curve\", \"source\": \"p\",\n\"points\": [[1, 2], "
                     "[2, 3], [3, 4]]}"),
      "3: module \"c\" (curve): parameter \"points\": 3 pairs [input, output]; there must be 4 to "
      "256" },
    { FILE_OF(PERLIN ", \"c\": {\"module\": \"curve\", \"source\": \"p\", \"points\": [[1, 2],\n"
                     "[2, 3],\n[3, 4, 5], [4, 5]]}"),
      "4: module \"c\" (curve): parameter \"points\": element 3 must be a pair [input, output]" },
    { FILE_OF(PERLIN ", \"c\": {\"module\": \"curve\", \"source\": \"p\", \"points\": [[1, 2],\n"
                     "[2, 3],\n[3, \"4\"], [4, 5]]}"),
      "4: module \"c\" (curve): parameter \"points\": must be a number, not a string" },
    { FILE_OF(PERLIN ", \"c\": {\"module\": \"curve\", \"source\": \"p\", \"points\": [[1, 2],\n"
                     "[2, 3],\n[3, 4],\n[2, 5]]}"),
      "5: module \"c\" (curve): parameter \"points\": element 4: the same input as element 2" },
    { FILE_OF(PERLIN ", \"t\": {\"module\": \"terrace\", \"source\": \"p\", \"points\": [1,\n"
                     "[2]]}"),
      "3: module \"t\" (terrace): parameter \"points\": element 2 must be a number, not an array" },
    { FILE_OF(PERLIN ", \"t\": {\"module\": \"terrace\", \"source\": \"p\",\n\"points\": [1]}"),
      "3: module \"t\" (terrace): parameter \"points\": 1 numbers; there must be 2 to 256" },
    /* sources */
    { FILE_OF("\"a\":\n{\"module\": \"abs\"}"),
      "2: module \"a\" (abs): \"source\" is missing: the name of a module\n" },
    { FILE_OF(PERLIN ", \"a\": {\"module\": \"abs\",\n\"source\": \"q\"}"),
      "3: module \"a\" (abs): \"source\": there is no module \"q\"\n" },
    { FILE_OF(PERLIN ", \"a\": {\"module\": \"abs\",\n\"source\": [\"p\"]}"),
      "3: module \"a\" (abs): \"source\": must be a string, not an array" },
    { FILE_OF(PERLIN ", \"a\": {\"module\": \"add\",\n\"sources\": [\"p\"]}"),
      "3: module \"a\" (add): \"sources\": must be an array of 2 names of modules\n" },
    { FILE_OF(PERLIN ", \"a\": {\"module\": \"add\",\n\"sources\": \"p\"}"),
      "3: module \"a\" (add): \"sources\": must be an array of 2 names of modules\n" },
    { FILE_OF(PERLIN ", \"a\": {\"module\": \"add\", \"sources\": [\"p\",\n\"P\"]}"),
      "3: module \"a\" (add): \"sources\": there is no module \"P\"\n" },
    { FILE_OF(PERLIN ",\n\"b\": {\"module\": \"blend\", \"sources\": [\"p\", \"p\"]}"),
      "3: module \"b\" (blend): \"control\" is missing: the name of a module\n" },
    { FILE_OF(PERLIN ",\n\"d\": {\"module\": \"displace\", \"source\": \"p\"}"),
      "3: module \"d\" (displace): \"displacement\" is missing: the names of three modules\n" },
    { FILE_OF("\"a\": {\"module\": \"abs\",\n\"source\": \"a\"}"),
      "2: module \"a\" (abs): it is its own source\n" },
    { FILE_OF(PERLIN ", \"z\": {\"module\": \"abs\", \"source\": \"a\"},\n\"a\": {\"module\": "
                     "\"abs\", \"source\": \"b\"},\n\"b\": {\"module\": \"add\", \"sources\": "
                     "[\"p\", \"c\"]},\n\"c\": {\"module\": \"invert\", \"source\": \"a\"}"),
      "3: module \"a\" (abs): it is a source of itself, through \"b\", \"c\"\n" },
    /* outputs */
    { "{\"widenoise\": 1, \"modules\": {" PERLIN "},\n\"outputs\": [\"p\"]}",
      "2: \"outputs\": must be an object, not an array" },
    { "{\"widenoise\": 1, \"modules\": {" PERLIN "},\n\"outputs\": {}}",
      "2: \"outputs\": is empty" },
    { "{\"widenoise\": 1, \"modules\": {" PERLIN "}, \"outputs\": {\"a\": \"p\",\n\"b\": \"q\"}}",
      "2: \"outputs\": \"b\": there is no module \"q\"\n" },
    { "{\"widenoise\": 1, \"modules\": {" PERLIN "}, \"outputs\": {\n\"a\": 1}}",
      "2: \"outputs\": \"a\": must be a string, not a number\n" },
    /* names that look like something else, and long or odd ones */
    { FILE_OF("\"modules\": {\"module\": \"perlin\",\n\"seed\": 1}, \"seed\": {\"module\": "
              "\"perlin\", \"comment\": \"} \\\" {\", \"frequency\": 1, \"octaves\":\n1},\n\"x\": "
              "{\"module\": \"perlin\",\n\"octaves\": 99}"),
      "6: module \"x\" (perlin): parameter \"octaves\": 99 is out of range" },
    { FILE_OF("\"a\\u0022\\n\\tb\": {\"module\": \"perlin\",\n\"octa\\u0076es\": 99}"),
      "3: module \"a\"??b\" (perlin): parameter \"octaves\": 99 is out of range" },
    { FILE_OF("\"0123456789012345678901234567890123456789012345678901234567890123456789"
              "0123456789\": {\"module\": \"perlin\", \"octaves\": 99}"),
      "2: module \"012345678901234567890123456789012345678901234567890123456789012345...\" "
      "(perlin): parameter" },
};

static void check_broken(void)
{
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        struct graph_file file;
        const size_t length = strlen(path);
        size_t expected = strlen(broken[i].message);
        const int whole = broken[i].message[expected - 1] == '\n'; /* nothing follows */
        expected -= (size_t)whole;
        CHECK(read_text(broken[i].text, &file), "valid: %s", broken[i].text);
        CHECK(!file.graph && !file.outputs && !file.output_names, "something is left");
        CHECK(!strncmp(message, path, length) && message[length] == ':' &&
                  !strncmp(message + length + 1, broken[i].message, expected) &&
                  (!whole || !message[length + 1 + expected]),
              "%s\n  not %s", message, broken[i].message);
        graph_file_free(&file);
    }
}

static void check_files(void)
{
    struct graph_file file;
    CHECK(graph_file_read("/nowhere/graph.json", &file, message, sizeof message) &&
              !strcmp(message, "/nowhere/graph.json: No such file or directory"),
          "%s", message);
    CHECK(graph_file_read("/tmp", &file, message, sizeof message) &&
              !strcmp(message, "/tmp: Is a directory"),
          "%s", message);
    put("", 0);
    CHECK(!truncate(path, (off_t)GRAPH_FILE_MAX_BYTES + 1), "truncate");
    CHECK(read_back(&file) && strstr(message, ": the file is larger than 64 MiB"), "%s", message);
    /* a small message is cut, not overrun */
    char small[16];
    put("{", 1);
    CHECK(graph_file_read(path, &file, small, sizeof small) && strlen(small) == 15, "%s", small);
}

/* A chain of modules, each before its source. */
static int read_chain(size_t count, struct graph_file *file)
{
    char *text = malloc(64 * count + 128), *end = text;
    if (!text)
        exit(1);
    end += sprintf(end, "{\"widenoise\": 1, \"modules\": {\n");
    for (size_t i = 1; i < count; i++)
        end += sprintf(end, "\"%zu\": {\"module\": \"invert\", \"source\": \"%zu\"},\n", i, i + 1);
    end += sprintf(end, "\"%zu\": {\"module\": \"perlin\"}}}", count);
    const int result = read_text(text, file);
    free(text);
    return result;
}

static void check_depth(void)
{
    struct graph_file file;
    CHECK(!read_chain(WN_MAX_DEPTH, &file), "%s", message);
    CHECK(wn_graph_count(file.graph) == WN_MAX_DEPTH && file.output_count == 1, "chain");
    graph_file_free(&file);
    CHECK(read_chain(WN_MAX_DEPTH + 1, &file) &&
              strstr(message, ":2: module \"1\" (invert): it ends a chain of more than 1024 "),
          "%s", message);
    CHECK(read_chain(20000, &file), "a long chain");
    /* nesting */
    char text[4096];
    memset(text, '[', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    CHECK(read_text(text, &file) && strstr(message, "maximum parsing depth"), "%s", message);
}

/* ---- What is read ---- */

static void check_values(void)
{
    struct graph_file file;
    wn_fractal_params p;
    wn_clamp_params c;
    wn_cell_params cell;
    wn_terrace_params t;
    CHECK(!read_text("{\"outputs\": {\"x\": \"c\", \"y\": \"t\"}, \"title\": \"T\", \"comment\": "
                     "\"C\", \"modules\": {\"c\": {\"module\": \"clamp\", \"source\": \"p\", "
                     "\"lower\": \"-inf\", \"upper\": \"inf\"}, \"p\": {\"comment\": \"c\", "
                     "\"quality\": \"best\", \"seed\": -2147483648, \"octaves\": 3.0e0, "
                     "\"frequency\": -0, \"range_reduction\": false, \"persistence\": 5e-324, "
                     "\"module\": \"perlin\"}, \"v\": {\"module\": \"cell\", \"metric\": "
                     "\"minkowski\", \"distance\": 1, \"metric_distance\": true}, \"w\": "
                     "{\"module\": \"cell\", \"metric\": 2, \"distance\": 0}, \"t\": {\"module\": "
                     "\"terrace\", \"source\": \"v\", \"points\": [3, -1, 2e0]}}, \"widenoise\": "
                     "1.0}",
                     &file),
          "%s", message);
    if (!file.graph)
        return;
    CHECK(!strcmp(file.title, "T") && file.output_count == 2 && file.outputs[0] == 1 &&
              file.outputs[1] == 5 && !strcmp(file.output_names[1], "y"),
          "outputs");
    CHECK(!wn_graph_params(file.graph, 1, &c, sizeof c) && c.lower == -INFINITY &&
              c.upper == INFINITY,
          "clamp");
    CHECK(!wn_graph_params(file.graph, 2, &p, sizeof p), "perlin");
    CHECK(p.quality == WN_QUALITY_BEST && p.seed == INT32_MIN && p.octaves == 3 &&
              p.frequency == 0 && signbit(p.frequency) && !p.range_reduction &&
              p.persistence == 0x1p-1074 && p.lacunarity == 2,
          "perlin's parameters");
    CHECK(!wn_graph_params(file.graph, 3, &cell, sizeof cell) &&
              cell.metric == WN_METRIC_MINKOWSKI && cell.distance == 1 && cell.metric_distance == 1,
          "cell");
    CHECK(!wn_graph_params(file.graph, 4, &cell, sizeof cell) &&
              cell.metric == WN_METRIC_MANHATTAN && cell.distance == 0 && cell.metric_distance == 0,
          "cell");
    CHECK(!wn_graph_params(file.graph, 5, &t, sizeof t) && t.count == 3 && t.points[0] == 3 &&
              t.points[1] == -1 && t.points[2] == 2,
          "terrace");
    /* outputs and modules by name */
    CHECK(graph_file_output(&file, "x", message, sizeof message) == 1, "output x");
    CHECK(graph_file_output(&file, "p", message, sizeof message) == 2, "module p");
    CHECK(!graph_file_output(&file, "z", message, sizeof message) &&
              !strcmp(message, "the graph has no output or module \"z\"; outputs: \"x\" \"y\""),
          "%s", message);
    CHECK(!graph_file_output(&file, NULL, message, sizeof message) &&
              !strcmp(message, "the graph has several outputs, one must be chosen: \"x\" \"y\""),
          "%s", message);
    graph_file_free(&file);
    /* without "outputs": what nothing uses, in the order of the file */
    CHECK(!read_text(FILE_OF("\"a\": {\"module\": \"abs\", \"source\": \"p\"}, " PERLIN
                             ", \"q\": {\"module\": \"white\"}"),
                     &file),
          "%s", message);
    CHECK(file.output_count == 2 && !strcmp(file.output_names[0], "a") && file.outputs[1] == 3,
          "outputs");
    CHECK(!file.title, "a title");
    graph_file_free(&file);
    CHECK(!read_text(FILE_OF(PERLIN), &file), "%s", message);
    CHECK(graph_file_output(&file, NULL, message, sizeof message) == 1, "the only output");
    graph_file_free(&file);
}

/* Seeds of 64 bits: as they may be written, as they are written, and without loss. */
static void check_seeds(void)
{
    static const struct {
        const char *text;
        uint64_t seed;
        const char *written; /* NULL: not at all, it is the default */
    } seeds[] = {
        { "0", 0, NULL },
        { "-0", 0, NULL },
        { "7", 7, "7" },
        { "7e0", 7, "7" },
        { "9007199254740991", (UINT64_C(1) << 53) - 1, "9007199254740991" },
        { "9007199254740993", (UINT64_C(1) << 53) + 1, "9007199254740993" },
        { "1e17", UINT64_C(100000000000000000), "100000000000000000" },
        { "9223372036854775807", INT64_MAX, "9223372036854775807" },
        { "\"9223372036854775808\"", UINT64_C(1) << 63, "\"0x8000000000000000\"" },
        { "-9223372036854775808", UINT64_C(1) << 63, "\"0x8000000000000000\"" },
        { "-9007199254740993", UINT64_MAX - (UINT64_C(1) << 53), "\"0xffdfffffffffffff\"" },
        { "-1", UINT64_MAX, "\"0xffffffffffffffff\"" },
        { "\"-1\"", UINT64_MAX, "\"0xffffffffffffffff\"" },
        { "\"0xfedcba9876543210\"", UINT64_C(0xfedcba9876543210), "\"0xfedcba9876543210\"" },
        { "\"0XFEDCBA9876543210\"", UINT64_C(0xfedcba9876543210), "\"0xfedcba9876543210\"" },
        { "\"18446744073709551615\"", UINT64_MAX, "\"0xffffffffffffffff\"" },
        { "\"0x10\"", 16, "16" },
    };
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++) {
        char text[256];
        struct graph_file file;
        wn_noise_params p = { 0 };
        snprintf(text, sizeof text, FILE_OF("\"a \\u0041\": {\"module\": \"noise\", \"seed\": %s}"),
                 seeds[i].text);
        CHECK(!read_text(text, &file), "%s", message);
        if (!file.graph)
            continue;
        CHECK(!wn_graph_params(file.graph, 1, &p, sizeof p) && p.seed == seeds[i].seed,
              "%s: %#" PRIx64, seeds[i].text, p.seed);
        FILE *to = fopen(path, "wb");
        CHECK(to && !graph_file_write(to, file.graph, NULL, 0, NULL, NULL, message, sizeof message),
              "%s", message);
        CHECK(to && !fclose(to), "writing");
        graph_file_free(&file);
        size_t size;
        char *written = load(path, &size), expected[64];
        snprintf(expected, sizeof expected, "\"seed\": %s }", seeds[i].written);
        CHECK(seeds[i].written ? strstr(written, expected) != NULL : !strstr(written, "seed"),
              "%s: %s is not in %s", seeds[i].text, expected, written);
        free(written);
    }
}

/* Names of native noise, and how they are written. */
static void check_names(void)
{
    struct graph_file file;
    wn_noise_params n;
    wn_noise_fractal_params f;
    wn_warp_params w;
    size_t size;
    CHECK(
        !read_text(FILE_OF("\"n\": {\"module\": \"noise\", \"primitive\": \"cellular\", "
                           "\"metric\": \"hybrid\", \"returns\": \"f2_minus_f1\", \"axes\": "
                           "\"xz\", \"raw\": true}, \"f\": {\"module\": \"fractal\", \"axes\": 13, "
                           "\"primitive\": 0, \"fractal\": \"ping_pong\", \"bounding\": \"none\"}, "
                           "\"w\": {\"module\": \"warp\", \"source\": \"n\", \"warp\": \"noise\", "
                           "\"mode\": 1, \"axes\": \"yz\", \"primitive\": \"white\"}"),
                   &file),
        "%s", message);
    if (!file.graph)
        return;
    CHECK(!wn_graph_params(file.graph, 1, &n, sizeof n) && n.primitive == WN_PRIMITIVE_CELLULAR &&
              n.metric == WN_CELLULAR_HYBRID && n.returns == WN_CELLULAR_F2_MINUS_F1 &&
              n.axes == (WN_AXIS_X | WN_AXIS_Z) && n.raw == 1,
          "noise");
    CHECK(!wn_graph_params(file.graph, 2, &f, sizeof f) && f.primitive == WN_PRIMITIVE_VALUE &&
              f.fractal == WN_FRACTAL_PING_PONG && f.bounding == WN_BOUNDING_NONE &&
              f.axes == (WN_AXIS_X | WN_AXIS_Z | WN_AXIS_W),
          "fractal");
    CHECK(!wn_graph_params(file.graph, 3, &w, sizeof w) && w.primitive == WN_PRIMITIVE_WHITE &&
              w.warp == WN_WARP_NOISE && w.mode == WN_WARP_PROGRESSIVE &&
              w.axes == (WN_AXIS_Y | WN_AXIS_Z),
          "warp");
    FILE *to = fopen(path, "wb");
    CHECK(to && !graph_file_write(to, file.graph, NULL, 0, NULL, NULL, message, sizeof message),
          "%s", message);
    CHECK(to && !fclose(to), "writing");
    graph_file_free(&file);
    static const char *const written[] = { "\"primitive\": \"cellular\"",
                                           "\"metric\": \"hybrid\"",
                                           "\"returns\": \"f2_minus_f1\"",
                                           "\"raw\": true",
                                           "\"axes\": \"xz\"",
                                           "\"primitive\": \"value\"",
                                           "\"axes\": \"xzw\"",
                                           "\"fractal\": \"ping_pong\"",
                                           "\"bounding\": \"none\"",
                                           "\"warp\": \"noise\"",
                                           "\"primitive\": \"white\"",
                                           "\"mode\": \"progressive\"",
                                           "\"axes\": \"yz\"" };
    char *text = load(path, &size);
    for (size_t i = 0; i < sizeof written / sizeof *written; i++)
        CHECK(strstr(text, written[i]), "%s is not in %s", written[i], text);
    free(text);
}

/* Each value of a choice is written and read back: a name belongs to one value. */
static void check_choice(wn_type type, const wn_param *param, int32_t value)
{
    _Alignas(max_align_t) char params[WN_PARAMS_MAX];
    struct graph_file file;
    wn_graph *g;
    if (wn_graph_create(&g))
        exit(1);
    wn_params_init(type, params, wn_type_params_size(type));
    memcpy(params + param->offset, &value, sizeof value);
    if (wn_graph_add(g, type, params, NULL, 0)) { /* else it does not fit the other parameters */
        FILE *to = fopen(path, "wb");
        CHECK(to && !graph_file_write(to, g, NULL, 0, NULL, NULL, message, sizeof message), "%s",
              message);
        CHECK(to && !fclose(to), "writing");
        CHECK(!read_back(&file), "%s", message);
        CHECK(file.graph && same_params(g, file.graph, 1), "%s = %d", param->name, (int)value);
        graph_file_free(&file);
    }
    wn_graph_destroy(g);
}

static void check_choices(void)
{
    static const wn_type types[] = { WN_PERLIN, WN_CELL, WN_NOISE, WN_FRACTAL };
    const wn_param *p;
    for (size_t t = 0; t < sizeof types / sizeof *types; t++)
        for (size_t i = 0; (p = wn_type_param(types[t], i)) != NULL; i++)
            if (p->kind == WN_PARAM_INT && p->maximum - p->minimum < 64)
                for (int32_t v = (int32_t)p->minimum; v <= p->maximum; v++)
                    check_choice(types[t], p, v);
}

/* ---- What is written ---- */

static double user_point(void *data, double x, double y, double z, const double *sources)
{
    (void)data, (void)y, (void)z, (void)sources;
    return x;
}

static int write_graph(const wn_graph *g, size_t count, const wn_module *outputs,
                       const char *const *names)
{
    FILE *to = fopen(path, "wb");
    const int result = graph_file_write(to, g, NULL, count, outputs, names, message,
                                        sizeof message);
    fclose(to);
    return result;
}

static void check_refused(void)
{
    static const char *const bad[] = { "\xff" };
    const wn_module one = 1, nine = 9;
    wn_user_params user = { .size = sizeof user, .point_f64 = user_point };
    wn_graph *g;
    if (wn_graph_create(&g))
        exit(1);
    CHECK(write_graph(g, 0, NULL, NULL) && !strcmp(message, "the graph is empty"), "%s", message);
    const wn_module p = wn_graph_add(g, WN_PERLIN, NULL, NULL, 0);
    CHECK(!write_graph(g, 0, NULL, NULL) && !write_graph(g, 1, &p, NULL), "%s", message);
    CHECK(write_graph(g, 1, &nine, NULL) && strstr(message, "output 0"), "%s", message);
    CHECK(write_graph(g, 1, &one, bad) && strstr(message, "UTF-8"), "%s", message);
    const wn_module a = wn_graph_add(g, WN_ABS, NULL, NULL, 0);
    CHECK(write_graph(g, 1, &p, NULL) &&
              !strcmp(message, "module 2 (abs): a source is not connected"),
          "%s", message);
    wn_graph_connect(g, a, 0, p);
    wn_graph_set_name(g, a, "\xc3(");
    CHECK(write_graph(g, 1, &p, NULL) && strstr(message, "UTF-8"), "%s", message);
    wn_graph_set_name(g, a, "mine");
    CHECK(!write_graph(g, 1, &p, NULL), "%s", message);
    const wn_module u = wn_graph_add(g, WN_USER, &user, NULL, 0);
    wn_graph_set_name(g, u, "yours");
    CHECK(write_graph(g, 1, &p, NULL) && strstr(message, "module 3 \"yours\" (user): "), "%s",
          message);
    wn_graph_destroy(g);
}

static void check_reals(void)
{
    static const struct {
        double value;
        const char *text;
    } reals[] = { { 0.0, "0" },
                  { -0.0, "-0.0" },
                  { 0.1, "0.1" },
                  { 1.0 / 3, "0.3333333333333333" },
                  { 1e22, "1e+22" },
                  { 0.1 + 0.2, "0.30000000000000004" },
                  { 0x1p-1074, "4.94065645841247e-324" },
                  { DBL_MAX, "1.7976931348623157e+308" },
                  { -INFINITY, "-inf" } };
    char text[GRAPH_FILE_REAL];
    for (size_t i = 0; i < sizeof reals / sizeof *reals; i++)
        CHECK(!strcmp(graph_file_real(reals[i].value, text), reals[i].text), "%s", text);
}

/* ---- The examples ---- */

#define EXAMPLES WN_SOURCE_DIR "/examples/graphs/"

/* Values at three points. Jade, slime and wood are what libnoise 1.0.0 computes, bit for bit; it
 * does so for granite but for its voronoi, which is not what its source says where gcc compiled it
 * (an overflow that is undefined in C). */
static const struct {
    const char *name;
    double values[3];
} textures[] = {
    { "granite", { -0x1.67f3a47c0810cp-2, -0x1.8a59cec82367p-1, -0x1.01b0c0bb62b4ap-2 } },
    { "jade", { 0x1.be626fce27254p-1, 0x1.67f1e1265565ap-1, 0x1.cc3dd4a47e5a6p-1 } },
    { "slime", { 0x1.2ead5e3d63c61p-1, -0x1.3f651e5334c5bp-3, -0x1.fb133ae4de74dp-2 } },
    { "wood", { -0x1.f1d7871c91af8p-4, 0x1.d5685dcf2eb72p-2, 0x1.f1a25f8589b6dp-1 } },
};

static void check_texture(size_t i)
{
    static const double points[3][3] = { { 0.3, -0.2, 0.7 },
                                         { -1.5, 0.25, 2.75 },
                                         { 12.5, -7.125, 0.0625 } };
    char name[512];
    struct graph_file file;
    snprintf(name, sizeof name, EXAMPLES "%s.json", textures[i].name);
    CHECK(!graph_file_read(name, &file, message, sizeof message), "%s", message);
    const wn_module m = file.graph ? graph_file_output(&file, NULL, message, sizeof message) : 0;
    CHECK(m && !strcmp(file.output_names[0], textures[i].name), "output");
    for (size_t k = 0; m && k < 3; k++) {
        double value;
        wn_graph_point_f64(file.graph, m, points[k][0], points[k][1], points[k][2], &value, NULL);
        CHECK(check_bits64(value) == check_bits64(textures[i].values[k]), "%s: %a", name, value);
    }
    graph_file_free(&file);
}

/* Reads as wn_planet_build() builds. */
static void check_planet(const char *name, wn_planet_variant variant)
{
    struct graph_file file;
    wn_planet_settings settings;
    wn_graph *g;
    CHECK(!graph_file_read(name, &file, message, sizeof message), "%s", message);
    wn_planet_settings_init(&settings, sizeof settings);
    settings.variant = variant;
    CHECK(!wn_graph_create(&g) && !wn_planet_build(g, &settings, message, sizeof message), "%s",
          message);
    const wn_module output = wn_graph_find(g, "finalPlanet");
    CHECK(file.output_count == 1 && file.outputs[0] == output, "output");
    check_same_graph(g, file.graph);
    if (file.graph)
        check_same_values(g, file.graph, &output, 1);
    graph_file_free(&file);
    wn_graph_destroy(g);
}

/* The examples are written as the writer writes. */
static void check_style(const char *name)
{
    char file_name[512];
    struct graph_file file;
    size_t sizes[2];
    snprintf(file_name, sizeof file_name, EXAMPLES "%s.json", name);
    CHECK(!graph_file_read(file_name, &file, message, sizeof message), "%s", message);
    if (!file.graph)
        return;
    FILE *to = fopen(path, "wb");
    CHECK(to &&
              !graph_file_write(to, file.graph, file.title, file.output_count, file.outputs,
                                (const char *const *)file.output_names, message, sizeof message),
          "%s", message);
    CHECK(to && !fclose(to), "writing");
    char *before = load(file_name, &sizes[0]), *after = load(path, &sizes[1]);
    CHECK(sizes[0] == sizes[1] && !memcmp(before, after, sizes[0]), "%s is written otherwise",
          file_name);
    free(before);
    free(after);
    graph_file_free(&file);
}

/* ---- Damage ---- */

/* Changes some bytes of a file: it is refused with one line about it, or it is a graph. */
static void check_damaged(const char *original, size_t size)
{
    static const char bytes[] = "{}[]\",:\\0123456789-+.eE \n\t\x80\xff/abcdefinmorstu";
    static char text[1 << 16];
    struct graph_file file;
    memcpy(text, original, size);
    for (uint32_t changes = 1 + below(3); changes > 0; changes--) {
        const size_t at = below((uint32_t)size), part = 1 + below(40);
        switch (below(5)) {
        case 0:
            text[at] ^= (char)(1u << below(8));
            break;
        case 1: /* without a part */
            if (at + part < size) {
                memmove(text + at, text + at + part, size - at - part);
                size -= part;
            }
            break;
        case 2: /* a part twice */
            if (at + part < size && size + part < sizeof text) {
                memmove(text + at + part, text + at, size - at);
                size += part;
            }
            break;
        case 3:
            size = below(20) ? size : at + 1;
            break;
        default:
            text[at] = bytes[below(sizeof bytes - 1)];
        }
    }
    put(text, size);
    if (read_back(&file)) {
        CHECK(!strncmp(message, path, strlen(path)) && !strchr(message, '\n'), "%s", message);
        CHECK(!file.graph, "a graph in spite of an error");
        return;
    }
    CHECK(!write_graph(file.graph, file.output_count, file.outputs,
                       (const char *const *)file.output_names),
          "%s", message);
    struct graph_file again;
    CHECK(!read_back(&again), "%s", message);
    if (again.graph)
        check_same_graph(file.graph, again.graph);
    graph_file_free(&again);
    graph_file_free(&file);
}

static void check_damage(int repeat)
{
    static const char *const names[] = { "granite", "slime", "planet" };
    for (size_t i = 0; i < 3; i++) {
        char name[512];
        size_t size;
        snprintf(name, sizeof name, EXAMPLES "%s.json", names[i]);
        char *text = load(name, &size);
        for (int k = 0; k < repeat; k++)
            check_damaged(text, size);
        free(text);
    }
}

int main(int argc, char **argv)
{
    int repeat = 300;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (!strcmp(argv[i], "--seed"))
            state = strtoull(argv[i + 1], NULL, 0);
        if (!strcmp(argv[i], "--repeat"))
            repeat = atoi(argv[i + 1]);
    }
    const int descriptor = mkstemp(path);
    if (descriptor < 0) {
        perror(path);
        return 1;
    }
    close(descriptor);
    check_reals();
    check_values();
    check_seeds();
    check_names();
    check_choices();
    check_broken();
    check_files();
    check_depth();
    check_refused();
    for (size_t i = 0; i < sizeof textures / sizeof *textures; i++) {
        check_texture(i);
        check_style(textures[i].name);
    }
    check_style("planet");
    check_style("planet_example");
    check_planet(EXAMPLES "planet.json", WN_PLANET_LIBNOISE);
    check_planet(EXAMPLES "planet_example.json", WN_PLANET_EXAMPLE);
    for (int i = 0; i < repeat; i++)
        check_round_trip();
    CHECK(!repeat || evaluated > (unsigned long)repeat, "%lu plans were evaluated", evaluated);
    check_damage(2 * repeat);
    unlink(path);
    return check_done("test_graph_file");
}
