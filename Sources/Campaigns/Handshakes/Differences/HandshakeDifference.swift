import Basics
import Crypto
import TLS

/// A script that a client takes otherwise than the rules have it.
package struct HandshakeDifference: Difference {
    /// The name of the client's judge.
    package let oracle: String
    package let version: TLSVersion
    /// The edits that matter, as words of the catalogue and operations.
    package let edits: [String]
    /// Whether a client may go on, by the rules.
    package let isLegal: Bool
    /// The client's verdict.
    package let theirs: ChainVerdict

    package var direction: DifferenceDirection? {
        switch theirs {
        case .accept: isLegal ? nil : .laxer
        case .reject: isLegal ? .stricter : nil
        case .failed, .none: nil
        }
    }

    /// Whether all edits are among these, each a word with a version or without, such as
    /// `grease-extension` or `legacy-version-1-0 1.3`.
    func isOf(_ names: Set<String>) -> Bool {
        edits.allSatisfy { names.contains($0) || names.contains("\($0) \(version.rawValue)") }
    }
}

/// A known difference between the rules and a client.
package typealias KnownHandshakeDifference = KnownDifference<HandshakeDifference>

extension KnownDifference<HandshakeDifference> {
    /// Those of the library that decides for the judge of this name; empty for an unknown one.
    package static func list(of oracle: String) -> [KnownDifference] {
        // Models speak through libssl.
        ["libssl", "openssl", "party"].contains(oracle.prefix { $0 != " " }) ? ofLibssl : []
    }

    /// The first that explains a difference.
    static func explaining(_ difference: HandshakeDifference) -> KnownDifference? {
        list(of: difference.oracle).first { $0.explains(difference) }
    }
}
