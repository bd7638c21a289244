import CommandWorkshop
import Foundation
import Testing

/// The decisions of real systems and their models on certificates that occur in practice.
@Suite("Certificates from the field", .blocking)
struct FieldCertificateTests {
    struct Case: Sendable {
        let name, setup: String
        /// The reason why a model rejects the setup, or nil if it accepts.
        let curl, okHttp: String?

        init(_ name: String, _ setup: String, curl: String? = nil, okHttp: String? = nil) {
            (self.name, self.setup) = (name, setup)
            (self.curl, self.okHttp) = (curl, okHttp)
        }
    }

    // Each setup was also run with curl 7.88.1 and OkHttp 3.13.1 on OpenJDK 17. OkHttp rejects the
    // expired issuer before a current one, which `ofOkHttp` explains. OkHttp cannot load the
    // version 1 anchor with extensions, or connect to a host name with an underscore.
    private static let cases = [
        Case(
            "a self-signed server certificate of a CA",
            """
            leaf: { issuer: self, ca: true }
            serve: [leaf]
            client: { trust: [leaf] }
            """
        ),
        Case(
            "a directory name outside of the permitted one",
            """
            intermediate: { name-constraints: { permitted: ["dn:O=Shop,C=DE"] } }
            leaf: { subject: "CN=www.example.test,O=Other,C=DE" }
            """,
            curl: "name-not-permitted",
            okHttp: "name-not-permitted"
        ),
        Case(
            "a directory name below a permitted one",
            """
            intermediate: { name-constraints: { permitted: ["dn:O=Shop,C=DE"] } }
            leaf: { subject: "CN=www.example.test,OU=Web,O=Shop,C=DE" }
            """
        ),
        Case(
            "a host with the dot of the root",
            """
            connect: www.example.test.
            """
        ),
        Case(
            "an address as a DNS name",
            """
            connect: 127.0.0.1
            leaf: { san: "127.0.0.1" }
            """,
            curl: "ip-mismatch",
            okHttp: "ip-mismatch"
        ),
        Case(
            "an address in the common name",
            """
            connect: 127.0.0.1
            leaf: { subject: "CN=127.0.0.1", drop: subject-alternative-name }
            """,
            okHttp: "no-identity"
        ),
        Case(
            "an address whose bytes spell the host",
            """
            connect: a.pl
            leaf: { san: "ip:97.46.112.108" }
            """,
            curl: "name-mismatch",
            okHttp: "name-mismatch"
        ),
        Case(
            "the domain of a constraint with a leading dot",
            """
            connect: example.test
            intermediate: { name-constraints: { permitted: [".example.test"] } }
            leaf: { san: example.test }
            """,
            curl: "name-not-permitted",
            okHttp: "name-not-permitted"
        ),
        Case(
            "a constraint with a leading dot in two issuers",
            """
            pki: { mid: { ca: true, issuer: root, name-constraints: { permitted: [".example.test"] } } }
            intermediate: { issuer: mid, name-constraints: { permitted: [".example.test"] } }
            serve: [leaf, intermediate, mid]
            """,
            // OpenJDK treats an issuer's common name as a host name, which is outside the
            // constraint.
            okHttp: "name-not-permitted"
        ),
        Case(
            "a host below a constraint with a leading dot",
            """
            intermediate: { name-constraints: { permitted: [".example.test"] } }
            """
        ),
        Case(
            "a serial number of 0",
            """
            leaf: { serial: 0 }
            """
        ),
        Case(
            // `old` names itself as its issuer, so the list is in order for OpenJDK.
            "an issuer that has expired before a current one, in order",
            """
            pki: { old: { copy: intermediate, key-of: intermediate, valid: -2y..-1d } }
            serve: [leaf, old, intermediate]
            """,
            okHttp: "expired"
        ),
        Case(
            "an issuer that has expired before a current one, out of order",
            """
            pki: { old: { copy: intermediate, key-of: intermediate, issuer: root, valid: -2y..-1d } }
            serve: [leaf, old, intermediate]
            """
        ),
        Case(
            "a host with an underscore",
            """
            connect: my_host.example.test
            leaf: { san: "*.example.test" }
            """
        ),
        Case(
            "a root of version 1",
            """
            root: { x509-version: 1 }
            """
        ),
        Case(
            "an extension that says critical FALSE",
            """
            leaf: { mutate: [explicit-non-critical] }
            """
        ),
        Case(
            "GeneralizedTime before 2050",
            """
            leaf: { mutate: [generalized-time-early] }
            """
        ),
        Case(
            "a trusted leaf of version 1 with extensions",
            """
            leaf: { issuer: self, x509-version: 1, subject: "CN=www.example.test" }
            serve: [leaf]
            client: { trust: [leaf] }
            """,
            okHttp: "malformed"
        ),
        Case(
            "a negative serial number",
            """
            leaf: { mutate: [negative-serial] }
            """
        ),
        Case(
            "& in a PrintableString",
            """
            leaf: { subject: "CN=www.example.test,O=Bits & Co", raw: [{ retag: { at: "tbsCertificate.subject[0][0].value", tag: "13" } }, { resign: true }] }
            """
        ),
        Case(
            "* in a PrintableString",
            """
            leaf: { subject: "CN=*.example.test", san: "*.example.test", raw: [{ retag: { at: "tbsCertificate.subject[0][0].value", tag: "13" } }, { resign: true }] }
            """
        ),
        Case(
            "@ in a PrintableString",
            """
            leaf: { subject: "CN=me@shop", raw: [{ retag: { at: "tbsCertificate.subject[0][0].value", tag: "13" } }, { resign: true }] }
            """
        ),
        Case(
            "_ in a PrintableString",
            """
            leaf: { subject: "CN=www_1", raw: [{ retag: { at: "tbsCertificate.subject[0][0].value", tag: "13" } }, { resign: true }] }
            """
        ),
        Case(
            "an RSA signature algorithm without NULL",
            """
            intermediate: { key: rsa2048 }
            leaf: { raw: [{ drop: "tbsCertificate.signature.parameters" }, { drop: "signatureAlgorithm.parameters" }, { resign: true }] }
            """
        ),
        Case(
            "x500UniqueIdentifier as a BIT STRING",
            """
            leaf: { subject: "2.5.4.45=#03020041,CN=www.example.test" }
            """
        ),
        Case(
            "an empty subject below constraints on DNS names",
            """
            intermediate: { name-constraints: { permitted: ["example.test"] } }
            leaf: { subject: "" }
            """
        ),
        Case(
            "a required policy that no certificate has",
            """
            intermediate: { policy-constraints: { require-explicit-policy: 0 } }
            """,
            okHttp: "policy"
        ),
        Case(
            "a key that may encipher alone, in a handshake that signs",
            """
            leaf: { key-usage: [key-encipherment] }
            """,
            okHttp: "key-usage"
        ),
        Case(
            "a key that may do none of what handshakes ask",
            """
            leaf: { key-usage: [crl-sign] }
            """,
            curl: "key-usage",
            okHttp: "key-usage"
        ),
        Case(
            "a root that has expired",
            """
            root: { valid: -900d..-1d }
            """,
            curl: "expired"
        ),
        Case(
            "an intermediate that has expired",
            """
            intermediate: { valid: -900d..-1d }
            """,
            curl: "expired",
            okHttp: "expired"
        ),
        Case(
            "an RSA key of 1,024 bits",
            """
            leaf: { key: rsa1024 }
            """,
            curl: "weak-key"
        ),
        Case(
            "an issuer for mail",
            """
            intermediate: { extended-key-usage: [email-protection] }
            """,
            curl: "extended-key-usage"
        ),
        Case(
            "a server for mail",
            """
            leaf: { extended-key-usage: [email-protection] }
            """,
            curl: "extended-key-usage",
            okHttp: "extended-key-usage"
        ),
        Case(
            "a common name outside of constraints, beside an address alone",
            """
            connect: 192.0.2.1
            intermediate: { name-constraints: { permitted: [example.test] } }
            leaf: { subject: CN=www.other.test, san: "ip:192.0.2.1" }
            """,
            curl: "name-not-permitted",
            okHttp: "name-not-permitted"
        ),
        Case(
            "a common name inside of constraints, beside an address alone",
            """
            connect: 192.0.2.1
            intermediate: { name-constraints: { permitted: [example.test] } }
            leaf: { subject: CN=www.example.test, san: "ip:192.0.2.1" }
            """
        ),
        Case(
            "a pinned RSA key without the NULL that it was pinned with",
            """
            leaf: { key: rsa2048 }
            pki:
              renewed:
                copy: leaf
                issuer: intermediate
                key-of: leaf
                raw: [{ drop: tbsCertificate.subjectPublicKeyInfo.algorithm.parameters }, { resign: true }]
            serve: [renewed, intermediate]
            client: { pins: [spki(leaf)] }
            """,
            curl: "pin-mismatch"
        ),
        Case(
            "ten certificates",
            """
            serve: [leaf, intermediate, root, root, root, root, root, root, root, root]
            """
        ),
        Case(
            "eleven certificates",
            """
            serve: [leaf, intermediate, root, root, root, root, root, root, root, root, root]
            """,
            okHttp: "chain-too-long"
        ),
    ]

