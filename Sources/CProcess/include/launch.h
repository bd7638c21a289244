#ifndef HATPIN_LAUNCH_H
#define HATPIN_LAUNCH_H

#include <stdint.h>
#include <sys/types.h>

/// A program to start. All texts and arrays belong to the caller, and end with a null.
struct launch {
    /// The file, from the root; it is not searched for.
    const char *_Nonnull path;
    char *_Nullable const *_Nonnull arguments;
    char *_Nullable const *_Nonnull environment;
    const char *_Nonnull directory;
    /// Become descriptors 0, 1 and 2; 3 or above.
    int input, output, error;
    /// Bytes of address space; 0 leaves the limit as it is.
    uint64_t memory_limit;
    /// Files in pairs: the one to show, and the one in whose place it is shown.
    char *_Nullable const *_Nullable mounts;
    /// Gets a line with the process' number before the program begins; -1 for none.
    int keeper;
};

/// The step at which a program could not be started.
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
    /// A descriptor of the process, ready to read when it has ended.
    int handle;
    /// The step that failed, and its errno.
    enum launch_step step;
    int error;
    /// The index of the mount that failed.
    int mount;
};

/// Starts a program in a group of its own, without a terminal, with default signals and no descriptor
/// but three.
struct launch_result hatpin_launch(const struct launch *_Nonnull launch);

/// Makes a pipe that is closed at exec; -1 and errno if it cannot.
int hatpin_pipe(int *_Nonnull reading, int *_Nonnull writing);

#endif
