/* SPDX-License-Identifier: MIT */
/* Where in a JSON text something stands, which the JSON library tells of syntax errors only. */
#ifndef WN_TOOLS_JSON_LINES_H
#define WN_TOOLS_JSON_LINES_H

#include <stddef.h>

/* Anything deeper counts as part of what it is in. */
#define JSON_LINES_DEPTH 8

/* A step from the outermost object inwards: the value of a key, or an element of an array. */
struct json_step {
    const char *key; /* NULL: element number index */
    size_t index;
};

/*
 * The line, from 1 on, of the key or element that a path of steps leads to; if that does not exist,
 * the line of the last step that does. The text is valid JSON without duplicate keys.
 */
size_t json_line(const char *text, size_t size, const struct json_step *path, size_t depth);

/*
 * The reverse: the steps to what stands at the end of a text that may break off anywhere, but is
 * valid up to its last token. Returns their number, at most JSON_LINES_DEPTH; keys have to be
 * freed.
 */
size_t json_path_at_end(const char *text, size_t size, struct json_step *path);

#endif
