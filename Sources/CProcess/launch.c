// Starts a program. These steps between vfork and exec are missing in posix_spawn: memory, mounts,
// namespaces, the keeper. They run in a process that shares our memory and must only call the
// kernel. Swift cannot guarantee that, so they are in C.

#define _GNU_SOURCE

#include "launch.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif
#ifndef SYS_close_range
#define SYS_close_range 436
#endif

static void reset_signals(void) {
    // Call the kernel directly: the C library refuses its own two signals, which a parent with
    // another library may have left ignored. All zeros mean the default action on every
    // architecture.
    const char standard[64] = {0};
    for (int number = 1; number < NSIG; number++) {
        syscall(SYS_rt_sigaction, number, standard, NULL, (size_t)NSIG / 8);
    }
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static int limit_memory(uint64_t bytes) {
    if (bytes == 0) return 0;
    const struct rlimit limit = {.rlim_cur = bytes, .rlim_max = bytes};
    return setrlimit(RLIMIT_AS, &limit);
}

/// Mounts in a new namespace of the program, so that the mounts end with it and no other program
/// sees them. On failure, returns -1 and sets the index of the failed mount.
static int mount_all(char *const *mounts, volatile int *failed) {
    if (mounts == NULL || mounts[0] == NULL) return 0;
    if (unshare(CLONE_NEWNS) != 0) return -1;
    if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) return -1;
    for (int index = 0; mounts[2 * index] != NULL; index++) {
        *failed = index;
        if (mount(mounts[2 * index], mounts[2 * index + 1], NULL, MS_BIND, NULL) != 0) return -1;
    }
    return 0;
}

/// Reports the process to the keeper before it can start another, so that nothing survives if this
/// process is killed at any moment.
static void report(int keeper) {
    if (keeper < 0) return;
    char line[16];
    char *text = line + sizeof line;
    *--text = '\n';
    for (pid_t rest = getpid(); rest > 0; rest /= 10) *--text = '0' + rest % 10;
    *--text = '+';
    // A pipe takes such a short line whole. If the keeper has ended, nothing is recorded.
    if (write(keeper, text, line + sizeof line - text) < 0) return;
}

static int take_descriptors(const struct launch *launch) {
    if (dup2(launch->input, 0) < 0) return -1;
    if (dup2(launch->output, 1) < 0) return -1;
    if (dup2(launch->error, 2) < 0) return -1;
    // Another thread may have accepted a connection without close-on-exec yet, and a server waits
    // for the last holder of a connection. Kernels before 5.9 rely on close-on-exec.
    syscall(SYS_close_range, 3U, ~0U, 0U);
    return 0;
}

/// Makes the program the leader of its own group, without a terminal, so that it neither asks the
/// user nor is stopped for asking.
static void leave_group(void) {
    // Not setsid: with sched_autogroup the kernel schedules each session separately, and a short
    // program takes twice as long on a busy machine.
    setpgid(0, 0);
    int terminal = open("/dev/tty", O_RDWR | O_CLOEXEC);
    if (terminal < 0) return;
    ioctl(terminal, TIOCNOTTY);
    close(terminal);
}

/// Removes the capabilities that we have in the namespace of a run.
static void drop_capabilities(void) {
    // The capabilities would survive exec. Outside a namespace there are none, so a failure does
    // not matter.
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
}

/// Runs everything between vfork and exec; returns the step that failed.
static enum launch_step become(const struct launch *launch, volatile int *mount) {
    leave_group();
    // Report while SIGPIPE is still ignored: the keeper may have ended.
    report(launch->keeper);
    reset_signals();
    if (mount_all(launch->mounts, mount) != 0) return launch_mount;
    if (chdir(launch->directory) != 0) return launch_directory;
    if (take_descriptors(launch) != 0) return launch_descriptors;
    if (limit_memory(launch->memory_limit) != 0) return launch_limit;
    drop_capabilities();
    execve(launch->path, launch->arguments, launch->environment);
    return launch_exec;
}

struct launch_result hatpin_launch(const struct launch *launch) {
    // The child writes these; it shares our memory until it executes the program.
    volatile enum launch_step step = launch_started;
    volatile int error = 0, mount = -1;
    // Our signal handlers must not run in the child.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t process = vfork();
    if (process == 0) {
        step = become(launch, &mount);
        error = errno;
        _exit(127);
    }
    if (process < 0) {
        step = launch_fork;
        error = errno;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    int handle = -1;
    if (process > 0 && step == launch_started) {
        handle = (int)syscall(SYS_pidfd_open, process, 0U);
        if (handle < 0) {
            step = launch_handle;
            error = errno;
            kill(-process, SIGKILL);
        }
    }
    if (process > 0 && step != launch_started) {
        while (waitpid(process, NULL, 0) < 0 && errno == EINTR) {}
    }
    return (struct launch_result){
        .process = process, .handle = handle, .step = step, .error = error, .mount = mount,
    };
}

int hatpin_pipe(int *reading, int *writing) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return -1;
    *reading = ends[0];
    *writing = ends[1];
    return 0;
}
