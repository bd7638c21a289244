#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A process that ends our programs if this process is killed.
///
/// A shell that reads the numbers of groups from a pipe of ours. The pipe's end means that we are
/// gone, in whichever way, and it kills the groups that are left. The parent-death signal of Linux
/// would reach the programs alone and not their children, and comes when a thread ends, too.
final class Keeper: Sendable {
    static let shared: Keeper? = try? Keeper()

    // Each program adds itself before it begins (see CPrograms) and is removed before it is reaped,
    // so that a number in the list cannot belong to another process. Daemons are in no group of the
    // list; a network of the run's own, named by the first argument, has no other processes.
    private static let script = """
        groups=
        while read -r word; do
            number=" ${word#?} "
            case $word in
            +*) groups="$groups$number" ;;
            -*) groups="${groups%%"$number"*}${groups#*"$number"}" ;;
            esac
        done
        for group in $groups; do kill -KILL "-$group"; done
        for process in /proc/[0-9]*; do
            number=${process#/proc/}
            [ -n "$1" ] && [ "$number" != $$ ] || continue
            [ "$(readlink "$process/ns/net")" != "$1" ] || kill -KILL "$number"
        done
        """

    private let pipe: Pipe

    private init() throws(ProgramError) {
        let pipe = try Pipe()
        let nothing = try Descriptor.nothing()
        // Its handle is closed at once: it ends with us.
        let (_, handle) = try ProgramInvocation(
            ["/bin/sh", "-c", Self.script, "keeper", RunNamespace.network ?? ""],
            // readlink needs no more.
            environment: ["PATH": "/usr/bin:/bin"],
            workingDirectory: "/"
        ).launch(input: pipe.reading.number, output: nothing.number, error: nothing.number)
        _ = Descriptor(owning: handle)
        self.pipe = pipe
    }

    /// Takes the numbers of programs that begin.
    var descriptor: CInt { pipe.writing.number }

    /// The program and its group have ended.
    func forget(_ process: pid_t) {
        let line = Array("-\(process)\n".utf8)
        _ = line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    }
}
