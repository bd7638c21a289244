import Foundation
import PKIX
import Testing

@testable import Trust

/// The certificate policies of NIST PKITS (its sections 4.8 to 4.12), where the vectors are at
/// hand: beside the project or where `HATPIN_VECTORS` points.
@Suite struct PKITSPolicyTests {
    struct Case: Decodable, CustomTestStringConvertible, Sendable {
        let title, suite, expected, time: String
        let leaf: Data
        let intermediates, trusted: [Data]
        let initialPolicySet, userConstrainedPolicySet: [String]
        let explicitPolicy, policyMappingInhibit, inhibitAnyPolicy: Bool

        var testDescription: String { "\(title), \(initialPolicySet), explicit \(explicitPolicy)" }
    }

    private static let file =
        (ProcessInfo.processInfo.environment["HATPIN_VECTORS"] ?? "../shared/vectors")
        + "/pkits-open.jsonl.gz"
    private static let isAtHand = FileManager.default.isReadableFile(atPath: file)

    private static func cases() throws -> [Case] {
        let (gzip, output) = (Process(), Pipe())
        gzip.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        gzip.arguments = ["gzip", "-dc", file]
        gzip.standardOutput = output
        try gzip.run()
        let lines = output.fileHandleForReading.readDataToEndOfFile().split(separator: 0x0a)
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try lines.map { try decoder.decode(Case.self, from: $0) }
            .filter { $0.suite.contains(/^PkitsTest(08|09|10|11|12)/) }
    }

    /// `anyPolicy`, or `NIST-test-policy-` and a number.
    private static func policies(_ names: [String]) throws -> Set<ObjectIdentifier> {
        try Set(
            names.map { name in
                if name == "anyPolicy" { return .anyPolicy }
                let number = try #require(name.split(separator: "-").last)
                return try #require(ObjectIdentifier("2.16.840.1.101.3.2.1.48.\(number)"))
            }
        )
    }

    @Test(
        "Verdict and user-constrained policy set are as published",
        .enabled(if: isAtHand, "no file \(file)")
    )
    func asPublished() throws {
        let cases = try Self.cases()
        #expect(cases.count > 50)
        for test in cases {
            var inputs = PolicyInputs()
            inputs.userInitialPolicySet = try Self.policies(test.initialPolicySet)
            inputs.initialExplicitPolicy = test.explicitPolicy
            inputs.initialPolicyMappingInhibit = test.policyMappingInhibit
            inputs.initialAnyPolicyInhibit = test.inhibitAnyPolicy
            let validator = PathValidator(
                anchors: try test.trusted.map { try Certificate(der: Array($0)) },
                checks: PathCheck.catalogue.leavingOut(.handshakeKeyUsage),
                policyInputs: inputs,
                cache: SignatureCache()
            )
            let result = validator.evaluate(
                ([test.leaf] + test.intermediates).map { Array($0) },
                for: nil,
                at: try #require(Instant(rfc3339: test.time))
            ).result
            switch result {
            case .success(let path):
                #expect(test.expected == "SUCCESS", "\(test)")
                let expected = try Self.policies(test.userConstrainedPolicySet)
                #expect(path.policies?.userConstrained == expected, "\(test)")
            case .failure(let rejection):
                #expect(test.expected == "FAILURE", "\(test): \(rejection)")
                #expect([.policy, .badExtension].contains(rejection.code), "\(test): \(rejection)")
            }
        }
    }
}
