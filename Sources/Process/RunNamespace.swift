import Basics
import CProcess
import Synchronization

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The namespace of a run: a network with only loopback, and mounts that no other process sees.
///
/// A process enters the namespace by executing itself again under `unshare`. The process keeps its
/// process number, group, terminal and user, so signals, exit codes and files work as before.
/// Mounts and addresses disappear when the last process in the namespace ends, for whatever reason.
package enum RunNamespace {
    /// The environment variable with the number of this process and the mount namespace in which
    /// this process started.
    private static let variable = "HATPIN_NAMESPACE"

    /// Whether this process has entered a namespace of its own.
    ///
    /// The environment variable alone is no proof: a parent process may have set it, and a mount
    /// over /etc/hosts would then affect the whole system.
    package static var isInside: Bool {
        guard let value = getenv(variable).map({ String(cString: $0) }) else { return false }
        let parts = value.split(separator: " ", maxSplits: 1)
        return parts.count == 2 && parts[0] == "\(getpid())" && parts[1] != mountNamespace
            && !mountNamespace.isEmpty
    }

    /// The reason why a namespace cannot be entered; nil if a namespace can be entered.
    ///
    /// The check runs once.
    package static var refusal: Unavailable? {
        switch attempt {
        case .success: nil
        case .failure(let refusal): refusal
        }
    }

    /// Executes this program again with the same arguments in a namespace.
    ///
    /// - Throws: if the program cannot enter a namespace; otherwise the function does not return.
    package static func enter() throws(Unavailable) -> Never {
        let command = try attempt.get()
        setenv(variable, "\(getpid()) \(mountNamespace)", 1)
        let words = command + ["--", executable] + CommandLine.arguments.dropFirst()
        withTexts(words) { _ = execv(command[0], $0) }
        let errno = errno
        unsetenv(variable)
        throw refusal("execv: " + String(cString: strerror(errno)))
    }

    /// The words that another process puts before a command to run it in this process's namespace;
    /// empty if this process has no namespace of its own.
    package static var entry: [String] {
        guard isInside else { return [] }
        // Root's namespace has no user namespace; see `candidates`.
        let user = geteuid() == 0 ? [] : ["--user", "--preserve-credentials"]
        return ["nsenter", "--target", "\(getpid())", "--net", "--mount"] + user + ["--"]
    }

    /// Prepares the namespace of this process: switches loopback on.
    ///
    /// Call this before any program is started.
    ///
    /// - Throws: if the system does not allow this.
    package static func open() throws(ProgramError) {
        // The keeper from before the exec has ended, because its pipe was closed.
        while waitpid(-1, nil, WNOHANG) > 0 {}
        try call("ioctl SIOCSIFFLAGS") { hatpin_raise_loopback() }
    }

    /// Adds an address to loopback, such as `192.0.2.1` or `2001:db8::1`.
    ///
    /// - Throws: if the text is not an address, or the system does not allow it.
    package static func addAddress(_ text: String) throws(ProgramError) {
        var bytes = [UInt8](repeating: 0, count: 16)
        let isIPv4 = inet_pton(AF_INET, text, &bytes) == 1
        guard isIPv4 || inet_pton(AF_INET6, text, &bytes) == 1 else {
            throw .system(call: "inet_pton \(text)", errno: EINVAL)
        }
        let number = addresses.wrappingAdd(1, ordering: .relaxed).newValue
        try call("ioctl SIOCSIFADDR") {
            hatpin_add_address(bytes, isIPv4 ? 4 : 16, CInt(number))
        }
    }

    /// Mounts a file over another file for this process and all programs that it starts.
    ///
    /// - Throws: if one of the files is missing, or the process has no namespace of its own.
    package static func show(_ mount: BindMount) throws(ProgramError) {
        guard isInside else { throw .mount(mount, errno: EPERM) }
        guard hatpin_bind(mount.file, mount.target) == 0 else {
            throw .mount(mount, errno: errno)
        }
    }

    /// Mounts an empty in-memory folder over a folder, for this process and all programs that it
    /// starts.
    ///
    /// The folder can grow to half of the machine's memory (tmpfs(5)) and disappears with the
    /// namespace.
    ///
    /// - Returns: false if the system does not allow the mount, or the process has no namespace of
    ///   its own.
    package static func keepInMemory(_ folder: String) -> Bool {
        isInside && hatpin_mount_memory(folder) == 0
    }

    /// Unmounts the folder that `keepInMemory` mounted over a folder, and so removes its files.
    package static func forget(_ folder: String) { _ = hatpin_unmount(folder) }

    private static let addresses = Atomic(0)

    /// The command line of an `unshare` that works.
    private static let attempt = Result { () throws(Unavailable) in try working() }

    private static func working() throws(Unavailable) -> [String] {
        guard !mountNamespace.isEmpty else {
            throw Unavailable(description: "/proc is missing", help: "mount -t proc proc /proc")
        }
        let path: String
        do {
            path = try Executable.path(of: "unshare", in: "/usr/bin:/bin", from: "/")
        } catch {
            throw Unavailable(description: "\(error)", help: "sudo apt-get install util-linux")
        }
        var problem = ""
        for options in candidates {
            let words = [path] + options + ["--net", "--mount"]
            do {
                let end = try ProgramInvocation(
                    words + ["--", "/bin/true"],
                    environment: [:],
                    workingDirectory: "/"
                ).run(until: .now + .seconds(5))
                if end.cause == .exited(0) { return words }
                problem = String(decoding: end.standardError.prefix { $0 != 10 }, as: UTF8.self)
            } catch {
                problem = "\(error)"
            }
        }
        throw refusal(problem)
    }

    /// The options of `unshare` to try, in order.
    ///
    /// The options for a user namespace keep the caller's user, and the caller's capabilities
    /// across exec. Root avoids a user namespace if possible: inside a user namespace, root could
    /// not change files of other users.
    private static var candidates: [[String]] {
        let own = ["--user", "--map-current-user", "--keep-caps"]
        return geteuid() == 0 ? [[], own] : [own]
    }

    private static func refusal(_ problem: String) -> Unavailable {
        // Some systems forbid users to make namespaces.
        let switches = [
            ("kernel/apparmor_restrict_unprivileged_userns", "1", "0"),
            ("kernel/unprivileged_userns_clone", "0", "1"),
            ("user/max_user_namespaces", "0", "10000"),
        ]
        for (path, off, on) in switches where text(of: "/proc/sys/" + path) == off {
            let name = path.split(separator: "/").joined(separator: ".")
            return Unavailable(description: problem, help: "sudo sysctl \(name)=\(on)")
        }
        return Unavailable(
            description: problem,
            help: "in a container, start it with --security-opt seccomp=unconfined"
        )
    }

    /// The network namespace of this process, as /proc names it; nil if the network does not belong
    /// to the run.
    static var network: String? {
        let name = link("/proc/self/ns/net")
        return isInside && !name.isEmpty ? name : nil
    }

    private static var mountNamespace: String { link("/proc/self/ns/mnt") }
    private static var executable: String { link("/proc/self/exe") }

    private static func link(_ path: String) -> String { Files.target(of: path) ?? "" }

    /// Returns the first line of a file; empty if the file cannot be read.
    private static func text(of path: String) -> String {
        String(decoding: contents(path).prefix { $0 != 10 }, as: UTF8.self)
    }
}
