import Basics
import Process
import Runner
import ScenarioFormat
import TLS
import X509

/// The programs of a run, ready to be tested.
package struct ProgramRun: ~Copyable {
    package let parties: [Party]
    /// The TLS libraries that programs are compared with, by the names of the programs.
    package let libraries: [String: ProgramLibrary]
    /// The folders and network of the programs, or nil if no program is requested.
    private let site: ProgramSite?

    /// Enters the run's own network, if the system allows it and a program can use it.
    ///
    /// This function executes the command again and must be called first.
    ///
    /// - Throws: a `usage` failure if --now is given, since programs use the real time, and if a
    ///   program must not be started.
    package static func enterNetwork(
        for clients: [NamedClient],
        by ways: [NameRoute],
        now stated: Instant?
    ) throws(Failure) {
        for client in clients { try client.client.requireTrusted() }
        guard clients.allSatisfy(\.isFixed) || stated == nil else {
            throw Failure(
                .usage,
                "--now has no effect on programs, which use the real time",
                help: "omit --now; use faketime in a command to set that program's clock"
            )
        }
        let isUsed = ways.isEmpty || ways.contains(.hosts)
        guard !clients.isEmpty, isUsed, !RunNamespace.isInside else { return }
        do {
            try RunNamespace.enter()
        } catch {
            let text = "hatpin: programs cannot get their own network: \(error.description)\n"
            try StandardStream.error.write(text + "  help: \(error.help)\n")
        }
    }

    /// Finds for each program a way to redirect host names with which the program accepts the
    /// control setup.
    ///
    /// - Parameters:
    ///   - clients: the programs.
    ///   - ways: the ways to try; if empty, the ways of the definitions.
    ///   - scenarios: the scenarios that may be run.
    ///   - now: the time for which certificates are made.
    ///   - library: returns the library to compare a program with; nil to compare no program.
    ///   - isByHand: whether the user starts the program for the first case.
    /// - Throws: an `environment` failure for a program that is not installed, or that rejects the
    ///   control setup with every way.
    package init(
        of clients: [NamedClient],
        by ways: [NameRoute],
        facing scenarios: [Scenario],
        now: Instant,
        library: LibraryChoice? = nil,
        isByHand: Bool = false
    ) throws(Failure) {
        // Without programs, no hosts are needed, so no setup is unfolded.
        let setups = clients.isEmpty ? [] : scenarios.flatMap(\.setups)
        try self.init(
            of: clients,
            by: ways,
            facing: Set(setups.map(\.connect)),
            at: setups.addresses,
            now: now,
            library: library,
            isByHand: isByHand
        )
    }

    /// Finds the library of a program by the files that it has loaded; returns nil for no library.
    package typealias LibraryChoice =
        (NamedClient, [LoadedFiles]) throws(Failure) -> ChosenLibrary?

    /// Finds a way to redirect host names for each program, for hosts with these identities and
    /// addresses instead of the hosts of scenarios.
    package init(
        of clients: [NamedClient],
        by ways: [NameRoute],
        facing identities: Set<ReferenceIdentity>,
        at addresses: [String: LoopbackFamily] = [:],
        now: Instant,
        library: LibraryChoice? = nil,
        isByHand: Bool = false
    ) throws(Failure) {
        for client in clients { try client.client.requireTrusted() }
        try clients.reportReplacements()
        let absent = try Self.absent(among: clients)
        let clients = clients.filter { client in !absent.contains { $0.name == client.name } }
        try Self.requirePrograms(of: clients)
        // In a network namespace, the site makes loopback work. Models need loopback, too.
        guard !clients.isEmpty || RunNamespace.isInside else {
            (parties, libraries, site) = (absent, [:], nil)
            return
        }
        let site = try ProgramSite(
            facing: identities.union([Setup.standard.connect]),
            at: addresses,
            search: Environment.variable("PATH") ?? "/usr/bin:/bin"
        )
        do throws(Failure) {
            func ready(_ named: NamedClient) throws(Failure) -> (Party, [LoadedFiles]) {
                try named.client.requireTrusted()
                let name = Shown.escaped(named.name)
                if let part = named.client.server {
                    let server = try ServerParty.ready(named.client, part, on: site, now: now)
                    try StandardStream.error.write(
                        "hatpin: \(name) accepts the control's client certificate, and requires one\n"
                    )
                    return (Party(named.name, deciding: server), [])
                }
                let setUp = try SetUp(
                    of: named.client,
                    by: ways.isEmpty ? named.client.names : ways,
                    on: site,
                    workers: Self.jobs,
                    now: now
                )
                try StandardStream.error.write(
                    "hatpin: \(name) accepts the control setup (\(setUp.words))\n"
                )
                let party = isByHand ? setUp.party.byHand : setUp.party
                return (Party(named.name, deciding: party), setUp.loaded)
            }
            var parties: [Party] = []
            var libraries: [String: ProgramLibrary] = [:]
            for named in clients {
                let (party, loaded) = try ready(named)
                parties.append(party)
                guard let chosen = try library?(named, loaded) else { continue }
                let known = libraries.values.first { $0.party.name == chosen.client.name }?.party
                do throws(Failure) {
                    var party = known ?? parties.of(chosen.client)
                    if party == nil {
                        try [chosen.client].reportReplacements()
                        try Self.requirePrograms(of: [chosen.client])
                        party = try ready(chosen.client).0
                    }
                    libraries[named.name] = party.map { ProgramLibrary($0, title: chosen.title) }
                } catch {
                    if chosen.isStated { throw error }
                    try StandardStream.error.write(chosen.note(because: error.message))
                }
            }
            (self.parties, self.site) = (parties + absent, site)
            self.libraries = libraries
        } catch {
            site.close()
            throw error
        }
    }

    deinit { site?.close() }

    /// Requires that the programs are installed, before any is started.
    ///
    /// - Throws: an `environment` failure for the first program that is not installed.
    private static func requirePrograms(of clients: [NamedClient]) throws(Failure) {
        for client in clients {
            do {
                try probe.require(client.client)
            } catch {
                let text = Shown.escaped("\(client.name): \(error)")
                let help = client.isBare ? error.help : client.installation
                throw Failure(.environment, text, help: help.map(Shown.escaped))
            }
        }
    }

    static var probe: ClientProbe {
        ClientProbe(search: Environment.variable("PATH") ?? "/usr/bin:/bin")
    }

    /// Returns the programs that are not installed and that cases name, but not the command line.
    ///
    /// Reports these programs on standard error.
    private static func absent(among clients: [NamedClient]) throws(Failure) -> [Party] {
        var absent: [Party] = []
        for client in clients where client.isFixed {
            guard case .missing(let reason) = probe.state(of: client.client) else { continue }
            let text = "\(client.name) is not installed: \(reason)"
            try StandardStream.error.write(
                "hatpin: \(Shown.escaped(text)); its cases do not apply\n"
            )
            absent.append(.standIn(client.name, because: text))
        }
        return absent
    }

    /// The number of programs that run at once: twice the cores, since programs mostly wait.
    package static var jobs: Int { 2 * WorkerPool.cores }
}

extension [Setup] {
    /// The addresses of host names that have the same address in all of these setups.
    fileprivate var addresses: [String: LoopbackFamily] {
        var addresses: [String: Set<LoopbackFamily>] = [:]
        for setup in self {
            guard case .dns(let name) = setup.connect else { continue }
            addresses[name, default: []].insert(setup.address)
        }
        return addresses.compactMapValues { $0.count == 1 ? $0.first : nil }
    }
}

extension [Party] {
    /// Returns the party of a program, or nil if no party is this program.
    package func of(_ client: NamedClient) -> Party? { first { $0.name == client.name } }
}
