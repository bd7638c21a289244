import ClientParties
import Clients
import PKIX
import Programs
import Reports
import Runner
import Scenarios
import Surroundings
import Workers

/// The programs of a run, ready to be put before worlds.
struct ProgramRun: ~Copyable {
    let parties: [Party]
    /// Nil where no program is asked for.
    private let site: ProgramSite?

    /// Enters a network of the run's own, where the system allows it and a program may use it.
    ///
    /// To be called before anything else is done: it executes this command again.
    ///
    /// - Throws: usage, where certificates are to be of another time than the programs judge by.
    static func enterNetwork(
        for clients: [NamedClient],
        _ options: ProgramOptions,
        now stated: String?
    ) throws(Failure) {
        guard clients.isEmpty || stated == nil else {
            throw Failure(
                .usage,
                "--now does not go with programs, which judge by the real time",
                help: "leave it out; faketime in a command sets that program's clock"
            )
        }
        let isUsed = options.names.isEmpty || options.names.contains(.hosts)
        guard !clients.isEmpty, isUsed, !RunNamespace.isInside else { return }
        do {
            try RunNamespace.enter()
        } catch {
            let text = "hatpin: programs have no network of their own: \(error.description)\n"
            try StandardStream.error.write(text + "  help: \(error.help)\n")
        }
    }

    /// Finds for each program the way by which it accepts the control world.
    ///
    /// - Parameters:
    ///   - clients: the programs.
    ///   - options: how they are put before worlds.
    ///   - scenarios: those whose worlds they may face.
    ///   - now: the instant that certificates are made at.
    /// - Throws: environment, for one that accepts it by none.
    init(
        of clients: [NamedClient],
        _ options: ProgramOptions,
        facing scenarios: [Scenario],
        now: Instant
    ) throws(Failure) {
        guard !clients.isEmpty else {
            (parties, site) = ([], nil)
            return
        }
        let identities = Set(
            scenarios.flatMap { [$0.world, $0.control].compactMap(\.?.connect) }
        )
        let site = try ProgramSite(
            facing: identities.union([World.standard.connect]),
            search: Environment.variable("PATH") ?? "/usr/bin:/bin"
        )
        do {
            var parties: [Party] = []
            for named in clients {
                let routes = options.names.isEmpty ? named.client.names : options.names
                let setUp = try SetUp(
                    of: named.client,
                    by: routes,
                    on: site,
                    workers: Self.jobs,
                    now: now
                )
                let name = Shown.escaped(named.name)
                try StandardStream.error.write(
                    "hatpin: \(name) accepts the control world; names by \(setUp.party.route)\n"
                )
                parties.append(Party(named.name, deciding: setUp.party))
            }
            (self.parties, self.site) = (parties, site)
        } catch {
            site.close()
            throw error
        }
    }

    deinit { site?.close() }

    /// How many programs run at once: they wait more than they work.
    static var jobs: Int { 2 * WorkerPool.cores }
}

extension [Party] {
    /// The party of a program; nil for one that is not among them.
    func of(_ client: NamedClient) -> Party? { first { $0.name == client.name } }
}
