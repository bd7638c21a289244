import Crypto
import Forge
import RepositorySuite
import Runner
import ScenarioFormat
import TLS
import Testing
import X509

@testable import PathValidation

/// The harm of accepting what a correct client refuses.
struct ExposureTests {
    @Test func `the severity of an accepted impostor depends on what the attacker needs`() {
        let path = Exposure.Basis.path(certificates: 3)
        let cases: [(Rejection, Severity)] = [
            (.nameMismatch(reference: "a.test", presented: ["b.test"]), .critical),
            (.issuerNotCA(depth: 1), .critical),
            (.issuerNotCA(depth: 2), .low),
            (.keyUsage(missing: .digitalSignature, depth: 0), .medium),
            (.keyUsage(missing: .keyCertSign, depth: 1), .high),
            (.pathLength(limit: 0, depth: 1), .high),
            (.noIdentity, .critical),
        ]
        for (rejection, severity) in cases {
            #expect(
                Exposure(rejection, gaining: nil, on: path).severity == severity,
                "\(rejection)"
            )
            #expect(
                Exposure(rejection, gaining: .nothing, on: path).severity == .low,
                "\(rejection)"
            )
        }
        #expect(Exposure(.issuerNotCA(depth: 1), gaining: nil, on: .pin).severity == .high)
    }

    @Test(arguments: Rejection.Code.ofRules)
    func `the severity of each gain depends on what the attacker needs`(
        reason: Rejection.Code
    ) {
        #expect(Exposure(reason, gaining: .nothing, on: .other).severity == .low)
        #expect(Exposure(reason, gaining: .secrecy, on: .other).severity == .high)
        let imposture = Exposure(reason, gaining: .authentication, on: .other)
        #expect((imposture.severity == .critical) == imposture.isForAnyone, "\(imposture)")
        #expect(imposture.severity >= .medium)
        if reason.gain == nil {
            #expect(imposture.severity == .critical)
            #expect(Exposure(reason, gaining: nil, on: .other) == imposture)
        }
    }

    /// The attacker's gain from a client that accepts the defect with this name.
    private static let named: [(name: String, gain: Gain?)] = [
        ("anonymous-suite", .authentication), ("no-certificate-verify", .authentication),
        ("no-server-key-exchange", .authentication), ("no-certificate", .authentication),
        ("no-finished", .authentication), ("wrong-transcript", .authentication),
        ("wrong-signature", .authentication), ("point-replaced", .authentication),
        ("zero-numbers", .authentication), ("guessed-psk", .authentication),
        ("finished-without-certificate", .authentication), ("raw-key", .authentication),
        ("drop certificate-verify", .authentication), ("drop finished", .authentication),
        ("insert finished before certificate", .authentication),
        ("swap certificate with finished", .authentication),
        ("null-suite", .secrecy), ("null-rsa-suite", .secrecy), ("export-suite", .secrecy),
        ("ephemeral-rsa-key", .secrecy), ("field-of-512-bits", .secrecy),
        ("ssl-3-hello", .secrecy), ("oldest-version", .secrecy),
        ("downgrade-sentinel", .secrecy), ("wrong-tag", .secrecy),
        ("change-cipher-spec-early", .secrecy), ("wrong-block-padding", .secrecy),
        ("legacy-version-1-0", .nothing), ("extension-twice", .nothing),
        ("long-lengths", .nothing), ("order-added", .nothing),
        ("edwards-order-added", .nothing), ("scheme-of-other-key", .nothing),
        ("unoffered-scheme", .nothing), ("pkcs1-as-pss", .nothing),
        ("inner-type-zero", .nothing), ("trailing-byte", .nothing),
        ("repeat server-hello-done", .nothing), ("insert hello-request before finished", .nothing),
        ("break-signature", .authentication), ("forged-field", .authentication),
        ("nul-in-san", .authentication), ("not-a-ca", .authentication),
        ("garbage-after-digest", .authentication),
        ("order-added-to-signature", .nothing), ("padded-signature-numbers", .nothing),
        ("digest-without-null", .nothing), ("negative-serial", .nothing),
        ("duplicate-extension", .nothing), ("non-minimal-length", .nothing),
        ("greet-in-clear", .authentication), ("refuse-upgrade", .authentication),
        ("close-newest", .secrecy), ("answer-after-go-ahead", .secrecy),
        ("cut-answer", .secrecy), ("hang", .nothing), ("stall-after-certificate", .nothing),
    ]

    @Test(arguments: named)
    func `each named defect has the expected gain`(name: String, gain: Gain?) {
        var setup = Setup.standard
        if Mutation.named(name) != nil {
            setup.pki.entities["leaf"]?.mutate = [name]
        } else if NamedServerFault.catalogue.contains(where: { $0.name == name }) {
            setup.serverFaults = [name]
        } else {
            setup.handshake = [name]
        }
        #expect(setup.gain == gain)
        var next = Setup.standard
        next.earlier = [setup]
        #expect(next.gain == gain, "in an earlier step")
    }

    @Test func `a setup with several defects has the greatest gain`() {
        var setup = Setup.standard
        #expect(setup.gain == nil)
        (setup.handshake, setup.serverFaults) = (["early-ticket"], ["read-late"])
        setup.pki.entities["leaf"]?.mutate = ["unknown-extension"]
        #expect(setup.gain == nil)
        (setup.handshake, setup.serverFaults) = (["long-lengths"], ["cut-answer"])
        #expect(setup.gain == .secrecy)
        setup.pki.entities["leaf"]?.mutate = ["break-signature", "negative-serial"]
        #expect(setup.gain == .authentication)
    }

    @Test func `violations and mutations that clients may accept have no gain`() {
        for violation in Violation.catalogue where violation.isAllowed {
            #expect(violation.gain == .nothing, "\(violation.name)")
        }
        for mutation in Mutation.catalogue where mutation.isHarmless {
            #expect(mutation.gain == .nothing, "\(mutation.name)")
        }
    }

    // MARK: The suite

    /// Cases of the suite, the reason for which `reference` refuses them, and their severity.
    private static let cases: [(id: String, reason: Rejection.Code, severity: Severity)] = [
        ("handshake/choices-of-the-server[anonymous-suite-1-2]", .brokenHandshake, .critical),
        ("handshake/choices-of-the-server[null-rsa-suite-1-2]", .brokenHandshake, .high),
        ("handshake/choices-of-the-server[export-suite-1-2]", .brokenHandshake, .high),
        ("handshake/choices-of-the-server[legacy-version-1-0-1-2]", .brokenHandshake, .low),
        ("handshake/choices-of-the-server[oldest-version-1-3]", .protocolVersion, .high),
        ("handshake/proof-of-key[another-transcript]", .handshakeSignature, .critical),
        ("handshake/signatures[scheme-of-other-key-1-3]", .handshakeSignature, .low),
        ("handshake/signatures[long-lengths-1-2]", .handshakeSignature, .low),
        ("chain/edwards-signatures[neutral-point]", .badKey, .low),
        ("chain/exponent-of-one[root]", .badKey, .low),
        ("handshake/weak-keys[neutral-point-1-3]", .badKey, .low),
        ("names/wildcard-and-empty-label[nothing-before-the-dot]", .nameMismatch, .low),
        ("usage/server-purpose[netscape-step-up]", .extendedKeyUsage, .low),
        ("usage/server-purpose[code-signer]", .extendedKeyUsage, .high),
        (
            "constraints/rare-kinds-of-names[registered-id-excluded]", .nameExcluded,
            .low
        ),
        ("constraints/constraint-without-effect[empty]", .badNameConstraint, .low),
        ("constraints/constraint-without-effect[wildcard]", .badNameConstraint, .high),
        ("chain/edwards-signatures[order-added]", .badSignature, .low),
        ("chain/issuer-by-another-name[common-name]", .nameChaining, .low),
        ("chain/issuer-by-another-name[common-name]", .unknownIssuer, .low),
        (
            "chain/damaged-signature[bit-of-the-intermediates,intermediate.key=ed25519]",
            .badSignature, .critical
        ),
        ("pins/forged-signature[its-key-identifier-told]", .badSignature, .critical),
        ("tls/stolen-chain[p256,server.tls=1.3]", .handshakeSignature, .critical),
        ("tls/cipher-suites[server.ciphers=TLS_RSA_WITH_NULL_SHA256]", .cipherPolicy, .high),
        (
            "tls/anonymous-suites[server.ciphers=TLS_DH_anon_WITH_AES_128_GCM_SHA256]",
            .cipherPolicy, .critical
        ),
        ("tls/versions[only-1-0]", .protocolVersion, .high),
        ("names/trailing-dot[other-host-with-dot]", .nameMismatch, .critical),
        ("names/trailing-dot[in-the-certificate]", .nameMismatch, .low),
        ("names/wildcard-below-a-suffix[two-labels]", .nameMismatch, .low),
        ("addresses/ipv4-mapped-address[mapped-in-certificate]", .ipMismatch, .low),
        ("time/expired-leaf", .expired, .medium),
        ("sessions/ticket-of-a-refused-server[untrusted]", .unknownIssuer, .critical),
    ]

    @Test(arguments: cases)
    func `the severity of an accepted case depends on the attacker's gain`(
        id: String,
        reason: Rejection.Code,
        severity: Severity
    ) async throws {
        let scenarios = await RepositorySuite.library.scenarios
        let scenario = try #require(scenarios.first { $0.id == id }, "\(id)")
        let exposure = Exposure(reason, gaining: scenario.gain, on: .other)
        #expect(exposure.severity == severity, "\(exposure)")
    }

    @Test func `every case that must be refused has a gain`() async {
        for scenario in await RepositorySuite.library.scenarios where !scenario.rejections.isEmpty {
            #expect(scenario.gain != nil, "\(scenario.id)")
            let isFormal = scenario.class != .practical
            #expect(!isFormal || scenario.gain == .nothing, "\(scenario.id) is \(scenario.class)")
        }
    }
}

extension Exposure {
    fileprivate var isForAnyone: Bool {
        ["nothing", "only a handshake", "any server certificate"]
            .contains { attackerNeeds.hasPrefix($0) }
    }
}
