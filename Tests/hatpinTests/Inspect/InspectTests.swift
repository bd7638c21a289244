import Basics
import CommandWorkshop
import Forge
import TestSupport
import Testing
import X509

@Suite("What inspect shows", .blocking)
struct InspectTests {
    @Test func `shows every field with its place, and every extension with its values`() throws {
        let workshop = try Workshop.certificates("all") {
            $0["all"] = try .withEveryExtension()
        }
        let result = workshop.hatpin("inspect --show fields x.pem")
        #expect(result.exit == 0 && result.error == "")
        expectSnapshot(result.output, named: "inspect-every-extension.txt")
        #expect(!result.output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    }

    @Test func `shows long values in full on request`() throws {
        let workshop = try Workshop.certificates("all") {
            $0["all"] = try .withEveryExtension()
        }
        let value = String(repeating: "ab", count: 24)
        let short = workshop.hatpin("inspect --show fields x.pem").output
        #expect(short.contains("\(value)… (70 bytes)\n"))
        let full = workshop.hatpin("inspect --show fields --full x.pem").output
        let last = String(repeating: "ab", count: 22)
        #expect(full.contains(try Regex(" \(value)\n +\(value)\n +\(last)\n")))
    }

    @Test func `shows a chain with the pins of each certificate`() throws {
        let workshop = try Workshop.certificates("leaf", "intermediate")
        let result = workshop.hatpin("inspect x.pem")
        #expect(result.exit == 0 && result.error == "")
        expectSnapshot(result.output, named: "inspect-chain.txt")
        let pins = workshop.hatpin("inspect --show pins x.pem").output
        #expect(pins.split(separator: "TSKConfiguration").count == 3)
        #expect(pins.split(separator: "NSPinnedLeafIdentities").count == 2)
        #expect(pins.split(separator: "NSPinnedCAIdentities").count == 2)
    }

    @Test func `inspect --format json writes one JSON document`() throws {
        let workshop = try Workshop.certificates("leaf") { $0["leaf"]?.mutate = ["zero-serial"] }
        let result = workshop.hatpin("inspect --format json --show findings x.pem")
        let expected = [
            #"{"version":1,"tool":"hatpin 0.1.0","source":"x.pem","objects":["#,
            #"{"kind":"certificate","place":"line 1","size":462,"fingerprints":{"SHA-256":"#,
            #""87a94f9de9aecceb9180f6b9dfa1030a4ff2c5a02cf1350d9abdb6cb312bab13","SHA-1":"#,
            #""cbfb4a7e86d46829a6e1e0e5e924da37d9ed4cc9"},"findings":[{"rule":"serial-number","#,
            #""source":"RFC 5280 §4.1.2.2","profiles":["rfc5280","webpki"],"problem":"#,
            #""serial number not positive, or longer than 20 bytes","level":"error","field":"#,
            #""tbsCertificate.serialNumber","place":[15,16]}]}],"#,
            #""chain":{"problems":[],"notes":[]},"passedOver":[],"cut":false}"#,
        ]
        #expect(result == Workshop.Result(exit: 0, output: expected.joined() + "\n"))
        let fields = workshop.hatpin("inspect --format json --show fields x.pem").output
        #expect(fields.contains(#"{"name":"serialNumber","place":[13,16],"hex":"00"}"#))
        let pins = workshop.hatpin("inspect --format json --show pins x.pem").output
        guard case .array(let objects) = try JSONValue(pins.utf8)["objects"] else {
            Issue.record("no objects")
            return
        }
        let pin = "9az0kDr3Lg1pQOKetVYyLCR26DTx+3ebnVkBSJFBGuU="
        #expect(objects[0]["pins"]?["curl"]?.string == "--pinnedpubkey 'sha256//\(pin)'")
        let line = "\n            <pin digest=\"SHA-256\">\(pin)</pin>\n"
        #expect(objects[0]["pins"]?["android"]?.string?.contains(line) == true)
    }

    @Test(arguments: [
        "time-with-offset", "wrong-san-tag", "cut-short", "indefinite-length", "drop-spki",
    ])
    func `shows the wrong byte, and the bytes before it`(mutation: String) throws {
        let workshop = try Workshop.certificates("leaf") { $0["leaf"]?.mutate = [mutation] }
        let result = workshop.hatpin("inspect --show fields --show findings x.pem")
        #expect(result.exit == 2 && result.error == "")
        expectSnapshot(result.output, named: "inspect-\(mutation).txt")
        let json = workshop.hatpin("inspect --show fields --format json x.pem")
        #expect(json.exit == 2)
        #expect(json.output.contains(#""faulty":true"#))
    }

    struct Body: CustomTestStringConvertible, Sendable {
        let identifier: ObjectIdentifier
        let value: String
        var testDescription: String { "\(identifier.shortName) \(value)" }
    }

    @Test(arguments: [
        Body(identifier: .authorityInformationAccess, value: "3000"),
        Body(identifier: .subjectInformationAccess, value: "30023000"),
        Body(identifier: .crlDistributionPoints, value: "30020500"),
        Body(identifier: .freshestCRL, value: "3000"),
        Body(identifier: .issuerAlternativeName, value: "3000"),
        Body(identifier: .tlsFeature, value: "300302018500"),
        Body(identifier: .signedCertificateTimestamps, value: "0401ff"),
    ])
    func `shows the wrong byte in an extension that path validation ignores`(
        body: Body
    ) throws {
        let workshop = try Workshop.certificates("leaf") {
            $0["leaf"]?.extensions = [
                .init(oid: body.identifier, critical: false, value: Array(hex: body.value) ?? [])
            ]
        }
        let fields = workshop.hatpin("inspect --show fields x.pem")
        #expect(fields.exit == 2 && fields.output.contains("✗"), "\(fields.output)")
        let json = workshop.hatpin("inspect --show fields --format json x.pem")
        #expect(json.exit == 2 && json.output.contains(#""faulty":true"#))
    }

    @Test func `reports an extension that contradicts another extension`() throws {
        let workshop = try Workshop.certificates("leaf") {
            $0["leaf"]?.keyUsage = [.digitalSignature, .keyCertSign]
        }
        let result = workshop.hatpin("inspect --show fields --show findings x.pem")
        #expect(result.exit == 0)
        #expect(result.output.contains("✗ has the key usage keyCertSign but is not a CA\n"))
        #expect(!result.output.contains("does not decode"))
        #expect(workshop.hatpin("inspect --fail-on-findings x.pem").exit == 1)
    }

    @Test func `the examples of the manual and of the help are actual output`() throws {
        let workshop = try Workshop.certificates("leaf") {
            $0["leaf"]?.mutate = ["time-with-offset"]
        }
        let page = try #require(repositoryFile("docs/inspect.md"))
        let fields = workshop.hatpin("inspect --show fields x.pem").output
        #expect(page.contains("$ hatpin inspect --show fields leaf.pem\n\(fields)```\n"))
        let findings = workshop.hatpin("inspect --show findings x.pem").output
        let example = findings.split(separator: "\n").map { "  \($0)\n" }.joined()
        let help = workshop.hatpin("inspect --help").output
        #expect(help.contains("  $ hatpin inspect --show findings leaf.pem\n\(example)"))
    }

    @Test func `shows how the certificates of a chain are related`() throws {
        let workshop = try Workshop.certificates("intermediate", "leaf", "root", "leaf")
        #expect(
            workshop.hatpin("inspect --show findings x.pem").output.hasSuffix(
                """

                chain   RFC 8446 §4.4.2
                  ✗ certificate 1 was issued by certificate 3, which should follow it
                  ✗ certificate 2 was issued by certificate 1, which should follow it
                  ✗ certificate 4 repeats certificate 2
                  · certificate 3 is self-issued; a server need not send it, because clients have their
                    own trusted roots

                """
            )
        )
        let gap = try Workshop.certificates("leaf", "root", "intermediate") {
            $0["leaf"]?.issuer = .entity("other")
            $0["other"] = Entity(role: .intermediateCA, issuer: .entity("root"))
        }
        #expect(
            gap.hatpin("inspect --show findings x.pem").output.contains(
                "  ✗ certificate 1 was issued by CN=other,O=Hatpin, which is not in the input\n"
            )
        )
        // Roots that issued no certificate of the input are not part of the chain.
        let bundle = try Workshop.certificates("root", "other") {
            $0["other"] = Entity(role: .rootCA, issuer: .itself)
        }
        #expect(!bundle.hatpin("inspect --show findings x.pem").output.contains("chain"))
    }

    @Test func `reports a wrong signature at the certificate with that signature`() throws {
        let workshop = try Workshop.certificates("leaf", "intermediate") {
            $0["leaf"]?.mutate = ["break-signature"]
        }
        let output = workshop.hatpin("inspect --show findings x.pem").output
        let certificates = output.split(separator: "certificate 2 of 2")
        let problem = "✗ is not signed by the key of the issuer that it names"
        #expect(certificates.first?.contains(problem) == true)
        #expect(certificates.last?.contains("✓ breaks no rule of rfc5280, webpki") == true)
    }

    @Test func `hostile names cannot control a terminal, a log or a document`() throws {
        let workshop = try Workshop.certificates("leaf") {
            $0["leaf"]?.subject = Name((.commonName, "\u{1b}[31m\n::error::a\n##[error]\u{202e}"))
            $0["leaf"]?.subjectAlternativeNames = [
                .dns("a\"><b.test"), .uri("https://\u{7}\u{1b}]0;x"),
            ]
        }
        for arguments in ["x.pem", "--full x.pem", "--format json x.pem"] {
            let output = workshop.hatpin("inspect \(arguments)").output
            #expect(output.contains("error"))
            let scalars = output.unicodeScalars
            #expect(!scalars.contains { $0.value < 0x20 && $0 != "\n" || $0 == "\u{202e}" })
            #expect(!output.contains("\n::error") && !output.contains("##["))
            #expect(!output.contains("TSKConfiguration"), "the name is none to pin")
        }
    }
}
