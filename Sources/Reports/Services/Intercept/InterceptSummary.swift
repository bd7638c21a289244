/// The results of an intercepting proxy for each host.
package struct InterceptSummary: Sendable {
    /// The results for a client and a host.
    package struct Account: Hashable, Sendable {
        package let remoteClient: InterceptedClient
        /// The verdicts, in the order of the attacks; nil for an attack without a verdict.
        package let verdicts: [AttackVerdict?]
        /// The number of connections that were passed through unchanged.
        package let passed: Int
        /// The reason why the client's connections could not be attacked; nil if they could.
        package let obstacle: InterceptObstacle?

        /// Each parameter sets the property of its name.
        package init(
            remoteClient: InterceptedClient,
            verdicts: [AttackVerdict?],
            passed: Int,
            obstacle: InterceptObstacle?
        ) {
            (self.remoteClient, self.verdicts) = (remoteClient, verdicts)
            (self.passed, self.obstacle) = (passed, obstacle)
        }
    }

    /// The numbers of verdicts over all remote clients.
    package struct Counts: Hashable, Sendable {
        package var accepted = 0, refused = 0, unclear = 0, notTried = 0, passed = 0

        /// Whether any attack has a verdict.
        package var hasVerdict: Bool { accepted + refused > 0 }
    }

    package let attacks: [AttackRecord]
    /// The accounts, in the order in which the remote clients connected.
    package let accounts: [Account]
    /// The number of connections that were passed through without an attack, because more remote
    /// clients came than the proxy remembers.
    package let unattacked: Int
    package private(set) var counts = Counts()

    /// Each parameter sets the property of its name.
    package init(attacks: [AttackRecord], accounts: [Account], unattacked: Int = 0) {
        (self.attacks, self.accounts, self.unattacked) = (attacks, accounts, unattacked)
        for account in accounts {
            counts.passed += account.passed
            for verdict in account.verdicts {
                switch verdict {
                case .accepted: counts.accepted += 1
                case .refused: counts.refused += 1
                case .unclear: counts.unclear += 1
                case .impossible, nil: counts.notTried += 1
                }
            }
        }
    }
}
