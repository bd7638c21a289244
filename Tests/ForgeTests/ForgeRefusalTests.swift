import Crypto
import Testing
import X509

@testable import Forge

/// Declarations that cannot be forged, with the reason.
@Suite struct ForgeRefusalTests {
    struct Refusal: Sendable, CustomTestStringConvertible {
        let error: ForgeError
        let change: @Sendable (inout PKI) -> Void

        var testDescription: String { error.description }
    }

    static let refusals: [Refusal] = [
        Refusal(error: .unknownEntity("missing", field: .issuer, of: "leaf")) {
            $0.entities["leaf"]?.issuer = .entity("missing")
        },
        Refusal(error: .unknownEntity("missing", field: .copy, of: "leaf")) {
            $0.entities["leaf"]?.copy = "missing"
        },
        Refusal(error: .unknownEntity("missing", field: .keyOf, of: "leaf")) {
            $0.entities["leaf"]?.keyOf = "missing"
        },
        Refusal(error: .circle(.copy, ["leaf", "root", "leaf"])) {
            $0.entities["leaf"]?.copy = "root"
            $0.entities["root"]?.copy = "leaf"
        },
        Refusal(error: .circle(.keyOf, ["leaf", "leaf"])) {
            $0.entities["leaf"]?.keyOf = "leaf"
        },
        Refusal(error: .keyConflict(entity: "leaf", .p384, shares: "root", .p256)) {
            $0.entities["leaf"]?.keyOf = "root"
            $0.entities["leaf"]?.key = .p384
        },
        Refusal(error: .noExtension(entity: "root", .authorityKeyIdentifier)) {
            $0.entities["root"]?.drop = [.authorityKeyIdentifier]
        },
        Refusal(error: .noExtension(entity: "leaf", .nameConstraints)) {
            $0.entities["leaf"]?.critical = [.nameConstraints: true]
        },
    ]

    @Test(arguments: refusals)
    func `rejects declarations that cannot be made`(_ refusal: Refusal) {
        #expect(throws: refusal.error) {
            try baselineSetup(refusal.change).forge(seed: 1, at: now)
        }
    }
}
