/* SPDX-License-Identifier: MIT */
/* Command-line options and strict numbers. */
#ifndef WN_TOOLS_ARGS_H
#define WN_TOOLS_ARGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Exit codes beside EXIT_SUCCESS and EXIT_FAILURE (run time): the command line is wrong. */
#define EXIT_USAGE 2

#if defined(__GNUC__)
#define ARGS_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define ARGS_PRINTF(text, first)
#endif

/* Prints "command: message" to stderr. */
void args_complain(const char *command, const char *format, ...) ARGS_PRINTF(2, 3);

/* Prints words, each after a space, from a column on, in as many lines of 100 characters as they
 * need. */
void args_print_words(const char *words, size_t column);

/* An option that takes a value, as "--name value" or "--name=value", unless it is a flag. */
struct args_option {
    const char *name; /* "--size"; a name with one dash takes its value as the next argument only,
                         "--offset-x" may be typed as "--offset_x" */
    bool repeats;     /* may be given more than once */
};

/* Position in a command line. Begin with all 0 except the first three. */
struct args {
    const char *command; /* for messages: "widenoise planet" */
    int count;
    char **values; /* the arguments after the subcommand */
    int next;
    uint64_t given; /* bit i: option i was there */
    uint64_t flags; /* bit i: option i takes no value */
    int operands;   /* how many arguments may be no options: the name of a file, "-" */
};

/* What args_next() returns beside the index of an option; ERROR was explained on stderr. */
enum { ARGS_END = -1, ARGS_ERROR = -2, ARGS_HELP = -3, ARGS_OPERAND = -4 };

/* The next of at most 64 options and its value. */
int args_next(struct args *args, const struct args_option *options, int count, const char **value);

/* Numbers that fill the whole text; infinities and overflow are none. */
bool args_real(const char *text, double *value);
bool args_integer(const char *text, int64_t minimum, int64_t maximum, int64_t *value);

#endif
