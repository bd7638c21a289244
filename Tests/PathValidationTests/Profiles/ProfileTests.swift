import Crypto
import Forge
import TestSupport
import Testing
import X509

@testable import PathValidation

/// Rules that profiles add to path validation.
///
/// The tests use setups with one defect under a profile. Each setup is next to the nearest setup
/// without the defect, or a profile that accepts the defect.
@Suite struct ProfileTests {
    /// A setup and the verdict of each profile.
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// The expected rejection; nil if the path is accepted.
        let rfc5280, webpki: Rejection?
        let change: @Sendable (inout Setup) -> Void

        private init(
            _ description: String,
            rfc5280: Rejection?,
            webpki: Rejection?,
            change: @escaping @Sendable (inout Setup) -> Void
        ) {
            testDescription = description
            (self.rfc5280, self.webpki, self.change) = (rfc5280, webpki, change)
        }

        static func accept(
            _ description: String,
            change: @escaping @Sendable (inout Setup) -> Void
        ) -> Case {
            Case(description, rfc5280: nil, webpki: nil, change: change)
        }

        static func reject(
            _ description: String,
            _ what: Nonconformance,
            depth: Int = 0,
            change: @escaping @Sendable (inout Setup) -> Void
        ) -> Case {
            reject(description, .nonconforming(what, depth: depth), change: change)
        }

        static func reject(
            _ description: String,
            _ rejection: Rejection,
            change: @escaping @Sendable (inout Setup) -> Void
        ) -> Case {
            Case(description, rfc5280: rejection, webpki: rejection, change: change)
        }

        /// Makes a case that the profiles decide differently.
        static func differ(
            _ description: String,
            rfc5280: Rejection? = nil,
            webpki: Rejection? = nil,
            change: @escaping @Sendable (inout Setup) -> Void
        ) -> Case {
            Case(description, rfc5280: rfc5280, webpki: webpki, change: change)
        }

