/* SPDX-License-Identifier: MIT */
/* Where in a JSON text something stands. */
#include "json_lines.h"

#include <jansson.h>

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* An object or array that has been entered, and where in it we are. */
struct level {
    bool object;
    bool fresh;      /* a key or an element comes next */
    const char *key; /* with its quotes */
    size_t key_size;
    size_t index; /* elements so far */
};

struct scan {
    const char *at, *end;
    size_t line;
    size_t depth; /* levels entered, JSON_LINES_DEPTH of which are described */
    struct level levels[JSON_LINES_DEPTH];
};

/* Skips a string, whose opening quote is here. */
static void skip_string(struct scan *s)
{
    for (s->at++; s->at < s->end && *s->at != '"'; s->at++)
        if (*s->at == '\\' && s->at + 1 < s->end)
            s->at++;
    if (s->at < s->end)
        s->at++;
}

static void enter(struct scan *s, bool object)
{
    if (s->depth < JSON_LINES_DEPTH)
        s->levels[s->depth] = (struct level) { .object = object, .fresh = true };
    s->depth++;
    s->at++;
}

/* Goes on to the next key or element; its level is the innermost. false: the text is at its end. */
static bool scan_next(struct scan *s)
{
    struct level none = { .fresh = false }, *level;
    while (s->at < s->end) {
        level = s->depth > 0 && s->depth <= JSON_LINES_DEPTH ? &s->levels[s->depth - 1] : &none;
        switch (*s->at) {
        case '\n':
            s->line++;
            s->at++;
            continue;
        case ' ':
        case '\t':
        case '\r':
        case ':':
            s->at++;
            continue;
        case ',':
            level->fresh = true;
            s->at++;
            continue;
        case '}':
        case ']':
            s->depth -= s->depth > 0;
            s->at++;
            continue;
        default:
            break;
        }
        if (level->fresh) {
            level->fresh = false;
            if (!level->object) {
                level->index++;
                return true;
            }
            if (*s->at == '"') {
                level->key = s->at;
                skip_string(s);
                level->key_size = (size_t)(s->at - level->key);
                return true;
            }
        }
        if (*s->at == '"')
            skip_string(s);
        else if (*s->at == '{' || *s->at == '[')
            enter(s, *s->at == '{');
        else
            s->at++;
    }
    return false;
}

/* The text of a key, to be freed; NULL if it is cut off or there is no memory. */
static char *decode(const struct level *level)
{
    json_t *string = json_loadb(level->key, level->key_size, JSON_DECODE_ANY, NULL);
    const char *value = json_string_value(string);
    char *copy = value ? malloc(strlen(value) + 1) : NULL;
    if (copy)
        strcpy(copy, value);
    json_decref(string);
    return copy;
}

static bool matches(const struct level *level, const struct json_step *step)
{
    if (!step->key || !level->object)
        return !step->key && !level->object && level->index == step->index + 1;
    size_t length = strlen(step->key);
    if (!memchr(level->key, '\\', level->key_size))
        return level->key_size == length + 2 && memcmp(level->key + 1, step->key, length) == 0;
    char *key = decode(level);
    bool same = key && strcmp(key, step->key) == 0;
    free(key);
    return same;
}

size_t json_line(const char *text, size_t size, const struct json_step *path, size_t depth)
{
    struct scan s = { .at = text, .end = text + size, .line = 1 };
    size_t found = 0, line = 1; /* steps of the path that are found, and the last one's line */
    while (found < depth && scan_next(&s)) {
        if (s.depth <= found)
            break; /* out of where the step should have been */
        if (s.depth == found + 1 && matches(&s.levels[found], &path[found])) {
            line = s.line;
            found++;
        }
    }
    return line;
}

size_t json_path_at_end(const char *text, size_t size, struct json_step *path)
{
    struct scan s = { .at = text, .end = text + size, .line = 1 };
    size_t depth = 0;
    while (scan_next(&s))
        continue;
    while (depth < s.depth && depth < JSON_LINES_DEPTH) {
        const struct level *level = &s.levels[depth];
        char *key = level->object && level->key ? decode(level) : NULL;
        if (level->object ? !key : level->index == 0)
            break;
        path[depth++] = (struct json_step) { key, level->index - !level->object };
    }
    return depth;
}
