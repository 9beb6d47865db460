/* SPDX-License-Identifier: MIT */
/* Graph files: graphs of modules as JSON. docs/graph_files.md describes the format. */
#ifndef WN_TOOLS_GRAPH_FILE_H
#define WN_TOOLS_GRAPH_FILE_H

#include <widenoise/widenoise.h>

#include <stddef.h>
#include <stdio.h>

/* The version of the format that is read and written. */
#define GRAPH_FILE_VERSION 1

/* Limits of what is read. */
#define GRAPH_FILE_MAX_BYTES   ((size_t)64 << 20)
#define GRAPH_FILE_MAX_MODULES 65536

/* Room for every message. */
#define GRAPH_FILE_MESSAGE 768

/* What a graph file holds. All modules are named and connected, and there is an output or more. */
struct graph_file {
    wn_graph *graph;
    char *title; /* NULL if there is none */
    size_t output_count;
    char **output_names;
    wn_module *outputs;
};

/*
 * Reads a graph file; "-" is the standard input.
 * Returns 0; on error something else, *out is empty, and message says in one line what is wrong
 * where: "granite.json:12: module "base" (perlin): parameter "octaves": 31 is out of range (1 to
 * 30)".
 */
int graph_file_read(const char *path, struct graph_file *out, char *message, size_t message_size);

/* Frees what was read; an empty struct is fine. */
void graph_file_free(struct graph_file *file);

/*
 * The module that is meant by name: an output of the file, or else any module of its graph. NULL
 * means the file's only output. WN_MODULE_NONE with a message (without the file's name) if there
 * is none or the choice is not clear.
 */
wn_module graph_file_output(const struct graph_file *file, const char *name, char *message,
                            size_t message_size);

/*
 * Writes a graph so that graph_file_read() gives the same modules in the same order, with the same
 * bits in their parameters. Modules without a name get one; names[i] is the name of output i, the
 * module's own if names is NULL. title may be NULL.
 * Returns 0; on error something else, and message says what: user modules, open sources and names
 * that are not UTF-8 cannot be written. Errors of the stream are left to the caller (ferror()).
 */
int graph_file_write(FILE *file, const wn_graph *graph, const char *title, size_t count,
                     const wn_module *outputs, const char *const *names, char *message,
                     size_t message_size);

/* The shortest decimal number that reads back as the same bits ("-0.0", "inf"); returns text. */
#define GRAPH_FILE_REAL 32
const char *graph_file_real(double value, char text[GRAPH_FILE_REAL]);

/* The keys that hold a module's sources, by its type. */
struct graph_file_sources {
    const char *key; /* "source", "sources", "control", "displacement" */
    size_t first;    /* source slots */
    size_t count;    /* 1: a name; more: an array of names */
};

/* Key number index of a type, NULL beyond the last. */
const struct graph_file_sources *graph_file_sources(wn_type type, size_t index);

#endif
