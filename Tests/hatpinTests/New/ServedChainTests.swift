import Basics
import Campaigns
import CommandWorkshop
import Crypto
import Forge
import PathValidation
import ScenarioFormat
import Testing
import X509

@testable import hatpin

/// Chains of setups, in files as server operators have them.
private struct ChainFile {
    let chain: ServedChain
    private let folder: TemporaryFolder

    init(_ change: (inout Setup) -> Void = { _ in }) throws {
        var setup = Setup.standard
        change(&setup)
        setup.settleRoles()
        let forged = try ForgedSetup(setup)
        let pem = forged.question.chain.map { PEM.text("CERTIFICATE", $0) }.joined()
        folder = try TemporaryFolder(["server.pem": pem])
        chain = try ServedChain(RealChain(file: "\(folder.path)/server.pem"))
    }

    func scenario(_ defect: String? = nil, at place: String? = nil) throws -> ChainScenario {
        try ChainScenario(of: chain, with: defect, at: place, now: ForgedSetup.now)
    }
}

@Suite("Scenarios on a server's own chain")
struct ServedChainTests {
    struct Example: CustomTestStringConvertible {
        let testDescription: String
        var change: @Sendable (inout Setup) -> Void
        var identity = ReferenceIdentity.dns("www.example.test")
    }

    private static let examples = [
        Example(testDescription: "the standard chain") { _ in },
        Example(testDescription: "with its root") { $0.serve.append("root") },
        Example(testDescription: "of RSA, with a digest of its own") {
            $0.pki.entities["leaf"]?.key = .rsa2048
            $0.pki.entities["root"]?.key = .rsa3072
            $0.pki.entities["intermediate"]?.digest = .sha512
        },
        Example(testDescription: "with two intermediates") {
            $0.pki.entities["upper"] = Entity(role: .intermediateCA, issuer: .entity("root"))
            $0.pki.entities["upper"]?.pathLength = 1
            $0.pki.entities["intermediate"]?.issuer = .entity("upper")
            $0.serve = ["leaf", "intermediate", "upper"]
        },
        Example(
            testDescription: "for a wildcard",
            change: {
                $0.pki.entities["leaf"]?.subjectAlternativeNames = [.dns("*.shop.example")]
                $0.connect = .dns("www.shop.example")
            },
            identity: .dns("www.shop.example")
        ),
        Example(
            testDescription: "for an address",
            change: {
                $0.pki.entities["leaf"]?.subjectAlternativeNames = [.ip([127, 0, 0, 1])]
                $0.connect = .ip([127, 0, 0, 1])
            },
            identity: .ip([127, 0, 0, 1])
        ),
        Example(testDescription: "with other usages and extensions") {
            $0.pki.entities["leaf"]?.extendedKeyUsage = [.serverAuth, .clientAuth]
            $0.pki.entities["leaf"]?.keyUsage = [.digitalSignature, .keyAgreement]
            $0.pki.entities["leaf"]?.policies = [.anyPolicy]
            $0.pki.entities["leaf"]?.mustStaple = true
            $0.pki.entities["intermediate"]?.nameConstraints = Entity.NameConstraints(
                permitted: [.dns("example.test")],
                excluded: []
            )
        },
        Example(testDescription: "without the usual extensions") {
            $0.pki.entities["leaf"]?.drop = [.basicConstraints]
            $0.pki.entities["leaf"]?.keyUsage = []
            $0.pki.entities["leaf"]?.subjectKeyID = Entity.KeyID.none
            $0.pki.entities["leaf"]?.authorityKeyID = Entity.KeyID.none
            $0.pki.entities["leaf"]?.critical = [.extendedKeyUsage: true]
        },
    ]

    @Test(arguments: examples)
    func `the setup has the same chain as the server, and reference accepts the setup`(
        example: Example
    ) throws {
        let file = try ChainFile(example.change)
        let setup = file.chain.setup(at: ForgedSetup.now)
        #expect(setup.connect == example.identity)
        let (text, differences) = try file.scenario().text(named: "ours")
        #expect(differences == [])
        #expect(text.contains("expect: accept"), "\(text)")
    }

