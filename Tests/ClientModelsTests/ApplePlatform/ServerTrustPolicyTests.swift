import Crypto
import Forge
import Testing
import X509

@testable import ClientModels
@testable import PathValidation

struct ServerTrustPolicyTests {
    struct Rule: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let served: [String]
        let policy: ServerTrust.Policy
        var system = ["root", "rsa-root"]
        let result: TrustResult
        var reason: Rejection.Code?
    }

    static let ssl = ServerTrust.Policy.ssl(host: .dns("www.example.test"))

    @Test(
        arguments: [
            Rule(
                testDescription: "SSL: no serverAuth",
                served: ["client-only", "intermediate"],
                policy: ssl,
                result: .recoverableFailure,
                reason: .extendedKeyUsage
            ),
            Rule(
                testDescription: "BasicX509: no serverAuth",
                served: ["client-only", "intermediate"],
                policy: .basicX509,
                result: .unspecified
            ),
            Rule(
                testDescription: "SSL: SHA-1",
                served: ["sha1", "intermediate"],
                policy: ssl,
                result: .recoverableFailure,
                reason: .weakSignature
            ),
            Rule(
                testDescription: "BasicX509: SHA-1",
                served: ["sha1", "intermediate"],
                policy: .basicX509,
                result: .unspecified
            ),
            Rule(
                testDescription: "SSL without a host: SHA-1",
                served: ["sha1", "intermediate"],
                policy: .ssl(host: nil),
                result: .recoverableFailure,
                reason: .weakSignature
            ),
            Rule(
                testDescription: "SSL: RSA of 1024 bits",
                served: ["rsa1024", "intermediate"],
                policy: ssl,
                result: .recoverableFailure,
                reason: .weakKey
            ),
            Rule(
                testDescription: "BasicX509: RSA of 1024 bits",
                served: ["rsa1024", "intermediate"],
                policy: .basicX509,
                result: .unspecified
            ),
            Rule(
                testDescription: "SSL: MD5",
                served: ["md5"],
                policy: ssl,
                result: .fatalFailure,
                reason: .weakSignature
            ),
            Rule(
                testDescription: "BasicX509: MD5",
                served: ["md5"],
                policy: .basicX509,
                result: .fatalFailure,
                reason: .weakSignature
            ),
            Rule(
                testDescription: "MD5 is fatal whatever else is wrong",
                served: ["md5-expired"],
                policy: .basicX509,
                result: .fatalFailure,
                reason: .expired
            ),
            Rule(
                testDescription: "SSL: SHA-1 on an anchor that another certificate signed",
                served: ["sha1", "intermediate"],
                policy: ssl,
                system: ["sha1"],
                result: .recoverableFailure,
                reason: .weakSignature
            ),
            Rule(
                testDescription: "SSL: SHA-1 on a root",
                served: ["below-sha1-root"],
                policy: ssl,
                system: ["sha1-root"],
                result: .unspecified
            ),
            Rule(
                testDescription: "SSL: MD5 on a root",
                served: ["below-md5-root"],
                policy: ssl,
                system: ["md5-root"],
                result: .unspecified
            ),
            Rule(
                testDescription: "SSL: a key usage without signatures, which TLS checks",
                served: ["key-encipherment", "intermediate"],
                policy: ssl,
                result: .unspecified
            ),
            Rule(
                testDescription: "SSL: an address for a name",
                served: ["ip", "intermediate"],
                policy: ssl,
                result: .recoverableFailure,
                reason: .nameMismatch
            ),
            Rule(
                testDescription: "SSL: an address",
                served: ["ip", "intermediate"],
                policy: .ssl(host: .ip([192, 0, 2, 1])),
                result: .unspecified
            ),
        ]
    )
    func `applies each policy's rules to a chain`(_ test: Rule) throws {
        var trust = try ServerTrustTests.trust(
            test.served,
            system: test.system,
            policies: [test.policy]
        )
        #expect(trust.evaluate() == test.result)
        var reason: Rejection.Code?
        do throws(Rejection) {
            _ = try trust.evaluateWithError()
        } catch {
            reason = error.code
        }
        #expect(reason == test.reason)
    }
}
