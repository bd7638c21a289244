// Starts a program. In C because the steps between vfork and exec, which posix_spawn lacks (memory,
// mounts, namespaces, the keeper), run in a process that shares our memory and must call the kernel
// only: Swift promises neither.

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
    // Of the kernel: the C library refuses its own two, which a parent of another library may have
    // left ignored. All zero is the default action, whatever the architecture's order of members.
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

/// Mounts in a namespace of the program's own, so that they end with it and no other program sees
/// them. Returns -1 and the failed one.
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

/// Tells the keeper before the program can start another, so that a kill of ours at any moment
/// leaves none after.
static void tell(int keeper) {
    if (keeper < 0) return;
    char line[16];
    char *text = line + sizeof line;
    *--text = '\n';
    for (pid_t rest = getpid(); rest > 0; rest /= 10) *--text = '0' + rest % 10;
    *--text = '+';
    // As short as a pipe takes whole; a keeper that is gone keeps nothing.
    if (write(keeper, text, line + sizeof line - text) < 0) return;
}

static int take_descriptors(const struct launch *launch) {
    if (dup2(launch->input, 0) < 0) return -1;
    if (dup2(launch->output, 1) < 0) return -1;
    if (dup2(launch->error, 2) < 0) return -1;
    // Another thread may have accepted a connection that is not yet to be closed at exec, and a
    // server waits for the last holder of a connection. Kernels before 5.9 rely on close-on-exec.
    syscall(SYS_close_range, 3U, ~0U, 0U);
    return 0;
}

/// Makes the program the leader of a group of its own, without a terminal, so that it neither asks
/// the user nor is stopped for asking.
static void leave_group(void) {
    // Not setsid: with sched_autogroup the kernel schedules each session apart, and a short program
    // takes twice as long on a busy machine.
    setpgid(0, 0);
    int terminal = open("/dev/tty", O_RDWR | O_CLOEXEC);
    if (terminal < 0) return;
    ioctl(terminal, TIOCNOTTY);
    close(terminal);
}

/// Takes the capabilities that we have in the namespace of a run from the program.
static void drop_capabilities(void) {
    // They would outlast exec; elsewhere there are none, and failing is as well.
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
}

/// Everything between vfork and exec; returns the step that failed.
static enum launch_step become(const struct launch *launch, volatile int *mount) {
    leave_group();
    // While SIGPIPE is ours, which is ignored: a keeper may be gone.
    tell(launch->keeper);
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
    // Written by the child, which shares our memory until it executes the program.
    volatile enum launch_step step = launch_started;
    volatile int error = 0, mount = -1;
    // A handler of ours must not run in the child.
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
