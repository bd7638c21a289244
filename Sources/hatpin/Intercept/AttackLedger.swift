import Reports

/// The attacks that each client was given for each host, and what came of them.
package struct AttackLedger: Sendable {
    /// All that is known of a remote client.
    package struct Account: Hashable, Sendable {
        /// By attack; nil for one that has no verdict.
        package fileprivate(set) var verdicts: [AttackVerdict?]
        /// Connections that were passed through untouched.
        package fileprivate(set) var passed = 0
        /// Why its connections could not be attacked; nil where they could.
        package fileprivate(set) var obstacle: InterceptObstacle?
        fileprivate var waiting: [Int]
        fileprivate var running = 0
        fileprivate var attempts: [Int]
        fileprivate var hasCome = false
    }

    /// An attack without a verdict is tried again so often: an app may open connections that it does
    /// not use, but not only such.
    private static let patience = 3
    /// Remote clients that are remembered: more than the hosts of a day; a client could make up any number.
    private static let capacity = 4_096

    private let attacks: Int
    private let passesFirst: Bool
    private let repeats: Bool
    private var accounts: [InterceptedClient: Account] = [:]
    /// In the order in which they came.
    package private(set) var remoteClients: [InterceptedClient] = []

    /// A ledger of nothing.
    ///
    /// - Parameters:
    ///   - attacks: their number.
    ///   - passesFirst: whether a remote client's first connection is passed through.
    ///   - repeats: whether the attacks begin again after the last.
    package init(attacks: Int, passesFirst: Bool, repeats: Bool) {
        (self.attacks, self.passesFirst, self.repeats) = (attacks, passesFirst, repeats)
    }

    package subscript(remoteClient: InterceptedClient) -> Account? { accounts[remoteClient] }

    /// The results of these attacks, as reports have them.
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
        return InterceptSummary(attacks: attacks.map(\.record), accounts: all)
    }

    /// The attack for a remote client's next connection; nil to pass it through.
    package mutating func next(for remoteClient: InterceptedClient) -> Int? {
        if accounts[remoteClient] == nil {
            guard accounts.count < Self.capacity else { return nil }
            remoteClients.append(remoteClient)
        }
        let (all, passesFirst, repeats) = (Array(0..<attacks), passesFirst, repeats)
        return withAccount(remoteClient) { account in
            defer { account.hasCome = true }
            if passesFirst, !account.hasCome { return nil }
            if account.waiting.isEmpty, repeats, account.running == 0 {
                account.waiting = all
            }
            guard !account.waiting.isEmpty else { return nil }
            account.running += 1
            return account.waiting.removeFirst()
        }
    }

    /// An attack has ended with a verdict.
    package mutating func settle(
        _ attack: Int,
        _ verdict: AttackVerdict,
        of remoteClient: InterceptedClient
    ) {
        withAccount(remoteClient) { account in
            account.running -= 1
            if case .unclear = verdict { account.retry(attack, upTo: Self.patience) }
            // An acceptance is not taken back by a later round.
            if case .accepted? = account.verdicts[attack] { return }
            account.verdicts[attack] = verdict
        }
    }

    /// An attack was not made: the client said nothing, or the genuine server could not be reached.
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

    /// A connection was passed through.
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
    fileprivate mutating func retry(_ attack: Int, upTo patience: Int) {
        attempts[attack] += 1
        if attempts[attack] < patience { waiting.append(attack) }
    }
}
