import Basics
import Process
import Runner
import ScenarioFormat
import X509

/// The programs of a run, ready to be put before setups.
package struct ProgramRun: ~Copyable {
    package let parties: [Party]
    /// The library of each program that is told from one, by the program's name.
    package let libraries: [String: ProgramLibrary]
    /// Nil where no program is asked for.
    private let site: ProgramSite?

    /// Enters a network of the run's own, where the system allows it and a program may use it.
    ///
    /// To be called before anything else is done: it executes this command again.
    ///
    /// - Throws: usage, where certificates are to be of another time than the programs judge by, and
    ///   where a program may not be started.
    package static func enterNetwork(
        for clients: [NamedClient],
        by ways: [NameRoute],
        now stated: Instant?
    ) throws(Failure) {
        for client in clients { try client.client.requireTrusted() }
        guard clients.allSatisfy(\.isFixed) || stated == nil else {
            throw Failure(
                .usage,
                "--now does not go with programs, which judge by the real time",
                help: "leave it out; faketime in a command sets that program's clock"
            )
        }
        let isUsed = ways.isEmpty || ways.contains(.hosts)
        guard !clients.isEmpty, isUsed, !RunNamespace.isInside else { return }
        do {
            try RunNamespace.enter()
        } catch {
            let text = "hatpin: programs have no network of their own: \(error.description)\n"
            try StandardStream.error.write(text + "  help: \(error.help)\n")
        }
    }

    /// Finds for each program the way by which it accepts the control setup.
    ///
    /// - Parameters:
    ///   - clients: the programs.
    ///   - ways: how names reach loopback; as their definitions say if it is empty.
    ///   - scenarios: those whose setups they may face.
    ///   - now: the instant that certificates are made at.
    ///   - library: the library that a program is told from, by what it has loaded; nil for none.
    /// - Throws: environment, for one that accepts it by none.
    package init(
        of clients: [NamedClient],
        by ways: [NameRoute],
        facing scenarios: [Scenario],
        now: Instant,
        library: LibraryChoice? = nil
    ) throws(Failure) {
        let identities = scenarios.flatMap(\.setups).map(\.connect)
        try self.init(of: clients, by: ways, facing: Set(identities), now: now, library: library)
    }

    /// Finds the library of a program by the files that it has loaded; nil where there is none.
    package typealias LibraryChoice =
        (NamedClient, [LoadedFiles]) throws(Failure) -> ChosenLibrary?

    /// The same for programs that face hosts of these identities.
    package init(
        of clients: [NamedClient],
        by ways: [NameRoute],
        facing identities: Set<ReferenceIdentity>,
        now: Instant,
        library: LibraryChoice? = nil
    ) throws(Failure) {
        for client in clients { try client.client.requireTrusted() }
        try clients.tellReplacements()
        let absent = try Self.absent(among: clients)
        let clients = clients.filter { client in !absent.contains { $0.name == client.name } }
        try Self.requirePrograms(of: clients)
        // In a network of its own the site makes loopback work, for models as well.
        guard !clients.isEmpty || RunNamespace.isInside else {
            (parties, libraries, site) = (absent, [:], nil)
            return
        }
        let site = try ProgramSite(
            facing: identities.union([Setup.standard.connect]),
            search: Environment.variable("PATH") ?? "/usr/bin:/bin"
        )
        do throws(Failure) {
            func ready(_ named: NamedClient) throws(Failure) -> (Party, [LoadedFiles]) {
                try named.client.requireTrusted()
                let setUp = try SetUp(
                    of: named.client,
                    by: ways.isEmpty ? named.client.names : ways,
                    on: site,
                    workers: Self.jobs,
                    now: now
                )
                let name = Shown.escaped(named.name)
                try StandardStream.error.write(
                    "hatpin: \(name) accepts the control setup; names by \(setUp.party.route)\n"
                )
                return (Party(named.name, deciding: setUp.party), setUp.loaded)
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
                        try [chosen.client].tellReplacements()
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

    /// Requires that the programs are there, before any is asked.
    ///
    /// - Throws: environment, for the first that is not.
    private static func requirePrograms(of clients: [NamedClient]) throws(Failure) {
        for client in clients {
            do {
                try probe.require(client.client)
            } catch {
                let text = Shown.escaped("\(client.name): \(error)")
                let help = client.isBare ? error.help : "hatpin clients says how it is installed"
                throw Failure(.environment, text, help: help.map(Shown.escaped))
            }
        }
    }

    static var probe: ClientProbe {
        ClientProbe(search: Environment.variable("PATH") ?? "/usr/bin:/bin")
    }

    /// The programs that cases fix and that are not installed; says so on standard error.
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

    /// How many programs run at once: they wait more than they work.
    package static var jobs: Int { 2 * WorkerPool.cores }
}

extension [Party] {
    /// The party of a program; nil for one that is not among them.
    package func of(_ client: NamedClient) -> Party? { first { $0.name == client.name } }
}
