import Synchronization

/// The replies of a program's library, each asked for once.
///
/// The progress display needs some of the replies while the program is tested, and the audit needs
/// the same replies afterwards.
final class LibraryReplies: Sendable {
    typealias Pair = (strongest: AuditReply, unpinned: AuditReply)

    private let known = Mutex<[Int: Pair]>([:])

    /// Returns the replies at the site with this index, and asks for them if they are not known.
    func pair(at index: Int, ask: () -> Pair) -> Pair {
        if let pair = known.withLock({ $0[index] }) { return pair }
        // A library runs for seconds, so the lock is not held meanwhile.
        let pair = ask()
        known.withLock { $0[index] = pair }
        return pair
    }
}
