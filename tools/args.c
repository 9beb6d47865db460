/* SPDX-License-Identifier: MIT */
/* Command-line options and strict numbers. */
#include "args.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void args_complain(const char *command, const char *format, ...)
{
    va_list arguments;
    fprintf(stderr, "%s: ", command);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
}

void args_print_words(const char *words, size_t column)
{
    size_t at = column;
    while (*words) {
        size_t length = strcspn(words, " ");
        if (at + 1 + length > 100) {
            printf("\n%*s", (int)column, "");
            at = column;
        }
        printf(" %.*s", (int)length, words);
        at += 1 + length;
        words += length;
        words += strspn(words, " ");
    }
    putchar('\n');
}

/* The length of an option's name at the beginning of an argument, 0 if it is not there. Parameters
 * have underscores in their names, options dashes; either is taken. */
static size_t match(const char *argument, const char *name)
{
    size_t i = 0;
    for (; name[i]; i++)
        if (argument[i] != name[i] && !(i > 2 && name[i] == '-' && argument[i] == '_'))
            return 0;
    return i;
}

int args_next(struct args *args, const struct args_option *options, int count, const char **value)
{
    if (args->next >= args->count)
        return ARGS_END;
    const char *argument = args->values[args->next++];
    if (strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0)
        return ARGS_HELP;
    if (args->operands > 0 && (argument[0] != '-' || argument[1] == '\0')) {
        args->operands--;
        *value = argument;
        return ARGS_OPERAND;
    }
    for (int i = 0; i < count; i++) {
        size_t length = match(argument, options[i].name);
        if (length == 0)
            continue;
        bool attached = argument[length] == '=' && argument[1] == '-';
        if (argument[length] != '\0' && !attached)
            continue;
        if (!options[i].repeats && (args->given >> i & 1)) {
            args_complain(args->command, "%s: given twice", options[i].name);
            return ARGS_ERROR;
        }
        args->given |= UINT64_C(1) << i;
        bool flag = args->flags >> i & 1;
        if (flag && attached) {
            args_complain(args->command, "%s: takes no value", options[i].name);
            return ARGS_ERROR;
        }
        if (flag)
            *value = NULL;
        else if (attached)
            *value = argument + length + 1;
        else if (args->next < args->count && strncmp(args->values[args->next], "--", 2) != 0)
            *value = args->values[args->next++];
        else {
            args_complain(args->command, "%s: needs a value", options[i].name);
            return ARGS_ERROR;
        }
        return i;
    }
    args_complain(args->command, "%s: %s; try --help", argument,
                  argument[0] == '-' ? "no such option" : "unexpected argument");
    return ARGS_ERROR;
}

/* strtod() and strtoll() skip white space, which is no part of a number, and take a plus. */
static bool begins_number(const char *text)
{
    return *text != '\0' && *text != '+' && !isspace((unsigned char)*text);
}

bool args_real(const char *text, double *value)
{
    char *end;
    *value = strtod(text, &end);
    return begins_number(text) && *end == '\0' && !isinf(*value);
}

bool args_integer(const char *text, int64_t minimum, int64_t maximum, int64_t *value)
{
    char *end;
    errno = 0;
    long long parsed = strtoll(text, &end, 10);
    *value = parsed;
    return begins_number(text) && *end == '\0' && errno == 0 && parsed >= minimum &&
        parsed <= maximum;
}
