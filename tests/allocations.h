/* SPDX-License-Identifier: MIT */
/*
 * Counts allocations, and makes them fail. The linker sends the library's through here (--wrap), so
 * this is for one source of a program.
 */
#ifndef WN_TESTS_ALLOCATIONS_H
#define WN_TESTS_ALLOCATIONS_H

#include <stddef.h>

static _Thread_local unsigned long allocations;
static _Thread_local long allowed = -1; /* allocations until they fail; -1: they do not */

static int allocate(void)
{
    allocations++;
    if (allowed > 0)
        allowed--;
    return allowed != 0;
}

/* The names are the linker's. */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *p, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *p, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);

void *__wrap_malloc(size_t size)
{
    return allocate() ? __real_malloc(size) : NULL;
}
void *__wrap_calloc(size_t count, size_t size)
{
    return allocate() ? __real_calloc(count, size) : NULL;
}
void *__wrap_realloc(void *p, size_t size)
{
    return allocate() ? __real_realloc(p, size) : NULL;
}
void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return allocate() ? __real_aligned_alloc(alignment, size) : NULL;
}

#endif
