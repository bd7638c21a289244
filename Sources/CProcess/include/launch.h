#ifndef HATPIN_LAUNCH_H
#define HATPIN_LAUNCH_H

#include <stdint.h>
#include <sys/types.h>

/// A program to start. The caller owns all strings and arrays, which end with a null.
struct launch {
    /// The absolute path of the file; there is no search.
    const char *_Nonnull path;
    char *_Nullable const *_Nonnull arguments;
    char *_Nullable const *_Nonnull environment;
    const char *_Nonnull directory;
    /// The descriptors that become 0, 1 and 2; each is 3 or above.
    int input, output, error;
    /// The limit of address space in bytes; 0 leaves the limit unchanged.
    uint64_t memory_limit;
    /// Pairs of files: the file to mount, and the file that it is mounted over.
    char *_Nullable const *_Nullable mounts;
    /// The descriptor that gets a line with the process number before the program starts; -1 for
    /// none.
    int keeper;
};

/// The step of starting a program that failed.
enum launch_step {
    launch_started,
    launch_fork,
    launch_limit,
    launch_mount,
    launch_directory,
    launch_descriptors,
    launch_exec,
    launch_handle,
};

struct launch_result {
    pid_t process;
    /// A process descriptor, ready to read when the process has ended.
    int handle;
    /// The step that failed, and its errno.
    enum launch_step step;
    int error;
    /// The index of the mount that failed.
    int mount;
};

/// Starts a program in its own process group, without a terminal, with default signals and with
/// only three descriptors.
struct launch_result hatpin_launch(const struct launch *_Nonnull launch);

/// Makes a pipe that is closed at exec; returns -1 and sets errno on failure.
int hatpin_pipe(int *_Nonnull reading, int *_Nonnull writing);

#endif