    @Test
    func `the models of curl and OkHttp decide certificates from the field as the programs do`()
        throws
    {
        var files: [String: String] = [:]
        for (number, test) in Self.cases.enumerated() {
            files["Scenarios/case-\(number).yaml"] = """
                scenario: case-\(number)
                about: \(test.name.debugDescription)
                sources: [curl 7.88.1, OkHttp 3.13.1]
                \(test.setup)
                expect: accept
                """
        }
        let workshop = try Workshop(files)
        let run = workshop.hatpin(
            "run --chain-only --party curl --party okhttp:version=3.14.9 --report ndjson=run.ndjson"
        )
        #expect(run.exit == 1, "\(run.error)")
        struct Line: Decodable { let scenario, party, verdict, reason: String? }
        let lines = try workshop.read("run.ndjson").split(separator: "\n")
            .map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
        for (number, test) in Self.cases.enumerated() {
            for (party, reason) in [("curl", test.curl), ("okhttp", test.okHttp)] {
                let line = lines.first {
                    $0.scenario == "case-\(number)" && $0.party?.hasPrefix(party) == true
                }
                #expect(
                    line?.verdict == (reason == nil ? "accept" : "reject"),
                    "\(party): \(test.name)"
                )
                #expect(line?.reason == reason, "\(party): \(test.name)")
            }
        }
    }
}
