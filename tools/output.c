/* SPDX-License-Identifier: MIT */
/* An output file that appears complete or not at all, also when the command is interrupted. */
#include "output.h"
#include "args.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const int fatal[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGALRM, SIGXCPU };
#define FATAL_COUNT (sizeof fatal / sizeof fatal[0])

static struct {
    const char *command, *path; /* as given, for messages */
    char *target;               /* where symbolic links lead to */
    char *temporary;
    FILE *file;
} output;

/* Tells the handler, which may run on any thread, that output.temporary names a file of ours. The
 * name itself is never freed, so that the handler cannot meet it half gone. */
static atomic_bool exists;

/* Calls only what is safe in a signal handler. The default action comes back only when the file is
 * gone, so that a second Ctrl-C cannot come between; the raised signal ends the process on return,
 * and a shell reports it as 128 + number. */
static void on_signal(int number)
{
    if (exists)
        unlink(output.temporary);
    signal(number, SIG_DFL);
    raise(number);
}

static void set_of_fatal(sigset_t *set)
{
    sigemptyset(set);
    for (size_t i = 0; i < FATAL_COUNT; i++)
        sigaddset(set, fatal[i]);
}

/* A signal that is ignored (nohup, a shell's background job) stays so. A file that grows beyond the
 * user's limit is an error of the write, not the end of the process. */
static void catch_signals(void)
{
    struct sigaction action = { .sa_handler = on_signal }, current;
    set_of_fatal(&action.sa_mask);
    for (size_t i = 0; i < FATAL_COUNT; i++)
        if (sigaction(fatal[i], NULL, &current) == 0 && current.sa_handler != SIG_IGN)
            sigaction(fatal[i], &action, NULL);
    signal(SIGXFSZ, SIG_IGN);
}

/* What would make the rename fail at the end is better known before the work; and a pipe or device
 * would be replaced by a file. NULL if there is no obstacle; *mode is 0 if the file is new. */
static const char *obstacle(const char *path, mode_t *mode)
{
    struct stat status;
    *mode = 0;
    if (lstat(path, &status) != 0)
        return errno == ENOENT ? NULL : strerror(errno);
    if (stat(path, &status) != 0) /* a link that leads nowhere, too */
        return strerror(errno);
    if (S_ISDIR(status.st_mode))
        return strerror(EISDIR);
    if (!S_ISREG(status.st_mode))
        return "not a regular file";
    *mode = status.st_mode & 07777;
    return access(path, W_OK) == 0 ? NULL : strerror(errno);
}

/* The file that a path names, at the end of its links; NULL without memory. */
static char *resolved(const char *path)
{
    char *target = realpath(path, NULL);
    return target || errno != ENOENT ? target : strdup(path);
}

/* "directory/.widenoise-XXXXXX"; NULL without memory. */
static char *temporary_name(const char *path)
{
    static const char pattern[] = ".widenoise-XXXXXX";
    const char *slash = strrchr(path, '/');
    size_t directory = slash ? (size_t)(slash - path) + 1 : 0;
    char *name = malloc(directory + sizeof pattern);
    if (name) {
        memcpy(name, path, directory);
        memcpy(name + directory, pattern, sizeof pattern);
    }
    return name;
}

/* mkstemp() lets nobody else read the file; this is what the file had, or open() would give it. */
static void set_mode(int descriptor, mode_t mode)
{
    mode_t mask = umask(0);
    umask(mask);
    fchmod(descriptor, mode ? mode : 0666 & ~mask);
}

static void remove_temporary(void)
{
    if (exists)
        unlink(output.temporary);
    exists = false;
}

/* Creates the temporary file. Signals wait meanwhile, for the handler must not meet half of it. */
static FILE *create(mode_t mode)
{
    sigset_t set, before;
    set_of_fatal(&set);
    sigprocmask(SIG_BLOCK, &set, &before);
    catch_signals();
    int descriptor = mkstemp(output.temporary);
    exists = descriptor >= 0;
    atexit(remove_temporary); /* libraries may call exit() */
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (descriptor < 0)
        return NULL;
    set_mode(descriptor, mode);
    FILE *file = fdopen(descriptor, "wb");
    if (!file) {
        int error = errno;
        close(descriptor);
        errno = error;
    }
    return file;
}

FILE *output_open(const char *command, const char *path)
{
    output.command = command;
    output.path = path;
    mode_t mode;
    const char *error = obstacle(path, &mode);
    if (!error) {
        output.target = resolved(path);
        output.temporary = output.target ? temporary_name(output.target) : NULL;
        output.file = output.temporary ? create(mode) : NULL;
        if (output.file)
            return output.file;
        error = strerror(errno);
        remove_temporary();
    }
    args_complain(command, "%s: %s", path, error);
    return NULL;
}

bool output_commit(void)
{
    int error = 0;
    if (fflush(output.file) != 0 || ferror(output.file))
        error = errno ? errno : EIO;
    if (fclose(output.file) != 0 && error == 0)
        error = errno;
    if (error == 0 && rename(output.temporary, output.target) != 0)
        error = errno;
    if (error == 0) {
        exists = false;
        return true;
    }
    remove_temporary();
    args_complain(output.command, "%s: %s", output.path, strerror(error));
    return false;
}

void output_discard(void)
{
    fclose(output.file);
    remove_temporary();
}
