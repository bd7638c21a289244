import ArgumentParser
import Basics
import Reports
import TLS

/// `hatpin intercept`: a proxy that attacks the connections of apps and devices.
struct InterceptCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "intercept",
        abstract: "Attack the TLS connections of an app or a device, as its proxy.",
        discussion: """
            Set Hatpin as the HTTP proxy of an app or a device that you may test, and use the app. \
            Connections to a host get one false certificate after another. If the client sends data over \
            one of them, Hatpin reports it at once. After the last attack, connections to that host pass \
            through unchanged. Hatpin connects only to hosts that its clients request. Ctrl-C ends it \
            with a summary.

            ATTACKS:
            \(Attack.help)

            \(Exit.pointer)
            """
    )

    @Option(help: ArgumentHelp("The port to listen on; 0 for any.", valueName: "port"))
    var port: UInt16 = 8080

    @Option(
        help: ArgumentHelp(
            "The address to listen on. With 127.0.0.1, only this machine can use the proxy.",
            valueName: "address"
        )
    )
    var listen = "127.0.0.1"

    @Option(
        help: ArgumentHelp(
            "Also attack one host without CONNECT, on a port of its own. Repeatable.",
            valueName: "[port:]host:port"
        )
    )
    var transparent: [TransparentTarget] = []

    @Option(
        help: ArgumentHelp(
            "Attack only these hosts, such as '*.example.com'. Repeatable.",
            valueName: "glob"
        )
    )
    var only: [String] = []

    @Option(
        help: ArgumentHelp(
            "Which attacks to make, in this order (default: all).",
            valueName: "a,b,…"
        )
    )
    var attacks: String?

    @Option(
        help: ArgumentHelp(
            "A folder for a root to install on the device; the root is made if missing.",
            valueName: "folder"
        )
    )
    var trustedRoot: String?

    @Option(
        help: ArgumentHelp("Your own root that the device trusts, as PEM.", valueName: "file")
    )
    var rootCa: String?

    @Option(
        help: ArgumentHelp("The key of that root, as PEM without encryption.", valueName: "file")
    )
    var rootKey: String?

    @Flag(help: "Pass the first connection to each host through.") var relayFirst = false

    @Flag(help: "After a client accepted an attack, connect it to the genuine server.")
    var relay = false

    @Flag(help: "Begin again when a host has had all attacks.") var again = false

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("Stop after this time, such as 30, 10m or 8h.", valueName: "time")
    )
    var time: TimeSpan?

    @Option(help: "The format of standard output.") var format = FormatOf<InterceptEvent>.usual

    @Flag(name: .shortAndLong, help: "Also show connections that pass through.")
    var verbose = false

    @OptionGroup var colour: ColourOptions

    func validate() throws {
        guard NetworkAddress(listen, port: port) != nil else {
            throw ValidationError("--listen needs an IP address, such as 127.0.0.1 or ::")
        }
        guard (rootCa == nil) == (rootKey == nil) else {
            throw ValidationError("--root-ca and --root-key go together")
        }
        guard trustedRoot != "" else {
            throw ValidationError("--trusted-root needs a folder")
        }
        guard rootCa == nil || trustedRoot == nil else {
            throw ValidationError("use either --trusted-root or --root-ca")
        }
        _ = try chosenAttacks()
    }

    func run() throws {
        let root = try trusted()
        if let path = root.map({ Shown.escaped($0.path) }) {
            let notice =
                "hatpin: install \(path) as a trusted root on the device; remove it after the test\n"
            try StandardStream.error.write(notice)
        }
        guard let address = NetworkAddress(listen, port: port) else { return }
        let reporter = format.writer(colour.reportOptions())
        var run = InterceptRun(try settings(root), on: address, reporter)
        run.transparent = transparent
        run.duration = time.map { .seconds($0.seconds) }
        run.isVerbose = verbose
        switch try run.perform() {
        case .accepted: throw ExitStatus(.wrongVerdict)
        case .refused: break
        case .incomplete(let words):
            throw Failure(
                .nothingSelected,
                words,
                help: "use the app again; the summary says why; --only attacks some hosts alone"
            )
        case .nothingTried:
            throw Failure(
                .nothingSelected,
                "no attack has a verdict",
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