        func check(_ profile: PathProfile, _ expected: Rejection?) throws {
            var setup = Setup(change)
            setup.checks = profile.checks()
            switch try setup.outcome() {
            case .accept: #expect(expected == nil)
            case .reject(let rejection): #expect(rejection == expected)
            }
        }
    }

    private static func added(
        _ identifier: ObjectIdentifier,
        critical: Bool = false,
        _ value: [UInt8]
    ) -> Entity.AddedExtension {
        Entity.AddedExtension(oid: identifier, critical: critical, value: value)
    }

    /// `authorityInfoAccess` with one `caIssuers` at `http://a`.
    private static let informationAccess = hexBytes(
        "3016301406082b060105050730028608687474703a2f2f61"
    )

    private static let keyIdentifiers: [Case] = [
        .accept("the baseline setup") { _ in },
        .reject("a leaf without an authority key identifier", .missing(.authorityKeyIdentifier)) {
            $0.leaf.authorityKeyID = Entity.KeyID.none
        },
        .reject(
            "an intermediate without an authority key identifier",
            .missing(.authorityKeyIdentifier),
            depth: 1
        ) { $0.intermediate.authorityKeyID = Entity.KeyID.none },
        .accept("a root without an authority key identifier") {
            $0.root.authorityKeyID = Entity.KeyID.none
        },
        .accept("a root with its own authority key identifier") {
            $0.root.authorityKeyID = .automatic
        },
        .reject(
            "an anchor of another issuer without an authority key identifier",
            .missing(.authorityKeyIdentifier),
            depth: 1
        ) {
            $0.intermediate.authorityKeyID = Entity.KeyID.none
            $0.trust = ["intermediate"]
            $0.serve = ["leaf"]
        },
        .accept("a self-signed anchor that names another issuer") {
            $0.root.issuerName = Name((.commonName, "another"))
            $0.root.authorityKeyID = Entity.KeyID.none
        },
        .reject(
            "an intermediate without a subject key identifier",
            .missing(.subjectKeyIdentifier),
            depth: 1
        ) {
            $0.intermediate.subjectKeyID = Entity.KeyID.none
        },
        .reject(
            "a root without a subject key identifier",
            .missing(.subjectKeyIdentifier),
            depth: 2
        ) {
            $0.root.subjectKeyID = Entity.KeyID.none
        },
        .accept("a leaf without a subject key identifier") {
            $0.leaf.subjectKeyID = Entity.KeyID.none
        },
        .reject("an empty authority key identifier", .noKeyIdentifier) {
            named(&$0.leaf, by: hexBytes("3000"))
        },
        .differ(
            "an authority key identifier with only name and serial number",
            rfc5280: .nonconforming(.noKeyIdentifier, depth: 0),
            webpki: .nonconforming(.namedIssuer, depth: 0)
        ) {
            // [1] the empty directory name, [2] 1.
            named(&$0.leaf, by: hexBytes("3009a104a4023000820101"))
        },
    ]

    /// Replaces the authorityKeyIdentifier.
    private static func named(_ entity: inout Entity, by value: [UInt8]) {
        entity.authorityKeyID = Entity.KeyID.none
        entity.extensions = [added(.authorityKeyIdentifier, value)]
    }

    private static let criticality: [Case] = [
        critical(.authorityKeyIdentifier),
        critical(.subjectKeyIdentifier),
        .reject(
            "critical information access",
            .criticality(.authorityInformationAccess, isCritical: true)
        ) {
            $0.leaf.extensions = [
                added(.authorityInformationAccess, critical: true, informationAccess)
            ]
        },
        .accept("non-critical information access") {
            $0.leaf.extensions = [added(.authorityInformationAccess, informationAccess)]
        },
        .reject(
            "a CA's non-critical basicConstraints",
            .criticality(.basicConstraints, isCritical: false),
            depth: 2
        ) { $0.root.critical = [.basicConstraints: false] },
        .accept("a leaf's non-critical basicConstraints") {
            $0.leaf.critical = [.basicConstraints: false]
        },
        .reject(
            "non-critical policyConstraints",
            .criticality(.policyConstraints, isCritical: false),
            depth: 1
        ) { $0.intermediate.extensions = [added(.policyConstraints, hexBytes("3003800105"))] },
        .differ(
            "non-critical nameConstraints",
            rfc5280: .nonconforming(.criticality(.nameConstraints, isCritical: false), depth: 1)
        ) {
            constrain(&$0)
            $0.intermediate.critical = [.nameConstraints: false]
        },
        .accept("critical nameConstraints", change: constrain),
    ]

    private static func critical(_ identifier: ObjectIdentifier) -> Case {
        .reject(
            "a critical \(identifier.extensionWord)",
            .criticality(identifier, isCritical: true)
        ) { $0.leaf.critical = [identifier: true] }
    }

    @Sendable private static func constrain(_ setup: inout Setup) {
        setup.intermediate.nameConstraints = Entity.NameConstraints(
            permitted: [.dns("example.test")],
            excluded: []
        )
    }

    private static let usages: [Case] = [
        .differ(
            "an intermediate without key usage",
            webpki: .nonconforming(.missing(.keyUsage), depth: 1)
        ) { $0.intermediate.keyUsage = [] },
        .differ(
            "a root without key usage",
            webpki: .nonconforming(.missing(.keyUsage), depth: 2)
        ) { $0.root.keyUsage = [] },
        .reject("a path length in a CA that may not sign", .pathLength, depth: 1) {
            $0.intermediate.keyUsage = [.crlSign]
            $0.intermediate.pathLength = 0
        },
        .differ(
            "a path length in a CA without key usage",
            rfc5280: .nonconforming(.pathLength, depth: 1),
            webpki: .nonconforming(.missing(.keyUsage), depth: 1)
        ) {
            $0.intermediate.keyUsage = []
            $0.intermediate.pathLength = 0
        },
        .accept("a leaf without key usage") { $0.leaf.keyUsage = [] },
        .reject("a path length in an end entity", .pathLength) { $0.leaf.pathLength = 0 },
        .accept("a path length in a CA") { $0.intermediate.pathLength = 0 },
        .differ(
            "a CA as end entity",
            webpki: .nonconforming(.authorityAsEndEntity, depth: 0)
        ) {
            $0.leaf.isCA = true
            $0.leaf.keyUsage = [.digitalSignature, .keyCertSign]
        },
        .reject("an end entity that may sign certificates", .signingWithoutAuthority) {
            $0.leaf.keyUsage = [.digitalSignature, .keyCertSign]
        },
        .differ(
            "a key that may not sign handshakes",
            webpki: .keyUsage(missing: .digitalSignature, depth: 0)
        ) { $0.leaf.keyUsage = [.keyAgreement] },
        .differ(
            "no purposes",
            webpki: .nonconforming(.missing(.extendedKeyUsage), depth: 0)
        ) { $0.leaf.extendedKeyUsage = [] },
        .differ(
            "critical purposes",
            webpki: .nonconforming(.criticality(.extendedKeyUsage, isCritical: true), depth: 0)
        ) { $0.leaf.critical = [.extendedKeyUsage: true] },
        .differ(
            "only any purpose",
            webpki: .nonconforming(.purpose(.anyExtendedKeyUsage), depth: 0)
        ) { $0.leaf.extendedKeyUsage = [.anyExtendedKeyUsage] },
        .differ(
            "e-mail and server authentication",
            webpki: .nonconforming(.purpose(.emailProtection), depth: 0)
        ) { $0.leaf.extendedKeyUsage = [.serverAuth, .emailProtection] },
        .accept("client and server authentication") {
            $0.leaf.extendedKeyUsage = [.clientAuth, .serverAuth]
        },
        .reject("only client authentication", .extendedKeyUsage(missing: .serverAuth, depth: 0)) {
            $0.leaf.extendedKeyUsage = [.clientAuth]
        },
        .differ(
            "a root with purposes",
            webpki: .nonconforming(.forbidden(.extendedKeyUsage), depth: 2)
        ) { $0.root.extendedKeyUsage = [.serverAuth] },
        .accept("an intermediate with purposes") {
            $0.intermediate.extendedKeyUsage = [.serverAuth]
        },
    ]

    private static let bodies: [Case] = [
        .reject(
            "empty information access",
            .badExtension(
                .authorityInformationAccess,
                DERError(.emptySequence, at: 406, in: "tbsCertificate.extensions[6].extnValue"),
                depth: 0
            )
        ) { $0.leaf.extensions = [added(.authorityInformationAccess, hexBytes("3000"))] },
        .differ(
            "a leaf of version 1",
            rfc5280: .nonconforming(.missing(.authorityKeyIdentifier), depth: 0),
            webpki: .nonconforming(.version(1), depth: 0)
        ) {
            $0.leaf.version = 1
            $0.leaf.subjectAlternativeNames = []
            $0.identity = nil
        },
        .differ(
            "a root with an issuer name in its authority key identifier",
            webpki: .nonconforming(.namedIssuer, depth: 2)
        ) {
            // [0] 01, its own; [1] the empty directory name, [2] 1.
            named(&$0.root, by: hexBytes("300c800101a104a4023000820101"))
            $0.root.subjectKeyID = .bytes([1])
        },
        .differ(
            "a root with another key in its authority key identifier",
            webpki: .nonconforming(.foreignKeyIdentifier, depth: 2)
        ) { $0.root.authorityKeyID = .bytes([1]) },
        .differ(
            "a root with an empty authority key identifier",
            webpki: .nonconforming(.noKeyIdentifier, depth: 2)
        ) { named(&$0.root, by: hexBytes("3000")) },
    ]

    @Test(
        arguments: keyIdentifiers + criticality + usages + names + commonNames + wildcards + bodies
            + algorithms
    )
    func `each profile gives the expected verdict`(_ testcase: Case) throws {
        try testcase.check(.rfc5280, testcase.rfc5280)
        try testcase.check(.webpki, testcase.webpki)
    }

    @Test func `uses the profile reference for the party reference`() {
        #expect(PathProfile.reference.checks().map(\.name) == PathCheck.catalogue.map(\.name))
    }

    @Test(arguments: PathProfile.all.map(\.name))
    func `rules have unique names`(profile: String) throws {
        let profile = try #require(PathProfile.all.first { $0.name == profile })
        let names = profile.checks().map(\.name)
        #expect(Set(names).count == names.count)
    }
}
