/// The results of an intercepting proxy, host by host.
package struct InterceptSummary: Sendable {
    /// All that is known of a client and a host.
    package struct Account: Hashable, Sendable {
        package let remoteClient: InterceptedClient
        /// By attack; nil for one that has no verdict.
        package let verdicts: [AttackVerdict?]
        /// Connections that were passed through untouched.
        package let passed: Int
        /// Why its connections could not be attacked; nil where they could.
        package let obstacle: InterceptObstacle?

        /// Each parameter is the property of its name.
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

    /// The numbers of verdicts, over all remote clients.
    package struct Counts: Hashable, Sendable {
        package var accepted = 0, refused = 0, unclear = 0, notTried = 0, passed = 0

        /// Whether any attack has a verdict.
        package var isAnyTried: Bool { accepted + refused + unclear > 0 }
    }

    package let attacks: [AttackRecord]
    /// In the order in which the remote clients came.
    package let accounts: [Account]
    package private(set) var counts = Counts()

    /// Each parameter is the property of its name.
    package init(attacks: [AttackRecord], accounts: [Account]) {
        (self.attacks, self.accounts) = (attacks, accounts)
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
