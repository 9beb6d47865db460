/* SPDX-License-Identifier: MIT */
/* widenoise eval: the values of a graph at points that are given. */
#include "args.h"
#include "commands.h"
#include "graph_file.h"
#include "numbers.h"
#include "options.h"
#include "output.h"
#include "points.h"

#include <widenoise/widenoise.h>

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COMMAND "widenoise eval"

enum { BLOCK = 4096 }; /* points that are evaluated together */

enum option {
    OPTION_POINTS,
    OPTION_OUTPUT,
    OPTION_PRECISION,
    OPTION_ISA,
    OPTION_HEX,
    OPTION_FILE,
    OPTION_COUNT
};

static const struct args_option options[OPTION_COUNT] = {
    [OPTION_POINTS] = { "--points", false },
    [OPTION_OUTPUT] = { "--output", false },
    [OPTION_PRECISION] = { "--precision", false },
    [OPTION_ISA] = { "--isa", false },
    [OPTION_HEX] = { "--hex", false },
    [OPTION_FILE] = { "-o", false },
};

struct request {
    const char *graph, *points, *output, *path; /* NULL if not given */
    wn_precision precision;
    wn_isa isa;
    bool hex, npy;
};

struct job {
    const struct request *request;
    wn_plan *plan;
    wn_workspace *workspace;
    struct points *points;
    FILE *out;
    size_t written;
    double x[BLOCK], y[BLOCK], z[BLOCK], wide[BLOCK];
    float fx[BLOCK], fy[BLOCK], fz[BLOCK], narrow[BLOCK];
};

static void print_help(void)
{
    fputs(
        "usage: widenoise eval [GRAPH] [OPTION]...\n"
        "\n"
        "Evaluates a graph at points: x y z on a line in, the value on a line out, as they come.\n"
        "\n"
        "  GRAPH              a graph file, - is the standard input [a perlin module]\n"
        "  --points FILE      the points; - is the standard input [-]\n"
        "  --output NAME      an output, or any module, of the graph [its only output]\n"
        "  --precision NAME   f64 or f32 [f64]\n"
        "  --isa NAME         see widenoise info; the result is the same for all [auto]\n"
        "  --hex              prints values in hexadecimal, 0x1.8p+0\n"
        "  -o FILE            .npy, or any other name for text [text on the standard output]\n"
        "\n"
        "Numbers may be decimal, hexadecimal, inf or nan. Empty lines and lines that begin with #\n"
        "are skipped. Values are printed with as many digits as they need to be read back to the\n"
        "same bits: 17, or 9 in f32. If FILE of --points is an array of NumPy (.npy), it must "
        "have\n"
        "the shape (n, 3) and the type <f8 or <f4; a .npy that is written has the shape (n,) and\n"
        "the type <f8, or <f4 in f32.\n",
        stdout);
}

/* ---- Options ---- */

static bool complain(enum option option, const char *value, const char *why)
{
    args_complain(COMMAND, "%s %s: %s", options[option].name, value, why);
    return false;
}

static bool parse_option(struct request *r, int option, const char *value)
{
    static const char *const npy[] = { ".npy", NULL };
    const char *why;
    switch (option) {
    case ARGS_OPERAND:
        r->graph = value;
        return true;
    case OPTION_POINTS:
        r->points = value;
        return true;
    case OPTION_OUTPUT:
        r->output = value;
        return true;
    case OPTION_PRECISION:
        why = option_precision(value, &r->precision);
        return !why || complain(OPTION_PRECISION, value, why);
    case OPTION_ISA:
        why = option_isa(value, &r->isa);
        return !why || complain(OPTION_ISA, value, why);
    case OPTION_HEX:
        r->hex = true;
        return true;
    case OPTION_FILE:
        r->path = value;
        r->npy = option_extension(value, npy) == 0;
        return *value || complain(OPTION_FILE, value, "the name is empty");
    default:
        return false;
    }
}

/* ---- Graph ---- */

/* The graph of the file, or a perlin module, and the module that is asked for. */
static bool load(const struct request *r, struct graph_file *file, wn_module *module)
{
    char message[GRAPH_FILE_MESSAGE];
    memset(file, 0, sizeof *file);
    if (!r->graph) {
        if (wn_graph_create(&file->graph) == WN_OK)
            *module = wn_graph_add(file->graph, WN_PERLIN, NULL, NULL, 0);
        if (*module == WN_MODULE_NONE)
            args_complain(COMMAND, "%s", wn_status_string(WN_ERROR_MEMORY));
        return *module != WN_MODULE_NONE;
    }
    if (graph_file_read(r->graph, file, message, sizeof message) != 0) {
        args_complain(COMMAND, "%s", message);
        return false;
    }
    *module = graph_file_output(file, r->output, message, sizeof message);
    if (*module == WN_MODULE_NONE)
        args_complain(COMMAND, "%s: %s%s", r->graph, r->output ? "" : "--output: ", message);
    return *module != WN_MODULE_NONE;
}

