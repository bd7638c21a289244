import PKIX
import Reports
import Testing
import Trust

@testable import CLI

/// Every certificate and chain of the public vectors, by us and by OpenSSL: where the two differ, a
/// rule of a list says why, and a rule that explains nothing any more goes.
///
/// The rules were found with OpenSSL 3.0, and say nothing of others.
@Suite(
    .enabled(
        if: ["limbo-open.json.gz", "parser-open.jsonl.gz", "pkits-open.jsonl.gz"]
            .allSatisfy(Vectors.has),
        "not all vectors in HATPIN_VECTORS"
    ),
    .enabled(if: OpenSSLJudge.version == "3.0", "the rules are OpenSSL 3.0's")
)
struct DifferentialTests {
    private static func chains() throws -> [ComparedChain] {
        try LimboCase.suite(Vectors.text("limbo-open.json.gz")).compactMap(ComparedChain.init)
            + PKITSCase.read(Vectors.text("pkits-open.jsonl.gz")).cases.map(ComparedChain.init)
    }

    @Test func chainsAreJudgedAsOpenSSLDoesOrForAReason() throws {
        var used: Set<String> = []
        for compared in try Self.chains() {
            let theirs = OpenSSLJudge.judge(compared.chain)
            guard (compared.ours == nil) != (theirs == .accept) else { continue }
            let difference = ChainDifference(compared: compared, theirs: theirs)
            let explanation = try Explanation.ofChains.first { try $0.explains(difference) }
            let words = difference.error.map {
                "\($0.code) (\(OpenSSLJudge.words($0.code))) at depth \($0.depth)"
            }
            #expect(
                explanation != nil,
                """
                \(compared.id): we \(compared.ours.map { "refuse: \($0.rawValue)" } ?? "accept"), \
                OpenSSL \(words ?? "\(theirs)")
                """
            )
            explanation.map { _ = used.insert($0.name) }
        }
        for explanation in Explanation.ofChains {
            #expect(
                used.contains(explanation.name),
                "\(explanation.name) explains nothing any more"
            )
        }
    }

    @Test func certificatesDecodeAsInOpenSSLOrForAReason() throws {
        var seen: Set<[UInt8]> = []
        var used: Set<String> = []
        for (name, der) in try Self.certificates() where seen.insert(der).inserted {
            let (ours, theirs) = (ComparedCertificate(der).ours, OpenSSLJudge.judge(der))
            guard (ours == .accept) != (theirs == .accept) else { continue }
            let difference = CertificateDifference(ours: ours, theirs: theirs)
            let explanation = try Explanation.ofCertificates.first { try $0.explains(difference) }
            #expect(explanation != nil, "\(name): we say \(ours), OpenSSL \(theirs)")
            explanation.map { _ = used.insert($0.name) }
        }
        #expect(seen.count > 4_000)
        for explanation in Explanation.ofCertificates {
            #expect(
                used.contains(explanation.name),
                "\(explanation.name) explains nothing any more"
            )
        }
    }

    /// Every certificate of the three files, with a name.
    private static func certificates() throws -> [(name: String, der: [UInt8])] {
        var certificates: [(name: String, der: [UInt8])] = []
        for line in try Vectors.text("parser-open.jsonl.gz").split(separator: UInt8(ascii: "\n")) {
            let json = try JSONValue(line)
            let der = try #require(json["der"]?.string.flatMap { Base64.decode($0.utf8) })
            certificates.append((json["path"]?.string ?? "", der))
        }
        for test in try LimboCase.suite(Vectors.text("limbo-open.json.gz")) {
            for text in test.trusted + test.untrusted + [test.peer] {
                certificates += try PEM.certificates(in: Array(text.utf8)).map { (test.id, $0) }
            }
        }
        for test in PKITSCase.read(try Vectors.text("pkits-open.jsonl.gz")).cases {
            let all = test.anchors + [test.endEntity] + test.intermediates
            certificates += all.map { (test.id, $0) }
        }
        return certificates
    }
}
