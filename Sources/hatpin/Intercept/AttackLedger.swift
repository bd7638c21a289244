import Reports

/// Records the attacks on each client and host, and the results of the attacks.
package struct AttackLedger: Sendable {
    /// The results for one remote client.
    package struct Account: Hashable, Sendable {
        /// The verdict of each attack, or nil for an attack without a verdict.
        package fileprivate(set) var verdicts: [AttackVerdict?]
        /// The number of connections that were passed through unchanged.
        package fileprivate(set) var passed = 0
        /// The reason why the client's connections could not be attacked, or nil if they could.
        package fileprivate(set) var obstacle: InterceptObstacle?
        fileprivate var waiting: [Int]
        fileprivate var running = 0
        fileprivate var attempts: [Int]
        fileprivate var hasCome = false
    }

    /// The number of attempts for an attack without a verdict: an app may open some connections
    /// that it does not use.
    private static let patience = 3
    /// The largest number of remembered remote clients.
    ///
    /// A client can invent hosts, so memory needs a limit. An app connects to fewer hosts in a day.
    private static let capacity = 4_096

    private let attacks: Int
    private let passesFirst: Bool
    private let repeats: Bool
    private var accounts: [InterceptedClient: Account] = [:]
    /// The remote clients, in order of arrival.
    package private(set) var remoteClients: [InterceptedClient] = []
    /// The number of connections that were not attacked, because their remote clients came after
    /// the last remembered one.
    private var unattacked = 0

    /// Creates an empty ledger.
    ///
    /// - Parameters:
    ///   - attacks: the number of attacks.
    ///   - passesFirst: whether a remote client's first connection is passed through.
    ///   - repeats: whether the attacks start again once all attacks have been made.
    package init(attacks: Int, passesFirst: Bool, repeats: Bool) {
        (self.attacks, self.passesFirst, self.repeats) = (attacks, passesFirst, repeats)
    }

    package subscript(remoteClient: InterceptedClient) -> Account? { accounts[remoteClient] }

    /// Returns the results of these attacks, as reports show them.
    package func summary(of attacks: [Attack]) -> InterceptSummary {
        let all = remoteClients.compactMap { remoteClient in
            accounts[remoteClient].map { account in
                InterceptSummary.Account(
                    remoteClient: remoteClient,
                    verdicts: account.verdicts,
                    passed: account.passed,
                    obstacle: account.obstacle
                )
            }
        }
        return InterceptSummary(
            attacks: attacks.map(\.record),
            accounts: all,
            unattacked: unattacked
        )
    }

    /// Returns the attack for a remote client's next connection, or nil to pass it through.
    package mutating func next(for remoteClient: InterceptedClient) -> Int? {
        if accounts[remoteClient] == nil {
            guard accounts.count < Self.capacity else {
                unattacked += 1
                return nil
            }
            remoteClients.append(remoteClient)
        }
        let (all, passesFirst, repeats) = (Array(0..<attacks), passesFirst, repeats)
        return withAccount(remoteClient) { account in
            defer { account.hasCome = true }
            if passesFirst, !account.hasCome { return nil }
            if account.waiting.isEmpty, repeats, account.running == 0 {
                // An attack that was impossible stays so, and needs no connection.
                account.waiting = all.filter { !account.isImpossible($0) }
            }
            guard !account.waiting.isEmpty else { return nil }
            account.running += 1
            return account.waiting.removeFirst()
        }
    }

    /// Records that an attack ended with a verdict.
    package mutating func settle(
        _ attack: Int,
        _ verdict: AttackVerdict,
        of remoteClient: InterceptedClient
    ) {
        withAccount(remoteClient) { account in
            account.running -= 1
            account.obstacle = nil
            if case .unclear = verdict { account.retry(attack, upTo: Self.patience) }
            switch (account.verdicts[attack], verdict) {
            // A later round does not undo an acceptance, or replace a refusal by no verdict.
            case (.accepted?, _), (.refused?, .unclear): break
            default: account.verdicts[attack] = verdict
            }
        }
    }

    /// Records that an attack was not made, such as because the client sent nothing, or because the
    /// genuine server was unreachable.
    package mutating func release(
        _ attack: Int,
        of remoteClient: InterceptedClient,
        obstacle: InterceptObstacle? = nil
    ) {
        withAccount(remoteClient) { account in
            account.running -= 1
            account.waiting.insert(attack, at: 0)
            account.obstacle = obstacle ?? account.obstacle
        }
    }

    /// Records that a connection was passed through.
    package mutating func pass(_ remoteClient: InterceptedClient) {
        guard accounts[remoteClient] != nil else { return }
        withAccount(remoteClient) { $0.passed += 1 }
    }

    private mutating func withAccount<Result>(
        _ remoteClient: InterceptedClient,
        _ body: (inout Account) -> Result
    ) -> Result {
        var account =
            accounts[remoteClient]
            ?? Account(
                verdicts: Array(repeating: nil, count: attacks),
                waiting: Array(0..<attacks),
                attempts: Array(repeating: 0, count: attacks)
            )
        defer { accounts[remoteClient] = account }
        return body(&account)
    }
}

extension AttackLedger.Account {
    fileprivate func isImpossible(_ attack: Int) -> Bool {
        if case .impossible? = verdicts[attack] { true } else { false }
    }

    fileprivate mutating func retry(_ attack: Int, upTo patience: Int) {
        attempts[attack] += 1
        if attempts[attack] < patience { waiting.append(attack) }
    }
}