static bool compile(struct job *job)
{
    const struct request *r = job->request;
    char message[256] = "";
    struct graph_file file;
    wn_module module = WN_MODULE_NONE;
    wn_plan_options plan_options;
    wn_plan_options_init(&plan_options, sizeof plan_options);
    plan_options.precision = (int32_t)r->precision;
    plan_options.isa = (int32_t)r->isa;
    bool valid = load(r, &file, &module);
    if (valid) {
        wn_status status = wn_plan_create(&job->plan, file.graph, &module, 1, &plan_options,
                                          message, sizeof message);
        if (status == WN_OK)
            status = wn_workspace_create(&job->workspace, job->plan);
        if (status != WN_OK)
            args_complain(COMMAND, "%s%s%s", r->graph ? r->graph : "", r->graph ? ": " : "",
                          *message ? message : wn_status_string(status));
        valid = status == WN_OK;
    }
    graph_file_free(&file);
    return valid;
}

/* ---- Values ---- */

static void evaluate(struct job *job, size_t n)
{
    double *wide = job->wide;
    float *narrow = job->narrow;
    if (job->request->precision == WN_F64) {
        wn_plan_eval_f64(job->plan, job->workspace, n, job->x, job->y, job->z, &wide);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        job->fx[i] = (float)job->x[i];
        job->fy[i] = (float)job->y[i];
        job->fz[i] = (float)job->z[i];
    }
    wn_plan_eval_f32(job->plan, job->workspace, n, job->fx, job->fy, job->fz, &narrow);
    for (size_t i = 0; i < n; i++)
        wide[i] = narrow[i];
}

static void write_values(struct job *job, size_t n)
{
    const struct request *r = job->request;
    bool f64 = r->precision == WN_F64;
    job->written += n;
    if (r->npy) {
        numbers_write(job->out, (int)r->precision, f64 ? (void *)job->wide : (void *)job->narrow,
                      n);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        if (isnan(job->wide[i])) /* its sign is not promised */
            fputs("nan\n", job->out);
        else if (r->hex)
            fprintf(job->out, "%a\n", job->wide[i]);
        else
            fprintf(job->out, "%.*g\n", f64 ? 17 : 9, job->wide[i]);
    }
}

/* From the points to the output. */
static bool stream(struct job *job)
{
    struct points *p = job->points;
    size_t n = 1;
    bool valid = true;
    while (valid && n > 0 && !ferror(job->out)) {
        valid = points_read(p, BLOCK, job->x, job->y, job->z, &n);
        if (n > 0) {
            evaluate(job, n);
            write_values(job, n);
        }
        if (!p->regular && !job->request->path)
            fflush(job->out);
    }
    if (!valid)
        args_complain(COMMAND, "%s", p->message);
    return valid;
}

/* To a file, which is there in the end if all went well. */
static bool stream_to_file(struct job *job)
{
    const struct request *r = job->request;
    job->out = output_open(COMMAND, r->path);
    if (!job->out)
        return false;
    if (r->npy)
        numbers_npy_header(job->out, (int)r->precision, 1, (size_t[]) { SIZE_MAX });
    bool valid = stream(job);
    /* the number of values is known only now */
    if (valid && r->npy && fseek(job->out, 0, SEEK_SET) == 0)
        numbers_npy_header(job->out, (int)r->precision, 1, &job->written);
    if (valid)
        return output_commit();
    output_discard();
    return false;
}

static bool stream_to_stdout(struct job *job)
{
    job->out = stdout;
    bool valid = stream(job);
    if (fflush(stdout) == 0 && !ferror(stdout))
        return valid;
    if (valid)
        args_complain(COMMAND, "standard output: %s", strerror(errno));
    return false;
}

static int run(const struct request *r)
{
    struct job *job = calloc(1, sizeof *job);
    struct points *points = calloc(1, sizeof *points);
    bool valid = job && points;
    if (!valid)
        args_complain(COMMAND, "%s", wn_status_string(WN_ERROR_MEMORY));
    if (valid) {
        job->request = r;
        job->points = points;
        valid = compile(job);
    }
    if (valid) {
        valid = points_open(points, r->points);
        if (!valid)
            args_complain(COMMAND, "%s", points->message);
        valid = valid && (r->path ? stream_to_file(job) : stream_to_stdout(job));
        points_close(points);
    }
    if (job) {
        wn_workspace_destroy(job->workspace);
        wn_plan_destroy(job->plan);
    }
    free(points);
    free(job);
    return valid ? EXIT_SUCCESS : EXIT_FAILURE;
}

int eval_command(int count, char **arguments)
{
    struct request request = { .points = "-", .precision = WN_F64, .isa = WN_ISA_AUTO };
    struct args args = { .command = COMMAND,
                         .count = count,
                         .values = arguments,
                         .flags = UINT64_C(1) << OPTION_HEX,
                         .operands = 1 };
    const char *value;
    int option;
    while ((option = args_next(&args, options, OPTION_COUNT, &value)) >= 0 ||
           option == ARGS_OPERAND)
        if (!parse_option(&request, option, value))
            return EXIT_USAGE;
    if (option == ARGS_HELP) {
        print_help();
        return EXIT_SUCCESS;
    }
    if (option == ARGS_ERROR)
        return EXIT_USAGE;
    if (request.output && !request.graph)
        complain(OPTION_OUTPUT, request.output, "there is no graph file");
    else if (request.graph && strcmp(request.graph, "-") == 0 && strcmp(request.points, "-") == 0)
        args_complain(COMMAND, "graph and points cannot both be the standard input");
    else if (request.npy && request.hex)
        args_complain(COMMAND, "--hex: only text has digits");
    else
        return run(&request);
    return EXIT_USAGE;
}
