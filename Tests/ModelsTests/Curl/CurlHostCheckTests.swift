import Forge
import PKIX
import TestSupport
import Testing

@testable import Models
@testable import Trust

/// `Curl_cert_hostcheck` and what is around it.
struct CurlHostCheckTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var names: [DeclaredName] = []
        var commonName = ""
        let host: ReferenceIdentity
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
            testDescription: "the root's dot on either side",
            names: [.dns("www.example.test.")],
            host: .dns("www.example.test"),
            isPresented: true
        ),
        Case(
            testDescription: "the root's dot on the other",
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
            testDescription: "a common name alone",
            commonName: "www.example.test",
            host: .dns("www.example.test"),
            isPresented: true
        ),
        Case(
            testDescription: "a common name beside a name",
            names: [.dns("other.example.test")],
            commonName: "www.example.test",
            host: .dns("www.example.test"),
            isPresented: false
        ),
        Case(
            testDescription: "a common name beside an address",
            names: [.ip([192, 0, 2, 1])],
            commonName: "www.example.test",
            host: .dns("www.example.test"),
            isPresented: false
        ),
        Case(
            testDescription: "a common name beside a mailbox",
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
            testDescription: "nothing at all",
            commonName: "",
            host: .dns("www.example.test"),
            isPresented: false
        ),
    ]

    @Test("hosts as curl compares them", arguments: cases)
    func hosts(_ test: Case) throws {
        let fixture = Fixture([
            "root": .root(),
            "leaf": .leaf("root") { leaf in
                leaf.subjectAlternativeNames = test.names
                leaf.subject = commonName(test.commonName.isEmpty ? "?" : test.commonName)
            },
        ])
        let certificate = try Certificate(der: fixture.certificate("leaf"))
        let result = Result { () throws(Rejection) in try certificate.requireHost(of: test.host) }
        #expect(((try? result.get()) != nil) == test.isPresented)
    }
}
