import Basics

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A helper process that ends our programs, and removes files, if this process is killed.
///
/// The helper is a shell that reads the numbers of process groups and absolute paths from our pipe.
/// When the pipe ends, this process has ended in some way. The shell then kills the remaining
/// groups, and removes what the paths name. Linux's parent-death signal would reach the programs
/// without their children, and is also sent when a thread ends.
final class Keeper: Sendable {
    static let shared: Keeper? = try? Keeper()

    // Each program adds itself before it starts (see CProcess) and is removed before it is reaped,
    // so a number in the list cannot belong to another process. A daemon is in none of these
    // groups. If the first argument names a network namespace of the run, all processes in the
    // namespace belong to the run.
    private static let script = """
        groups= network=$1
        shift
        while IFS= read -r word; do
            number=" ${word#?} "
            case $word in
            /*) set -- "$@" "$word" ;;
            +*) groups="$groups$number" ;;
            -*) groups="${groups%%"$number"*}${groups#*"$number"}" ;;
            esac
        done
        for group in $groups; do kill -KILL "-$group"; done
        for process in /proc/[0-9]*; do
            number=${process#/proc/}
            [ -n "$network" ] && [ "$number" != $$ ] || continue
            [ "$(readlink "$process/ns/net")" != "$network" ] || kill -KILL "$number"
        done
        [ $# = 0 ] || rm -rf -- "$@"
        """

    private let pipe: Pipe

    private init() throws(ProgramError) {
        let pipe = try Pipe()
        let nothing = try Descriptor.nothing()
        // Close the keeper's process handle now, because the keeper ends only after this process.
        let (_, handle) = try ProgramInvocation(
            ["/bin/sh", "-c", Self.script, "keeper", RunNamespace.network ?? ""],
            // The keeper needs no other variable to find `readlink` and `rm`.
            environment: ["PATH": "/usr/bin:/bin"],
            workingDirectory: "/"
        ).launch(input: pipe.reading.number, output: nothing.number, error: nothing.number)
        _ = Descriptor(owning: handle)
        self.pipe = pipe
    }

    /// The pipe for the numbers of programs that start.
    var descriptor: CInt { pipe.writing.number }

    /// Makes the helper forget a program whose whole group has ended.
    func forget(_ process: pid_t) { tell("-\(process)") }

    fileprivate func tell(_ line: String) {
        _ = Array("\(line)\n".utf8).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    }
}

/// Files that do not outlive this process.
package enum Remains {
    /// Makes a helper process remove a file or folder when this process has ended, even if it was
    /// killed.
    ///
    /// - Parameter path: an absolute path without line ends; other paths are ignored.
    package static func remove(_ path: String) {
        guard path.hasPrefix("/"), !path.utf8.contains(10) else { return }
        Keeper.shared?.tell(path)
    }
}
