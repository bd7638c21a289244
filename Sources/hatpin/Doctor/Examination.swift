import Basics
import Crypto
import Lint
import PathValidation
import Process
import Runner
import ScenarioFormat
import TLS
import X509

/// Runs the checks of `hatpin doctor`.
package struct Examination: Sendable {
    private let state: StateFolder
    private let folders: [String]
    private let search: String

    /// - Parameters:
    ///   - state: the folder of runs.
    ///   - folders: folders of client definitions, in addition to the usual folders.
    ///   - search: the folders of programs, separated by colons.
    package init(state: StateFolder, clientsIn folders: [String], search: String) {
        (self.state, self.folders, self.search) = (state, folders, search)
    }

    /// The names of all checks, in the order in which they run.
    package static let names = checks.map(\.name)

    /// Runs the named checks, or all checks if no check is named.
    ///
    /// Blocks for some seconds while client programs are started.
    ///
    /// - Throws: a `nothingSelected` failure for an unknown name.
    package func conditions(named names: [String]) async throws(Failure) -> [Condition] {
        for name in names where !Self.names.contains(name) {
            throw Failure(
                .nothingSelected,
                "doctor has no check named '\(Shown.escaped(name))'",
                help: didYouMean(name, Self.names)
                    ?? "choose from \(Self.names.joined(separator: ", "))"
            )
        }
        var conditions: [Condition] = []
        for check in Self.checks where names.isEmpty || names.contains(check.name) {
            conditions.append(await check.at(self))
        }
        return conditions
    }

    private struct Check: Sendable {
        let name: String
        let at: @Sendable (Examination) async -> Condition
    }

    private static let checks = [
        Check(name: "libssl") { _ in libssl },
        Check(name: "suffixes") { _ in suffixes },
        Check(name: "memory") { _ in memory },
        Check(name: "threads") { _ in threads },
        Check(name: "descriptors") { _ in descriptors },
        Check(name: "disk") { $0.disk },
        Check(name: "state") { $0.stateFolder },
        Check(name: "ipv4") { _ in loopback(.ipv4, isNeeded: true) },
        Check(name: "ipv6") { _ in loopback(.ipv6, isNeeded: false) },
        Check(name: "namespaces") { _ in namespaces },
        Check(name: "wrapper") { _ in wrapper },
        Check(name: "clients") { await $0.clients },
        Check(name: "source") { _ in source },
        Check(name: "toolchain") { $0.toolchain },
    ]

    // MARK: Libraries

    private static var libssl: Condition {
        let about = "OpenSSL \(ChainVerification.fullVersion)"
        do {
            _ = try Loopback()
            return .fine("libssl", about)
        } catch {
            return .failing(
                "libssl",
                "\(about): \(error.description)",
                help: "fix OpenSSL's configuration, or ignore it: OPENSSL_CONF=/dev/null"
            )
        }
    }

    private static var suffixes: Condition {
        PublicSuffixList.isBuiltIn
            ? .fine("suffixes", "libpsl has \(PublicSuffixList.edition)")
            : .lacking(
                "suffixes",
                "libpsl has no Public Suffix List: every domain is treated as a public suffix",
                help: "sudo apt-get install libpsl5, which has the list built in"
            )
    }

    /// The libraries that affect verdicts, with their versions.
    package static var libraries: [String] {
        ["OpenSSL \(ChainVerification.fullVersion)", suffixes.about]
    }

    // MARK: Source code

    /// Whether reviews of source code have what they need: ast-grep, with a grammar for each
    /// language.
    private static var source: Condition {
        do throws(AstGrep.Missing) {
            let program = try AstGrep()
            let lacking = SourceRules.builtIn.parsedLanguages.filter { !program.parses($0) }
                .map(\.name).sorted()
            guard !lacking.isEmpty else { return .fine("source", program.version) }
            return .lacking(
                "source",
                "\(program.version), without grammars for \(lacking.joined(separator: ", "))",
                help: "script/source-review installs them"
            )
        } catch {
            return .lacking(
                "source",
                "\(error.reason): hatpin audit reads no source code",
                help: error.help
            )
        }
    }

    // MARK: Resources

    private static var memory: Condition {
        do throws(Failure) {
            try Resources.requireAddressSpace()
            return .fine("memory", "address space for \(WorkerPool.cores) cases at once")
        } catch {
            return .failing("memory", error)
        }
    }

    private static var threads: Condition {
        do throws(Failure) {
            try Resources.requireThreads()
            return .fine("threads", "enough threads for \(WorkerPool.cores) cases at once")
        } catch {
            return .failing("threads", error)
        }
    }

    /// The number of file descriptors that `serve` needs for the whole suite, rounded up.
    private static let usualDescriptors = 2_048

    private static var descriptors: Condition {
        do throws(Failure) {
            try Resources.requireDescriptors()
        } catch {
            return .failing("descriptors", error)
        }
        let limit = Resources.descriptorLimit
        guard limit < usualDescriptors else {
            return .fine("descriptors", "\(limit) open files and connections")
        }
        return .lacking(
            "descriptors",
            "only \(limit) open files and connections; serve may need more",
            help: "raise the limit, as in: ulimit -n \(usualDescriptors)"
        )
    }

    /// The free disk space in bytes for one run and for all kept runs.
    ///
    /// The run file of the built-in suite has 5 MB, and 50 runs are kept.
    private static let (leastDisk, usualDisk) = (16 << 20, 300 << 20)

    private var disk: Condition {
        let place = Files.nearestFolder(of: state.path)
        let free: Int
        do throws(Failure) {
            free = try Disk.free(at: place)
        } catch {
            return .failing("disk", error)
        }
        let about = "\(free >> 20) MB free in \(Shown.escaped(place))"
        guard free < Self.usualDisk else { return .fine("disk", about) }
        let help =
            "free disk space, keep fewer runs (--keep-runs), or name another folder (--state)"
        return free < Self.leastDisk
            ? .failing("disk", about, help: help) : .lacking("disk", about, help: help)
    }

    private var stateFolder: Condition {
        let place = Files.nearestFolder(of: state.path)
        let path = Shown.escaped(state.path)
        return Files.isWritable(place)
            ? .fine("state", "run files go to \(path)")
            : .failing(
                "state",
                "cannot write run files to \(path)",
                help:
                    "set --state or HATPIN_STATE to another folder"
            )
    }

    // MARK: Networks

    private static func loopback(_ family: LoopbackFamily, isNeeded: Bool) -> Condition {
        let name = family.rawValue
        let (place, address) = (
            NetworkAddress(family.bytes, port: 0), IPAddress.text(family.bytes)
        )
        do throws(WireError) {
            _ = try Socket.listening(on: place, backlog: 1)
            return .fine(name, "servers can listen on \(address)")
        } catch {
            let about = "servers cannot listen on \(address): \(error.description)"
            return isNeeded
                ? .failing(name, about, help: "bring loopback up: sudo ip link set lo up")
                : .lacking(
                    name,
                    about + "; cases with such addresses fail",
                    help:
                        "sudo sysctl net.ipv6.conf.lo.disable_ipv6=0; in a container, give it IPv6"
                )
        }
    }

    private static var namespaces: Condition {
        guard let refusal = RunNamespace.refusal else {
            return .fine("namespaces", "each program gets its own network")
        }
        return .lacking(
            "namespaces",
            "programs cannot get their own network: \(Shown.escaped(refusal.description))",
            help: refusal.help
        )
    }

    private static var wrapper: Condition {
        do throws(Unavailable) {
            let wrapper = try NameWrapper()
            return .fine(
                "wrapper",
                "host names can be redirected without a network namespace: \(wrapper.library)"
            )
        } catch {
            return .lacking(
                "wrapper",
                "\(error.description), which redirects host names without a network namespace",
                help: error.help
            )
        }
    }

    // MARK: Programs

    private var clients: Condition {
        get async {
            let definitions: [ClientDefinition]
            do {
                definitions = try ClientLibrary.inForce(named: folders).readAll()
                    .compactMap(\.client)
            } catch {
                let failure = error as? Failure
                return .lacking(
                    "clients",
                    "cannot read the client definitions: "
                        + (failure?.message ?? Shown.escaped("\(error)")),
                    help: failure?.help ?? "hatpin clients shows which"
                )
            }
            let probe = ClientProbe(search: search)
            // A probe spends most of its time waiting for a program.
            let pool = WorkerPool(workers: 2 * WorkerPool.cores)
            let states = await pool.map(definitions) { probe.state(of: $0) }
            let installed = zip(definitions, states).compactMap { client, state in
                if case .installed? = state { client.name } else { nil }
            }
            let about = "\(installed.count) of \(definitions.count) are installed"
            guard installed.isEmpty else {
                let names = installed.prefix(5).joined(separator: ", ")
                return .fine("clients", "\(about): \(names)\(installed.count > 5 ? ", …" : "")")
            }
            return .lacking("clients", about, help: "hatpin clients NAME shows how to install one")
        }
    }

    private var toolchain: Condition {
        let help = "only hatpin fuzz needs it: https://www.swift.org/install"
        do throws(ProgramError) {
            let path = try Executable.path(of: "swift", in: search, from: "/")
            let home = Environment.variable("HOME") ?? "/"
            let end = try ProgramInvocation(
                [path, "--version"],
                environment: ["PATH": search, "HOME": home],
                workingDirectory: "/"
            ).run(until: .now + .seconds(20))
            let lines = String(decoding: end.standardOutput, as: UTF8.self)
                .split(separator: "\n")
            guard end.cause == .exited(0), let line = lines.first(where: { $0.contains("version") })
            else {
                return .lacking("toolchain", "\(Shown.escaped(path)) does not work", help: help)
            }
            return .fine("toolchain", Shown.escaped(String(line)))
        } catch {
            return .lacking("toolchain", Shown.escaped(error.description), help: help)
        }
    }
}

extension Condition {
    /// Returns the unmet condition for a failure of something that every command needs.
    fileprivate static func failing(_ name: String, _ failure: Failure) -> Condition {
        .failing(name, failure.message, help: failure.help ?? "hatpin needs it")
    }
}
