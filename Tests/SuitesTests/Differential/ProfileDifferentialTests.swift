import Basics
import Crypto
import PathValidation
import Testing
import X509

@testable import hatpin

/// Compares the profile `openssl` with OpenSSL on every chain of the public vectors.
///
/// OpenSSL is called as curl calls it: for a server's chain, without CRLs and policies, and without
/// a host, which curl compares itself.
@Suite(
    .enabled(
        if: ["limbo-open.json.gz", "pkits-open.jsonl.gz"].allSatisfy(Vectors.has),
        "not all vectors in HATPIN_VECTORS"
    ),
    .enabled(if: ChainVerification.version == "3.0", "the profile is OpenSSL 3.0's")
)
struct ProfileDifferentialTests {
    /// The differences that are known, with the chains that each explains; none at present.
    private static let known: [KnownDifference<ProfileDifference>] = []

    private static func chains() throws -> [(id: String, chain: ChainVerification)] {
        let limbo = try LimboCase.suite(Vectors.text("limbo-open.json.gz")).map { test in
            (id: test.id, chain: try ChainVerification(certificatesOf: test))
        }
        let pkits = PKITSCase.read(try Vectors.text("pkits-open.jsonl.gz")).cases.map { test in
            (id: test.id, chain: ChainVerification(certificatesOf: test))
        }
        return limbo + pkits
    }

    @Test func `each profile decides chains as its library does`() throws {
        var account = DifferenceAccount(of: Self.known)
        let chains = try Self.chains()
        #expect(chains.count > 1_800)
        for (id, chain) in chains {
            guard let difference = ProfileDifference(chain) else { continue }
            account.add(difference, "\(id): \(difference)", of: id)
        }
        account.settle()
    }
}

/// A chain that only one of the two accepts.
private struct ProfileDifference: Difference, CustomStringConvertible {
    /// Our reason; nil if we accept.
    let ours: Rejection?
    let theirs: ChainVerification.Verdict

    /// Creates the difference on a chain; nil if both decide alike.
    init?(_ chain: ChainVerification) {
        var chain = chain
        chain.purpose = .server
        chain.securityLevel = 2
        theirs = chain.verdict()
        let profile = PathProfile.openSSL
        let validator = PathValidator(
            anchors: chain.anchors.compactMap(profile.anchor),
            checks: profile.checks(),
            decoding: profile.decoding,
            budget: profile.budget,
            building: profile.building
        )
        let presented = [chain.endEntity] + chain.intermediates
        let date = Instant(seconds: chain.verifyDate)
        switch validator.evaluate(presented, for: nil, at: date).result {
        case .success: ours = nil
        case .failure(let rejection): ours = rejection
        }
        guard (ours == nil) != (theirs == .accept) else { return nil }
    }

    var direction: DifferenceDirection? { ours == nil ? .stricter : .laxer }

    var description: String {
        let our = ours.map { "\($0.code.rawValue): \($0)" } ?? "accept"
        let their =
            switch theirs {
            case .accept: "accept"
            case .refuse(let code, let depth):
                "error \(code) at depth \(depth): \(ChainVerification.words(code))"
            case .undecodable: "undecodable"
            }
        return "Hatpin says \(our); OpenSSL says \(their)"
    }
}
