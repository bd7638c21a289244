import Basics
import Crypto
import TLS

/// A script on which a client and the rules disagree.
package struct HandshakeDifference: Difference {
    /// The name of the client's oracle.
    package let oracle: String
    package let version: TLSVersion
    /// The decisive edits, as names of violations and operations.
    package let edits: [String]
    /// Whether the rules allow a client to continue after the script.
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

    /// Whether all edits are among these names of violations, with or without a version, such as
    /// `grease-extension` or `legacy-version-1-0 1.3`.
    func isOf(_ names: Set<String>) -> Bool {
        edits.allSatisfy { names.contains($0) || names.contains("\($0) \(version.rawValue)") }
    }
}

/// A known difference between the rules and a client.
package typealias KnownHandshakeDifference = KnownDifference<HandshakeDifference>

extension KnownDifference<HandshakeDifference> {
    /// Returns the known differences of the library that decides for the oracle of this name; empty
    /// for an unknown oracle.
    package static func list(of oracle: String) -> [KnownDifference] {
        // Models connect with libssl.
        ["libssl", "openssl", "party"].contains(oracle.prefix { $0 != " " }) ? ofLibssl : []
    }

    /// Returns the first known difference that explains a disagreement.
    static func explaining(_ difference: HandshakeDifference) -> KnownDifference? {
        list(of: difference.oracle).first { $0.explains(difference) }
    }
}
