import Crypto
import Forge
import TLS
import Testing
import X509

@testable import ScenarioFormat

/// What setups need of the parties that are tested with them.
struct RequirementTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let expected: [Requirement]
        let change: @Sendable (inout Setup) -> Void

        init(
            _ name: String,
            _ expected: Requirement...,
            change: @escaping @Sendable (inout Setup) -> Void
        ) {
            (testDescription, self.expected, self.change) = (name, expected, change)
        }
    }

    private static let cases = [
        Case("the baseline", .unpinned) { _ in },
        Case("another time", .clock, .unpinned) { $0.clock = .relative(60) },
        Case("another server's key", .serverKey, .unpinned) { $0.serverKeyOf = "root" },
        Case("a violation", .violations, .unpinned) { $0.handshake = ["wrong-transcript"] },
        Case("certificates by name", .serverNames, .unpinned) { $0.named = ["a.test": ["leaf"]] },
        Case("an address", .address([127, 0, 0, 1]), .unpinned) {
            $0.connect = .ip([127, 0, 0, 1])
        },
        Case("a document", .documents, .unpinned) { $0.documents = ["/a": WebDocument()] },
        Case("two steps", .steps, .unpinned) { $0.earlier = [$0] },
        Case("two steps, the first in plaintext", .steps, .upgradedSteps, .unpinned) {
            $0.earlier = [$0]
            $0.earlier[0].startTLS = .imap
        },
        Case("two steps with other roots", .steps, .changingClient, .unpinned) {
            $0.earlier = [$0]
            $0.trust = []
        },
        Case("two hosts with one pin", .pins, .steps, .keyPins(.inOneCertificate)) {
            $0.pins = [.spki("leaf")]
            $0.earlier = [$0]
            $0.connect = .dns("a.test")
        },
        Case("pins of the second host", .pins, .steps, .keyPins(.inOneCertificate), .pinsByHost) {
            $0.earlier = [$0]
            ($0.connect, $0.pins) = (.dns("a.test"), [.spki("leaf")])
        },
        Case(
            "pins of the first host",
            .pins,
            .steps,
            .unpinned,
            .keyPins(.inOneCertificate),
            .certificatePins,
            .authorityPins,
            .pinsByHost
        ) {
            $0.earlier = [$0, $0]
            $0.earlier[0].pins = [.spki("leaf"), .certificate("leaf")]
            ($0.earlier[1].connect, $0.earlier[1].pins) = (.dns("a.test"), [.spki("root")])
            $0.connect = .dns("b.test")
        },
        Case(
            "one host whose pins change",
            .pins,
            .steps,
            .changingClient,
            .keyPins(.inOneCertificate)
        ) {
            $0.earlier = [$0]
            $0.pins = [.spki("leaf")]
        },
        Case(
            "two hosts at two addresses",
            .steps,
            .addressesByHost(["www.example.test": .ipv4, "a.test": .otherIPv4]),
            .otherAddress,
            .unpinned
        ) {
            $0.earlier = [$0]
            ($0.connect, $0.address) = (.dns("a.test"), .otherIPv4)
        },
        Case("one host whose address changes", .steps, .changingClient, .otherAddress, .unpinned) {
            $0.earlier = [$0]
            $0.earlier[0].address = .otherIPv4
        },
        Case("a step that violates the protocol", .steps, .memory, .unpinned) {
            $0.earlier = [$0]
            $0.earlier[0].handshake = ["early-ticket"]
        },
        Case("a redirect", .redirects, .serverFaults, .unpinned) {
            $0.serverFaults = ["redirect-to-clear"]
        },
        Case("a truncated answer", .wholeAnswers, .serverFaults, .unpinned) {
            $0.serverFaults = ["cut-answer"]
        },
        Case("a server that stalls", .serverFaults, .timeout, .unpinned) {
            $0.serverFaults = ["stall-after-certificate"]
        },
        Case("an offer of protocols", .offeredProtocols, .unpinned) {
            $0.offeredProtocols = ["http/1.1"]
        },
        Case("only HTTP/2", .http2, .unpinned) { $0.protocols = ["h2"] },
        Case("HTTP/2 as offered", .offeredProtocols, .http2, .chosenHTTP2, .unpinned) {
            ($0.protocols, $0.offeredProtocols) = (["h2"], ["h2"])
        },
        Case("a host in other letters", .typedHost, .unpinned) { $0.typedHost = "bücher.test" },
        Case("another server name", .indicatedName, .unpinned) { $0.indicatedName = "a.test" },
        Case("IPv6", .otherAddress, .unpinned) { $0.address = .ipv6 },
        Case("a client certificate", .clientCertificate, .unpinned) { $0.identity = ["leaf"] },
        Case("a client certificate as a must", .requiredClientCertificate, .unpinned) {
            $0.clientAuthentication = .require
        },
        Case("a CRL", .crls, .unpinned) { $0.crls = ["root"] },
        Case("STARTTLS", .startTLS(.smtp), .unpinned) { $0.startTLS = .smtp },
        Case("an answer before TLS", .startTLS(.smtp), .dialogue(.smtp), .serverFaults, .unpinned) {
            ($0.startTLS, $0.serverFaults) = (.smtp, ["answer-after-go-ahead"])
        },
        Case("a server that acts on the hello", .implicitTLS, .serverFaults, .unpinned) {
            $0.serverFaults = ["garbage"]
        },
        Case("a data channel", .startTLS(.ftp), .dataChannel, .unpinned) {
            ($0.startTLS, $0.dataChannel) = (.ftp, ["leaf"])
        },
        Case(
            "a staple to the second certificate",
            .serversOwn("OCSP stapling"),
            .laterStaples,
            .unpinned
        ) {
            $0.staples = [nil, .response("intermediate")]
        },
        Case("a client without a certificate", .conduct, .unpinned) {
            $0.conduct.sendsCertificate = false
        },
        Case("a client as another user", .conduct, .users, .unpinned) { $0.conduct.user = "admin" },
        Case("a header of the client", .conduct, .headers, .unpinned) {
            $0.conduct.headers = ["X-User: admin"]
        },
        Case("a host of a server", .conduct, .virtualHosts, .unpinned) {
            $0.conduct.indicated = .open
        },
        Case("no pins", .pins, .emptyPins) { $0.pins = [] },
        Case("a key", .pins, .keyPins(.inOneCertificate)) { $0.pins = [.spki("leaf")] },
        Case("a CA's key", .pins, .keyPins(.inOneCertificate), .authorityPins) {
            $0.pins = [.spki("root"), .spki("intermediate")]
        },
        Case("a CA's and a server's certificate", .pins, .certificatePins) {
            $0.pins = [.certificate("root"), .certificate("leaf")]
        },
        Case("a key of a renewed certificate", .pins, .keyPins(.inTwoCertificates("leaf", "a"))) {
            ($0.pins, $0.serve) = ([.spki("leaf")], ["a"])
            $0.pki.entities["a"] = $0.pki.entities["leaf"]
            $0.pki.entities["a"]?.keyOf = "leaf"
        },
        Case("a key of a certificate that is not shown", .pins, .keyPins(.inOneCertificate)) {
            $0.pins = [.spki("leaf")]
            $0.pki.entities["a"] = $0.pki.entities["leaf"]
            $0.pki.entities["a"]?.keyOf = "leaf"
        },
        Case("a certificate", .pins, .certificatePins) { $0.pins = [.certificate("leaf")] },
        Case(
            "a hash and a file",
            .pins,
            .keyPins(.inNoCertificate),
            .certificatePins,
            .hashPins
        ) {
            $0.pins = [.sha256([UInt8](repeating: 0, count: 32)), .file([])]
        },
    ]

    @Test(arguments: cases)
    func `each key of a setup adds its requirement`(example: Case) {
        var setup = Setup.standard
        example.change(&setup)
        let needed = setup.requirements.filter { if case .agreement = $0 { false } else { true } }
        #expect(needed == example.expected)
    }

    @Test
    func `requires that the party's TLS versions and ciphers suit the server and the proxy`() {
        var setup = Setup.standard
        setup.offeredVersions = .v1_3 ... .v1_3
        func agreement(
            _ peer: TLSOffer,
            _ key: KeyAlgorithm.Family,
            _ stated: String
        ) -> Requirement {
            .agreement(.init(versions: .v1_3 ... .v1_3, peer: peer, key: key, stated: stated))
        }
        let (versions, suites) = (setup.versions, CipherSuite.offered)
        #expect(setup.requirements.contains(.offeredVersions))
        #expect(
            setup.requirements.contains(agreement(TLSOffer(versions: versions), .ec, "server.tls"))
        )
        setup.suites = suites
        setup.pki.entities["leaf"]?.key = .rsa2048
        let server = TLSOffer(versions: versions, suites: suites)
        #expect(setup.requirements.contains(agreement(server, .rsa, "server.ciphers")))
        setup.proxy = .mintsUnder("root")
        let proxy = TLSOffer(versions: .v1_0 ... .v1_3)
        #expect(setup.requirements.contains(agreement(proxy, .ec, "network.proxy.tls")))
    }

    @Test func `the first unmet requirement is the reason why a party cannot be tested`() {
        var setup = Setup.standard
        (setup.crls, setup.clock) = (["root"], .relative(60))
        let unmet: [Requirement: String] = [.crls: "no CRLs", .clock: "no clock"]
        #expect(setup.obstacle { unmet[$0] } == "no clock")
        setup.clock = nil
        #expect(setup.obstacle { unmet[$0] } == "no CRLs")
        setup.crls = []
        #expect(setup.obstacle { unmet[$0] } == nil)
    }
}
