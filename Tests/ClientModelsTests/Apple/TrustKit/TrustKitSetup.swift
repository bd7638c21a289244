import Testing
import X509

@testable import ClientModels
@testable import PathValidation

/// TrustKit with a configuration.
enum TrustKitSetup {
    static func policy(
        of configuration: [String: PropertyListValue],
        settings: [String: String] = [:],
        standsIn: Bool = false
    ) throws -> any TrustPolicy {
        try PolicyModel.trustkit.configured(
            settings,
            documents: ["config": .propertyList(.dictionary(configuration))],
            standsIn: standsIn
        ).policy
    }

    /// Returns the validator of one domain.
    static func validator(
        of domain: String,
        hashes: [String],
        _ presented: Presented
    ) throws -> TSKPinningValidator {
        let entry = ["TSKPublicKeyHashes": PropertyListValue.array(hashes.map { .string($0) })]
        return TSKPinningValidator(
            configuration: try TSKConfiguration(
                parsing: ["TSKPinnedDomains": .dictionary([domain: .dictionary(entry)])],
                isSharedInstance: true
            ),
            platform: .ios,
            verifyDate: presented.verifyDate,
            checks: .all
        )
    }
}
