import ArgumentParser
import Basics
import TLS

/// `hatpin intercept`: a proxy that attacks the connections of apps and devices.
struct InterceptCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "intercept",
        abstract: "Attack the TLS connections of an app or a device, as a proxy.",
        discussion: """
            An HTTP proxy for CONNECT: set it as the proxy of an app or a device that you may test. \
            Each host's connections are given one false certificate after another; one on which the \
            client sends data is reported at once. When a host has seen them all, its connections are \
            passed through untouched. It connects to the hosts that its clients ask for, and to no \
            others. Ctrl-C ends it with a summary.

            ATTACKS:
            \(Attack.help)

            Exits with 1 where an attack was accepted, 0 where all that were tried were refused, 4 \
            where none was tried.
            """
    )

    @Option(help: ArgumentHelp("The port to listen on; 0 for any.", valueName: "port"))
    var port: UInt16 = 8080

    @Option(
        help: ArgumentHelp(
            "The address to listen on; others than this machine can then use the proxy.",
            valueName: "address"
        )
    )
    var listen = "127.0.0.1"

    @Option(
        help: ArgumentHelp(
            "Take connections to one host without CONNECT, on a port of their own; may be repeated.",
            valueName: "[port:]host:port"
        )
    )
    var transparent: [TransparentTarget] = []

    @Option(
        help: ArgumentHelp(
            "Attack these hosts alone, such as '*.example.com'; may be repeated.",
            valueName: "glob"
        )
    )
    var only: [String] = []

    @Option(help: ArgumentHelp("The attacks, in this order (default: all).", valueName: "a,b,…"))
    var attacks: String?

    @Option(
        help: ArgumentHelp(
            "A folder with a root to install on the device; one is made where there is none.",
            valueName: "folder"
        )
    )
    var trustedRoot: String?

    @Option(
        help: ArgumentHelp("A root of your own that the device trusts, PEM.", valueName: "file")
    )
    var rootCa: String?

    @Option(help: ArgumentHelp("Its key, PEM, unencrypted.", valueName: "file"))
    var rootKey: String?

    @Flag(help: "Pass a client's first connection to each host through.") var relayFirst = false

    @Flag(help: "Connect a client that accepted to the genuine server.") var relay = false

    @Flag(help: "Begin again when a host has seen all attacks.") var again = false

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("End after this time: 30, 10m, 8h.", valueName: "time")
    )
    var time: TimeSpan?

    @Option(help: "human, or ndjson for programs.") var format: InterceptRun.Format = .human

    @Flag(name: .shortAndLong, help: "Tell of connections that are passed through, too.")
    var verbose = false

    @OptionGroup var colour: ColourOptions

    func validate() throws {
        guard NetworkAddress(listen, port: port) != nil else {
            throw ValidationError("--listen takes an IP address, such as 127.0.0.1 or ::")
        }
        guard (rootCa == nil) == (rootKey == nil) else {
            throw ValidationError("--root-ca and --root-key go together")
        }
        guard rootCa == nil || trustedRoot == nil else {
            throw ValidationError("either --trusted-root or --root-ca says which root is trusted")
        }
        _ = try chosenAttacks()
    }

    func run() throws {
        let root = try trusted()
        if let path = root.map({ Shown.escaped($0.path) }) {
            let notice = "hatpin: the device is to trust \(path); remove it there after the test\n"
            try StandardStream.error.write(notice)
        }
        guard let address = NetworkAddress(listen, port: port) else { return }
        var run = InterceptRun(try settings(root), on: address)
        run.transparent = transparent
        run.duration = time.map { .seconds($0.seconds) }
        (run.format, run.isVerbose) = (format, verbose)
        run.hasColour = colour.hasColour(on: .output)
        switch try run.perform() {
        case .accepted: throw ExitStatus(.wrongVerdict)
        case .refused: break
        case .nothingTried:
            throw Failure(
                .nothingSelected,
                "no attack was tried",
                help: "set the proxy in the app or on the device, and use the app"
            )
        }
    }

    private func settings(_ root: TrustedRoot?) throws -> InterceptSettings {
        var settings = InterceptSettings(
            attacks: try chosenAttacks(),
            authorities: try Authorities(trusted: root, now: Environment.now)
        )
        (settings.passesFirst, settings.repeats, settings.relays) = (relayFirst, again, relay)
        if !only.isEmpty {
            let globs = only.map { Glob($0.lowercased()) }
            settings.isAttacked = { host in globs.contains { $0.matches(host) } }
        }
        return settings
    }

    private var hasRoot: Bool { trustedRoot != nil || rootCa != nil }

    private func trusted() throws(Failure) -> TrustedRoot? {
        if let trustedRoot { return try .kept(in: trustedRoot, now: Environment.now) }
        guard let rootCa, let rootKey else { return nil }
        return try TrustedRoot(certificate: rootCa, key: rootKey)
    }

    private func chosenAttacks() throws -> [Attack] {
        do {
            return try Attack.chosen(attacks, hasRoot: hasRoot)
        } catch {
            throw ValidationError(error.description)
        }
    }
}

extension TransparentTarget: ExpressibleByArgument {}
extension InterceptRun.Format: ExpressibleByArgument {}
