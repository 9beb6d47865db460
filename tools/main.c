/* SPDX-License-Identifier: MIT */
/* The command widenoise: finds the subcommand. */
#include "args.h"
#include "commands.h"

#include <widenoise/widenoise.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef _OPENMP
#include <omp.h>
#endif

static int info_command(int count, char **arguments);

static const struct {
    const char *name, *doc;
    int (*run)(int count, char **arguments);
} commands[] = {
    { "planet", "map of the complex planet, as a picture or as numbers", planet_command },
    { "render", "a map of a graph, as a picture, numbers or terrain", render_command },
    { "field", "native noise over a grid, as a picture or as numbers", field_command },
    { "eval", "values of a graph at points", eval_command },
    { "list", "the primitives and modules with their parameters", list_command },
    { "verify", "whether this build computes the right bits on this CPU", verify_command },
    { "info", "instruction sets, and which is used", info_command },
};
#define COMMAND_COUNT (sizeof commands / sizeof commands[0])

static void print_usage(FILE *file)
{
    fputs("usage: widenoise COMMAND [OPTION]...\n\ncommands:\n", file);
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        fprintf(file, "  %-8s %s\n", commands[i].name, commands[i].doc);
    fputs(
        "\nwidenoise COMMAND --help describes a command; widenoise --version prints the version.\n"
        "The environment variable WN_ISA, a name that info lists, caps the instruction set.\n",
        file);
}

static void print_version(void)
{
    int32_t version = wn_version();
    printf("widenoise %d.%d.%d\n", (int)(version / 10000), (int)(version / 100 % 100),
           (int)(version % 100));
}

const char *tier_list(bool available, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (int isa = WN_ISA_AUTO + 1; isa < WN_ISA_COUNT; isa++) {
        if (available && !wn_isa_available((wn_isa)isa))
            continue;
        int length = snprintf(text + used, size - used, " %s", wn_isa_name((wn_isa)isa));
        if (length < 0 || (size_t)length >= size - used)
            break;
        used += (size_t)length;
    }
    return text;
}

static const char *yes_no(int32_t yes)
{
    return yes ? "yes" : "no";
}

static int info_command(int count, char **arguments)
{
    const char *cap = getenv("WN_ISA");
    if (count > 0 && (strcmp(arguments[0], "--help") == 0 || strcmp(arguments[0], "-h") == 0)) {
        puts("usage: widenoise info\n\nPrints the version, the instruction sets (tiers) with their "
             "lanes, and which is used.");
        return EXIT_SUCCESS;
    }
    if (count > 0) {
        args_complain("widenoise info", "%s: unexpected argument", arguments[0]);
        return EXIT_USAGE;
    }
    print_version();
    printf("\n%-8s %9s %9s  %-8s  %-9s  %s\n", "tier", "f32 lanes", "f64 lanes", "compiled",
           "supported", "available");
    for (int isa = WN_ISA_AUTO + 1; isa < WN_ISA_COUNT; isa++)
        printf("%-8s %9d %9d  %-8s  %-9s  %s\n", wn_isa_name((wn_isa)isa),
               (int)wn_isa_lanes((wn_isa)isa, WN_F32), (int)wn_isa_lanes((wn_isa)isa, WN_F64),
               yes_no(wn_isa_compiled((wn_isa)isa)), yes_no(wn_isa_supported((wn_isa)isa)),
               yes_no(wn_isa_available((wn_isa)isa)));
    printf("\nWN_ISA   %s\n", cap && *cap ? cap : "not set");
    printf("active   %s\n", wn_isa_name(wn_isa_active()));
#ifdef _OPENMP
    printf("threads  %d\n", omp_get_max_threads());
#else
    puts("threads  1 (built without OpenMP)");
#endif
    return EXIT_SUCCESS;
}

/* The library takes an unknown cap for none; on a command line that is more likely a slip. */
static bool environment_valid(void)
{
    char names[TIER_LIST_SIZE];
    const char *cap = getenv("WN_ISA");
    if (!cap || !*cap || wn_isa_from_name(cap) >= 0)
        return true;
    args_complain("widenoise", "WN_ISA=%s: no such tier; there are:%s", cap,
                  tier_list(false, names, sizeof names));
    return false;
}

static int run(int count, char **arguments)
{
    if (count == 0) {
        print_usage(stderr);
        return EXIT_USAGE;
    }
    const char *name = arguments[0];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        print_usage(stdout);
        return EXIT_SUCCESS;
    }
    if (strcmp(name, "--version") == 0) {
        print_version();
        return EXIT_SUCCESS;
    }
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(name, commands[i].name) == 0)
            return environment_valid() ? commands[i].run(count - 1, arguments + 1) : EXIT_USAGE;
    args_complain("widenoise", "%s: no such %s; try --help", name,
                  name[0] == '-' ? "option" : "command");
    return EXIT_USAGE;
}

int main(int argc, char **argv)
{
    int code = run(argc > 0 ? argc - 1 : 0, argv + 1);
    if (fflush(stdout) != 0 && code == EXIT_SUCCESS) {
        perror("widenoise: standard output");
        return EXIT_FAILURE;
    }
    return code;
}
