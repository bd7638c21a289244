import ArgumentParser
import Basics
import Runner
import Synchronization
import TLS

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// `hatpin lab`: serves cases to clients in the tests of other programs.
struct LabCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lab",
        abstract: "Serve test cases to the unit tests of a client, one JSON line each.",
        discussion: """
            A program that tests a client writes requests to standard input, one JSON object on each \
            line, and reads an answer to each from standard output:
              {"case": "time/expired-leaf"}  the answer is a setup: a URL, a port, a CA
              {"verdict": 1}                 after the client has run: its verdict
              {"cases": "names/*"}           the answer lists the cases

            docs/testing.md has the plugins for test frameworks, and all members of requests and \
            answers. The lab ends with its standard input; with --socket or --listen, it ends with \
            the process that started it.

            \(Exit.pointer)
            """
    )

    @Option(
        help: ArgumentHelp(
            "Take connections at a new socket in the file system, instead of standard input.",
            valueName: "path"
        )
    )
    var socket: String?

    @Option(
        help: ArgumentHelp(
            "Take connections at a port of loopback, such as 127.0.0.1:8490; every user of this "
                + "machine can connect.",
            valueName: "address"
        )
    )
    var listen: String?

    @Option(
        help: "The folder of scenarios (default: the built-in scenarios and those in Scenarios)."
    )
    var scenarios: String?

    @Flag(help: .builtinAlone) var builtin = false

    @Flag(help: "List cases of class strict, too: rules whose violation helps no attacker.")
    var strict = false

    @Flag(help: "Require the expected reason; a rejection without a reason fails.")
    var strictReasons = false

    @Option(help: "The seed for keys and serial numbers.") var seed: UInt64 = 1

    @Option(help: "How long a client may take for a setup, in seconds.") var timeout = 30.0

    func validate() throws {
        guard listen == nil || door != nil else {
            throw ValidationError(
                "--listen needs a loopback address and a port, such as 127.0.0.1:8490 or [::1]:0"
            )
        }
        guard socket != "" else { throw ValidationError("--socket needs a path") }
        guard timeout >= 0.001, timeout <= 3_600 else {
            throw ValidationError("--timeout must be at least 0.001 and at most 3600 seconds")
        }
    }

    /// The address of `--listen`; nil if it is not one of loopback.
    private var door: NetworkAddress? {
        guard let listen, let (host, port) = ConnectTarget.authority(listen[...], from: 0),
            let address = NetworkAddress(host, port: port), address.isReachedFromHereAlone
        else { return nil }
        return address
    }

    func run() async throws {
        let parent = getppid()
        Interruption.watch()
        try Resources.raiseDescriptors(to: 4_096)
        var options = Run.Options(now: Environment.now)
        (options.seed, options.wantsReasons) = (seed, strictReasons)
        options.controlsUndelivered = true
        var settings = Lab.Settings(
            run: options,
            deadline: .milliseconds(Int64(timeout * 1_000)),
            scenarios: scenarios
        )
        (settings.wantsBuiltin, settings.isStrict) = (builtin, strict)
        let lab = try Lab(settings)
        defer { lab.close() }
        let doors = try doors(to: lab)
        defer { for door in doors { door.close() } }
        let hasEnded = Atomic(false)
        if doors.isEmpty {
            BlockingThread.start {
                var connection = LabConnection(lab, over: .standard())
                connection.serve()
                hasEnded.store(true, ordering: .relaxed)
            }
        }
        // A process whose parent has ended gets another parent. If the first process of a container
        // starts the lab, that parent does not end before the lab.
        while !hasEnded.load(ordering: .relaxed), !Interruption.isAsked,
            doors.isEmpty || getppid() == parent
        {
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    private func doors(to lab: Lab) throws(Failure) -> [LabDoor] {
        var doors: [LabDoor] = []
        if let socket { doors.append(try LabDoor.at(socket, to: lab)) }
        if let door { doors.append(try LabDoor.at(door, to: lab)) }
        return doors
    }
}
