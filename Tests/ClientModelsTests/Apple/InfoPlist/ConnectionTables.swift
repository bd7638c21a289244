import Crypto
import TestSupport
import Testing
import X509

@testable import ClientModels
@testable import PathValidation

/// Connections that App Transport Security accepts, by configuration.
extension InfoPlistPolicyTests {
    struct SecurityCase: Sendable, CustomTestStringConvertible {
        let name: String
        var entry: PropertyListValue?
        var isOff = false
        var delegate = InfoPlistPolicy.Delegate.defaultHandling
        var served = ["leaf", "intermediate"]
        var user: [String] = []
        var version = TLSVersion.v1_3
        var suite = "TLS_AES_128_GCM_SHA256"
        let expected: Outline.Verdict

        var testDescription: String { name }
    }

    private static let insecure: PropertyListValue = ["NSExceptionAllowsInsecureHTTPLoads": true]
    private static let rsa = "TLS_RSA_WITH_AES_128_GCM_SHA256"
    private static let cbc = "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA"

    static let securityCases = [
        SecurityCase(name: "TLS 1.3", expected: whole),
        SecurityCase(
            name: "TLS 1.2",
            version: .v1_2,
            suite: "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
            expected: whole
        ),
        SecurityCase(
            name: "TLS 1.1",
            version: .v1_1,
            suite: cbc,
            expected: .reject(.protocolVersion)
        ),
        SecurityCase(
            name: "TLS 1.1 if an exception allows 1.0",
            entry: ["NSExceptionMinimumTLSVersion": "TLSv1.0"],
            version: .v1_1,
            suite: cbc,
            expected: whole
        ),
        SecurityCase(
            name: "TLS 1.2 if an exception requires 1.3",
            entry: ["NSExceptionMinimumTLSVersion": "TLSv1.3"],
            version: .v1_2,
            suite: cbc,
            expected: .reject(.protocolVersion)
        ),
        SecurityCase(
            name: "no forward secrecy",
            version: .v1_2,
            suite: rsa,
            expected: .reject(.cipherPolicy)
        ),
        SecurityCase(
            name: "no forward secrecy by exception",
            entry: ["NSExceptionRequiresForwardSecrecy": false],
            version: .v1_2,
            suite: rsa,
            expected: whole
        ),
        SecurityCase(
            name: "CBC if NIAP's package is required",
            entry: ["NSExceptionRequiresNIAPTLSPackageVersion": "FCP_v2.1"],
            version: .v1_2,
            suite: cbc,
            expected: .reject(.cipherPolicy)
        ),
        SecurityCase(
            name: "CBC if NIAP's package is not required",
            entry: ["NSExceptionRequiresNIAPTLSPackageVersion": "none"],
            version: .v1_2,
            suite: cbc,
            expected: whole
        ),
        SecurityCase(
            name: "GCM if the recommended package of NIAP is required",
            entry: ["NSExceptionRequiresNIAPTLSPackageVersion": "recommended"],
            version: .v1_2,
            suite: "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
            expected: whole
        ),
        SecurityCase(
            name: "forward secrecy with finite fields",
            version: .v1_2,
            suite: "TLS_DHE_RSA_WITH_AES_128_GCM_SHA256",
            expected: .reject(.cipherPolicy)
        ),
        SecurityCase(
            name: "off",
            isOff: true,
            version: .v1_0,
            suite: "TLS_RSA_WITH_AES_128_CBC_SHA",
            expected: whole
        ),
        SecurityCase(
            name: "off, and a strict exception",
            entry: [:],
            isOff: true,
            version: .v1_2,
            suite: rsa,
            expected: .reject(.cipherPolicy)
        ),
        SecurityCase(
            name: "a delegate that trusts anything",
            delegate: .useCredential,
            served: ["own"],
            expected: .reject(.selfSigned)
        ),
        SecurityCase(
            name: "a delegate that trusts anything, by exception",
            entry: insecure,
            delegate: .useCredential,
            served: ["own"],
            expected: .unchecked
        ),
        SecurityCase(
            name: "a delegate that trusts anything, with security off",
            isOff: true,
            delegate: .useCredential,
            served: ["own"],
            expected: .unchecked
        ),
        SecurityCase(
            name: "a short key by exception",
            entry: insecure,
            delegate: .useCredential,
            served: ["short", "intermediate"],
            expected: .reject(.weakKey)
        ),
        SecurityCase(
            name: "a short key with security off",
            isOff: true,
            delegate: .useCredential,
            served: ["short", "intermediate"],
            expected: .unchecked
        ),
        SecurityCase(
            name: "a weak signature by exception",
            entry: insecure,
            delegate: .useCredential,
            served: ["own-sha1"],
            expected: .reject(.weakSignature)
        ),
        SecurityCase(
            name: "SHA-224, which the trust accepts",
            served: ["sha224", "intermediate"],
            expected: .reject(.weakSignature)
        ),
        SecurityCase(
            name: "SHA-224 with security off",
            isOff: true,
            served: ["sha224", "intermediate"],
            expected: .path(["sha224", "intermediate", "root"])
        ),
        SecurityCase(
            name: "a delegate that omits the host",
            delegate: .withoutHost,
            served: ["other-host", "intermediate"],
            expected: .reject(.nameMismatch)
        ),
        SecurityCase(
            name: "a delegate that omits the host, by exception",
            entry: insecure,
            delegate: .withoutHost,
            served: ["other-host", "intermediate"],
            expected: .path(["other-host", "intermediate", "root"])
        ),
        SecurityCase(
            name: "a proxy's root that the user installed",
            served: ["minted"],
            user: ["proxy-root"],
            expected: .path(["minted", "proxy-root"])
        ),
    ]
}
