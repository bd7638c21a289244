import Basics
import Campaigns
import Crypto
import PathValidation
import Testing
import X509

@testable import hatpin

/// Compares our verdict and OpenSSL's on every certificate and chain of the public vectors.
///
/// A known difference must explain each difference, and each known difference must explain at least
/// one. The known differences were found with OpenSSL 3.0, and do not apply to other versions.
@Suite(
    .enabled(
        if: ["limbo-open.json.gz", "parser-open.jsonl.gz", "pkits-open.jsonl.gz"]
            .allSatisfy(Vectors.has),
        "not all vectors in HATPIN_VECTORS"
    ),
    .enabled(
        if: ChainVerification.version == "3.0",
        "the known differences apply to OpenSSL 3.0 only"
    )
)
struct DifferentialTests {
    // Read once for all tests.
    private static let limbo = Result { try LimboCase.suite(Vectors.text("limbo-open.json.gz")) }
    private static let pkits = Result {
        PKITSCase.read(try Vectors.text("pkits-open.jsonl.gz")).cases
    }

    private static func chains() throws -> [ComparedChain] {
        try limbo.get().compactMap(ComparedChain.init) + pkits.get().map(ComparedChain.init)
    }

    @Test func `agrees with OpenSSL on chains, or differs for a known reason`() throws {
        var account = DifferenceAccount(of: KnownDifference<VectorDifference>.ofChains)
        let chains = try Self.chains()
        #expect(chains.count > 1_800)
        for compared in chains {
            let theirs = compared.chain.verdict()
            guard (compared.ours == nil) != (theirs == .accept) else { continue }
            let difference = compared.difference(theirs)
            account.add(difference, difference.description, of: compared.id)
        }
        account.settle()
    }

    @Test func `agrees with OpenSSL on certificates, or differs for a known reason`() throws {
        var account = DifferenceAccount(of: KnownDifference<CertificateDifference>.ofCertificates)
        var seen: Set<[UInt8]> = []
        for (name, der) in try Self.certificates() where seen.insert(der).inserted {
            let (ours, theirs) = (ComparedCertificate(der).ours, OpenSSLOracle.judge(der))
            guard (ours == .accept) != (theirs == .accept) else { continue }
            let difference = CertificateDifference(ours: ours, theirs: theirs)
            account.add(difference, difference.description, of: name)
        }
        #expect(seen.count > 4_000)
        account.settle()
    }

    /// Returns every certificate of the three files, with a name.
    private static func certificates() throws -> [(name: String, der: [UInt8])] {
        var certificates: [(name: String, der: [UInt8])] = []
        for line in try Vectors.text("parser-open.jsonl.gz").split(separator: UInt8(ascii: "\n")) {
            let json = try JSONValue(line)
            let der = try #require(json["der"]?.string.flatMap { Base64.decode($0.utf8) })
            certificates.append((json["path"]?.string ?? "", der))
        }
        for test in try limbo.get() {
            for text in test.trusted + test.untrusted + [test.peer] {
                certificates += try PEM.certificates(in: Array(text.utf8)).map { (test.id, $0) }
            }
        }
        for test in try pkits.get() {
            let all = test.anchors + [test.endEntity] + test.intermediates
            certificates += all.map { (test.id, $0) }
        }
        return certificates
    }
}
