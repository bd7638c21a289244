import Forge
import TestSupport
import Testing
import X509

@testable import ClientModels
@testable import PathValidation

/// `Curl_cert_hostcheck` and the functions around it.
struct CurlHostCheckTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var names: [DeclaredName] = []
        var commonName = ""
        let host: ReferenceIdentity
        var rule = CurlHostRule.curl
        let isPresented: Bool
    }

    static let cases: [Case] = [
        Case(
            testDescription: "a name in another case",
            names: [.dns("WWW.Example.Test")],
            host: .dns("www.example.test"),
            isPresented: true
        ),
        Case(
            testDescription: "a trailing dot on one side",
            names: [.dns("www.example.test.")],
            host: .dns("www.example.test"),
            isPresented: true
        ),
        Case(
            testDescription: "a trailing dot on the other side",
            names: [.dns("www.example.test")],
            host: .dns("www.example.test."),
            isPresented: true
        ),
        Case(
            testDescription: "a wildcard",
            names: [.dns("*.example.test")],
            host: .dns("www.example.test"),
            isPresented: true
        ),
        Case(
            testDescription: "a wildcard two labels up",
            names: [.dns("*.example.test")],
            host: .dns("a.b.example.test"),
            isPresented: false
        ),
        Case(
            testDescription: "a wildcard for the domain itself",
            names: [.dns("*.example.test")],
            host: .dns("example.test"),
            isPresented: false
        ),
        Case(
            testDescription: "a wildcard above one label",
            names: [.dns("*.test")],
            host: .dns("example.test"),
            isPresented: false
        ),
        Case(
            testDescription: "a wildcard above a public suffix",
            names: [.dns("*.co.uk")],
            host: .dns("example.co.uk"),
            isPresented: true
        ),
        Case(
            testDescription: "a part of a label (CVE-2023-28321)",
            names: [.dns("w*.example.test")],
            host: .dns("www.example.test"),
            isPresented: false
        ),
        Case(
            testDescription: "a wildcard for an address as text",
            names: [.dns("*.0.2.1")],
            host: .ip([192, 0, 2, 1]),
            isPresented: false
        ),
        Case(
            testDescription: "an address",
            names: [.ip([192, 0, 2, 1])],
            host: .ip([192, 0, 2, 1]),
            isPresented: true
        ),
        Case(
            testDescription: "another address",
            names: [.ip([192, 0, 2, 2])],
            host: .ip([192, 0, 2, 1]),
            isPresented: false
        ),
        Case(
            testDescription: "only a common name",
            commonName: "www.example.test",
            host: .dns("www.example.test"),
            isPresented: true
        ),
        Case(
            testDescription: "a common name and a DNS name",
            names: [.dns("other.example.test")],
            commonName: "www.example.test",
            host: .dns("www.example.test"),
            isPresented: false
        ),
        Case(
            testDescription: "a common name and an address",
            names: [.ip([192, 0, 2, 1])],
            commonName: "www.example.test",
            host: .dns("www.example.test"),
            isPresented: false
        ),
        Case(
            testDescription: "a common name and a mailbox",
            names: [.email("a@www.example.test")],
            commonName: "www.example.test",
            host: .dns("www.example.test"),
            isPresented: true
        ),
        Case(
            testDescription: "an address as common name",
            commonName: "192.0.2.1",
            host: .ip([192, 0, 2, 1]),
            isPresented: true
        ),
        Case(
            testDescription: "no names",
            commonName: "",
            host: .dns("www.example.test"),
            isPresented: false
        ),
    ]

    private static let host = ReferenceIdentity.dns("www.example.test")
    private static let address = ReferenceIdentity.ip([192, 0, 2, 1])

    /// Names in a certificate, and the rules by which they match the host.
    struct Row: Sendable {
        let about: String
        var names: [DeclaredName] = []
        var commonName = ""
        let host: ReferenceIdentity
        let takers: Set<CurlHostRule>
    }

    static let rows: [Row] = [
        Row(
            about: "a name",
            names: [.dns("WWW.example.test")],
            host: host,
            takers: [.curl, .schannel, .gnuTLS, .mbedTLS, .webPKI, .apple]
        ),
        Row(
            about: "another name",
            names: [.dns("other.example.test")],
            commonName: "www.example.test",
            host: host,
            takers: []
        ),
        Row(
            about: "a wildcard",
            names: [.dns("*.example.test")],
            host: host,
            takers: [.curl, .schannel, .gnuTLS, .mbedTLS, .webPKI, .apple]
        ),
        Row(
            about: "a wildcard two labels up",
            names: [.dns("*.example.test")],
            host: .dns("a.b.example.test"),
            takers: []
        ),
        Row(
            about: "a wildcard for the beginning of a label",
            names: [.dns("*w.example.test")],
            host: host,
            takers: [.gnuTLS]
        ),
        Row(
            about: "a wildcard for the end of a label",
            names: [.dns("w*.example.test")],
            host: host,
            takers: []
        ),
        Row(
            about: "a wildcard for a dot",
            names: [.dns("*example.test")],
            host: host,
            takers: []
        ),
        Row(
            about: "a wildcard above one label",
            names: [.dns("*.test")],
            host: .dns("example.test"),
            takers: [.mbedTLS]
        ),
        Row(
            about: "a wildcard above a public suffix",
            names: [.dns("*.co.uk")],
            host: .dns("example.co.uk"),
            takers: [.curl, .schannel, .gnuTLS, .mbedTLS, .webPKI]
        ),
        Row(
            about: "only a common name",
            commonName: "www.example.test",
            host: host,
            takers: [.curl, .schannel, .gnuTLS, .mbedTLS]
        ),
        Row(
            about: "a common name and an address",
            names: [.ip([192, 0, 2, 2])],
            commonName: "www.example.test",
            host: host,
            takers: [.schannel]
        ),
        Row(
            about: "a common name and a mailbox",
            names: [.email("a@b.test")],
            commonName: "www.example.test",
            host: host,
            takers: [.curl, .schannel, .gnuTLS]
        ),
        Row(
            about: "a common name and a URI",
            names: [.uri("https://b.test/")],
            commonName: "www.example.test",
            host: host,
            takers: [.curl, .schannel]
        ),
        Row(
            about: "an address",
            names: [.ip([192, 0, 2, 1])],
            host: address,
            takers: [.curl, .schannel, .gnuTLS, .mbedTLS, .webPKI, .apple]
        ),
        Row(
            about: "another address",
            names: [.ip([192, 0, 2, 2])],
            host: address,
            takers: []
        ),
        Row(
            about: "an address as a name",
            names: [.dns("192.0.2.1")],
            host: address,
            takers: [.mbedTLS]
        ),
        Row(
            about: "a wildcard for an address",
            names: [.dns("*.0.2.1")],
            host: address,
            takers: [.mbedTLS]
        ),
        Row(
            about: "an address as common name",
            commonName: "192.0.2.1",
            host: address,
            takers: [.curl, .mbedTLS]
        ),
    ]

    static let rules = [CurlHostRule.curl, .schannel, .gnuTLS, .mbedTLS, .webPKI, .apple]

    static let casesOfRules = rows.flatMap { row in
        rules.map { rule in
            Case(
                testDescription: "\(row.about), \(rule)",
                names: row.names,
                commonName: row.commonName,
                host: row.host,
                rule: rule,
                isPresented: row.takers.contains(rule)
            )
        }
    }

    @Test(arguments: cases + casesOfRules)
    func `compares hosts as curl and its TLS libraries do`(_ test: Case) throws {
        let fixture = Fixture([
            "root": .root(),
            "leaf": .leaf("root") { leaf in
                leaf.subjectAlternativeNames = test.names
                leaf.subject = commonName(test.commonName.isEmpty ? "?" : test.commonName)
            },
        ])
        let certificate = try Certificate(der: fixture.certificate("leaf"))
        let result = Result { () throws(Rejection) in
            try certificate.requireHost(of: test.host, by: test.rule)
        }
        #expect(((try? result.get()) != nil) == test.isPresented)
    }
}
