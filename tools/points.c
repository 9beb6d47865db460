/* SPDX-License-Identifier: MIT */
/* Points as text, three numbers a line, or as a NumPy array. */
#include "points.h"
#include "args.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* "points.txt:12: ..."; the line is told of texts. Returns false. */
static bool fail(struct points *p, const char *format, ...) ARGS_PRINTF(2, 3);
static bool fail(struct points *p, const char *format, ...)
{
    char line[32] = "";
    va_list arguments;
    if (p->line > 0)
        snprintf(line, sizeof line, "%llu:", (unsigned long long)p->line);
    int used = snprintf(p->message, sizeof p->message, "%.300s:%s ", p->label, line);
    va_start(arguments, format);
    vsnprintf(p->message + used, sizeof p->message - (size_t)used, format, arguments);
    va_end(arguments);
    for (char *c = p->message; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = '?';
    return false;
}

/* One read(), to the end of the buffer; sets end. */
static bool fill(struct points *p)
{
    memmove(p->buffer, p->buffer + p->begin, p->used - p->begin);
    p->used -= p->begin;
    p->begin = 0;
    ssize_t count;
    do
        count = read(p->descriptor, p->buffer + p->used, POINTS_BUFFER - p->used);
    while (count < 0 && errno == EINTR);
    if (count < 0) {
        p->line = 0;
        return fail(p, "%s", strerror(errno));
    }
    p->end = count == 0;
    p->used += (size_t)count;
    return true;
}

/* ---- NumPy ---- */

/* What follows 'key': in the header, without white space before it; "" if there is no such key. */
static const char *value_of(const char *header, const char *key)
{
    const char *at = strstr(header, key);
    at = at ? at + strlen(key) : "";
    return at + strspn(at, " ");
}

static bool parse_header(struct points *p, const char *header)
{
    const char *type = value_of(header, "'descr':");
    const char *order = value_of(header, "'fortran_order':");
    const char *shape = value_of(header, "'shape':");
    unsigned long long rows;
    int end = 0;
    if (strncmp(type, "'<f8'", 5) == 0)
        p->bits = 64;
    else if (strncmp(type, "'<f4'", 5) == 0)
        p->bits = 32;
    else
        return fail(p, "the array must hold little-endian floats, '<f8' or '<f4'");
    if (strncmp(order, "False", 5) != 0)
        return fail(p, "the array must be in C order");
    if (shape[0] != '(' || shape[1] < '0' || shape[1] > '9' ||
        sscanf(shape, "(%18llu , 3 )%n", &rows, &end) != 1 || end == 0)
        return fail(p, "the array's shape must be (n, 3)");
    p->rows = rows;
    return true;
}

/* Magic, version, length of the rest in 2 or 4 bytes, a Python literal. */
static bool read_header(struct points *p)
{
    static const char magic[] = "\x93NUMPY";
    size_t prefix = 10, length = 0;
    while (p->used < 12 && !p->end)
        if (!fill(p))
            return false;
    const unsigned char *b = (const unsigned char *)p->buffer;
    if (p->used < 12 || memcmp(b, magic, 6) != 0 || b[6] < 1 || b[6] > 3)
        return fail(p, "not a .npy file of version 1, 2 or 3");
    if (b[6] > 1)
        prefix = 12;
    for (size_t i = prefix; i-- > 8;)
        length = length << 8 | b[i];
    if (length > POINTS_BUFFER - prefix)
        return fail(p, "the header is too long");
    while (p->used < prefix + length && !p->end)
        if (!fill(p))
            return false;
    if (p->used < prefix + length)
        return fail(p, "the header is cut off");
    char *end = p->buffer + prefix + length, after = *end;
    *end = '\0';
    bool valid = parse_header(p, p->buffer + prefix);
    *end = after;
    p->begin = prefix + length;
    return valid;
}

static double decode(const char *bytes, int bits)
{
    uint64_t wide = 0;
    double real;
    float narrow;
    for (int i = bits / 8; i-- > 0;)
        wide = wide << 8 | (unsigned char)bytes[i];
    if (bits == 64) {
        memcpy(&real, &wide, sizeof real);
        return real;
    }
    uint32_t low = (uint32_t)wide;
    memcpy(&narrow, &low, sizeof narrow);
    return narrow;
}

/* What the buffer holds. */
static void take_rows(struct points *p, size_t capacity, double *x, double *y, double *z,
                      size_t *count)
{
    const size_t size = (size_t)p->bits / 8;
    for (; *count < capacity && p->row < p->rows && p->used - p->begin >= 3 * size; ++*count) {
        const char *at = p->buffer + p->begin;
        x[*count] = decode(at, p->bits);
        y[*count] = decode(at + size, p->bits);
        z[*count] = decode(at + 2 * size, p->bits);
        p->begin += 3 * size;
        p->row++;
    }
}

static bool check_end_of_rows(struct points *p)
{
    if (p->row < p->rows)
        return fail(p, "ends after %llu of %llu points", (unsigned long long)p->row,
                    (unsigned long long)p->rows);
    return p->used == p->begin ||
        fail(p, "there is more than the %llu points of its header", (unsigned long long)p->rows);
}

/* ---- Text ---- */

static bool parse_number(struct points *p, char **at, double *value)
{
    char *end;
    errno = 0;
    *value = strtod(*at, &end);
    if (end == *at || !strchr(" \t\r", *end))
        return false;
    if (errno == ERANGE && isinf(*value)) {
        fail(p, "a number is too large");
        return false;
    }
    *at = end;
    return true;
}

/* A line that ends with a 0. *number is raised unless it is empty or a comment. */
static bool parse_line(struct points *p, char *text, char *end, double *x, double *y, double *z,
                       size_t *count)
{
    char *at = text + strspn(text, " \t\r");
    if (at == end || *at == '#')
        return true;
    p->message[0] = '\0';
    bool valid = parse_number(p, &at, &x[*count]) && parse_number(p, &at, &y[*count]) &&
        parse_number(p, &at, &z[*count]);
    at += valid ? strspn(at, " \t\r") : 0;
    if (valid && at == end) {
        ++*count;
        return true;
    }
    return p->message[0] ? false
                         : fail(p, "must be three numbers, x y z, not '%.60s'%s", text,
                                strlen(text) > 60 ? "..." : "");
}

/* The complete lines in the buffer. */
static bool take_lines(struct points *p, size_t capacity, double *x, double *y, double *z,
                       size_t *count)
{
    while (*count < capacity && p->begin < p->used) {
        char *text = p->buffer + p->begin;
        char *end = memchr(text, '\n', p->used - p->begin);
        if (!end && !p->end)
            break;
        if (!end)
            end = p->buffer + p->used; /* there is room for one more */
        *end = '\0';
        p->line++;
        if (!parse_line(p, text, end, x, y, z, count))
            return false;
        p->begin = (size_t)(end - p->buffer) + (end < p->buffer + p->used);
    }
    return true;
}

/* ---- Either ---- */

bool points_open(struct points *p, const char *path)
{
    bool standard = strcmp(path, "-") == 0;
    struct stat status;
    memset(p, 0, sizeof *p);
    p->label = standard ? "standard input" : path;
    p->descriptor = standard ? STDIN_FILENO : open(path, O_RDONLY);
    if (p->descriptor < 0)
        return fail(p, "%s", strerror(errno));
    p->regular = fstat(p->descriptor, &status) == 0 && S_ISREG(status.st_mode);
    if (!fill(p))
        return false;
    p->npy = p->used > 0 && p->buffer[0] == '\x93';
    return !p->npy || read_header(p);
}

bool points_read(struct points *p, size_t capacity, double *x, double *y, double *z, size_t *count)
{
    *count = 0;
    for (;;) {
        if (p->npy)
            take_rows(p, capacity, x, y, z, count);
        else if (!take_lines(p, capacity, x, y, z, count))
            return false;
        if (*count == capacity || (p->end && !p->npy) || (*count > 0 && !p->regular))
            return true;
        if (p->npy && (p->end || (p->row == p->rows && p->used > p->begin)))
            return check_end_of_rows(p);
        if (p->used - p->begin == POINTS_BUFFER) {
            p->line++;
            return fail(p, "the line is longer than %d characters", POINTS_BUFFER);
        }
        if (!fill(p))
            return false;
    }
}

void points_close(struct points *p)
{
    if (p->descriptor > STDIN_FILENO)
        close(p->descriptor);
}
