import PinningSetups
import Testing

@testable import ClientModels

/// The properties of the releases of AFNetworking.
struct AFVersionTests {
    @Test func `names the releases consistently`() {
        let names = AFNetworkingVersion.catalogue.map(\.name)
        #expect(names == AFNetworkingClosedForm.versions)
        #expect(Array(names.dropFirst()) == AFRelease.history.map(\.name))
        #expect(Set(AFNetworkingVersion.catalogue).count == names.count)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let version: AFNetworkingVersion
        var mode = AFSecurityPolicy.SSLPinningMode.none
        var factory = AFNetworking.Factory.usual
        var stated: Bool?
        let validates: Bool

        var testDescription: String {
            let word = stated.map { "set to \($0)" } ?? "unset"
            return "\(version.name), \(mode.rawValue), \(factory.rawValue), \(word)"
        }
    }

    @Test(
        arguments: [
            Case(version: .v1_2_0, stated: true, validates: false),
            Case(version: .v1_3_4, stated: true, validates: false),
            Case(version: .v2_0_3, mode: .publicKey, stated: true, validates: false),
            Case(version: .v2_1_0, validates: false),
            Case(version: .v2_1_0, mode: .publicKey, validates: true),
            Case(version: .v2_4_1, validates: false),
            Case(version: .v2_4_1, factory: .policyWithPinningMode, validates: true),
            Case(version: .v2_4_1, mode: .certificate, validates: true),
            Case(version: .v2_4_1, mode: .certificate, factory: .defaultPolicy, validates: false),
            Case(version: .v2_4_1, mode: .certificate, stated: false, validates: false),
            Case(version: .v2_5_0, validates: false),
            Case(version: .v2_5_0, factory: .policyWithPinningMode, validates: false),
            Case(version: .v2_5_0, stated: true, validates: true),
            Case(version: .v2_5_0, mode: .certificate, validates: true),
            Case(version: .v2_5_0, mode: .certificate, stated: false, validates: false),
            Case(
                version: .v2_5_1,
                mode: .certificate,
                factory: .defaultPolicy,
                stated: false,
                validates: true
            ),
            Case(version: .v2_5_2, validates: false),
            Case(version: .v2_5_3, validates: true),
            Case(version: .v2_5_3, factory: .policyWithPinningMode, validates: true),
            Case(
                version: .v2_5_3,
                mode: .certificate,
                factory: .defaultPolicy,
                stated: false,
                validates: false
            ),
            Case(version: .v4_0_1, validates: true),
            Case(version: .v4_0_1, stated: false, validates: false),
        ]
    )
    func `has the default of validatesDomainName of each release`(_ test: Case) {
        let validates = test.version.validatesDomainName(
            stated: test.stated,
            mode: test.mode,
            factory: test.factory
        )
        #expect(validates == test.validates)
    }
}