    @Test func `an expired chain is rejected even without a defect`() throws {
        let file = try ChainFile { $0.pki.entities["leaf"]?.notAfter = .relative(-40) }
        let (text, _) = try file.scenario().text(named: "ours")
        #expect(text.contains("expect: { reject: expired }"), "\(text)")
        #expect(!text.contains("control:"))
        let failure = #expect(throws: Failure.self) {
            try file.scenario("address-as-name").text(named: "ours")
        }
        #expect(
            failure?.message
                == "the chain of server.pem is rejected even without the defect: expired"
        )
    }

    @Test func `a self-signed certificate is its own anchor`() throws {
        let file = try ChainFile {
            $0.pki.entities["leaf"]?.issuer = .itself
            $0.serve = ["leaf"]
            $0.trust = ["leaf"]
        }
        #expect(file.chain.setup(at: ForgedSetup.now).trust == ["leaf"])
        let (text, differences) = try file.scenario().text(named: "ours")
        #expect(text.contains("expect: accept"), "\(text)")
        #expect(differences == [])
    }

    @Test(arguments: [
        ("expired", nil as String?, "leaf expired", "expired"),
        ("expired", "intermediate", "intermediate expired", "expired"),
        ("no-intermediate", nil, "no-intermediate", "unknown-issuer"),
    ])
    func `a chain with a defect is rejected, and the control is the chain without the defect`(
        defect: String,
        place: String?,
        label: String,
        reason: String
    ) throws {
        let file = try ChainFile {
            $0.pki.entities["leaf"]?.subjectAlternativeNames = [.dns("a.b")]
        }
        let (text, differences) = try file.scenario(defect, at: place).text(named: "ours")
        #expect(text.contains("has a defect: \(label)."), "\(text)")
        #expect(text.contains("expect: { reject: \(reason) }"), "\(text)")
        #expect(text.contains("control:"), "\(text)")
        #expect(differences == [])
    }

    @Test func `the command lists the fields that the new chain cannot copy`() throws {
        let list = Entity.AddedExtension(
            oid: .signedCertificateTimestamps,
            critical: false,
            value: [0x04, 0x02, 0x00, 0x00]
        )
        let file = try ChainFile { $0.pki.entities["leaf"]?.extensions = [list] }
        let (_, differences) = try file.scenario().text(named: "ours")
        #expect(differences == ["leaf: the extension signedCertificateTimestampList"])
    }

    @Test(arguments: [
        ("expird", nil as String?, "there is no defect 'expird'", "did you mean 'expired'?"),
        ("qqqqqqqqqq", nil, "there is no defect 'qqqqqqqqqq'", "see hatpin list defects"),
        ("no-intermediate", "leaf", "no-intermediate cannot be at 'leaf'", "it can be at setup"),
    ])
    func `refuses an impossible defect, and lists the possible defects`(
        defect: String,
        place: String?,
        message: String,
        help: String
    ) throws {
        let file = try ChainFile()
        let failure = #expect(throws: Failure.self) { try file.scenario(defect, at: place) }
        #expect(failure?.kind == .usage)
        #expect(failure?.message == message)
        #expect(failure?.help == help)
    }

    @Test func `refuses certificates that did not issue each other`() throws {
        let forged = try ForgedSetup(.standard)
        let names = ["leaf", "root", "intermediate"]
        let pem = names.compactMap { forged.pki.members[$0] }
            .map { PEM.text("CERTIFICATE", $0.certificate) }.joined()
        let folder = try TemporaryFolder(["server.pem": pem])
        let failure = #expect(throws: Failure.self) {
            try ServedChain(RealChain(file: "\(folder.path)/server.pem"))
        }
        #expect(failure?.message.hasSuffix("certificate 2 did not issue certificate 1") == true)
    }
}
