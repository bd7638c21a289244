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
        let version: String
        var mode = AFSecurityPolicy.SSLPinningMode.none
        var factory = AFNetworking.Factory.usual
        var stated: Bool?
        let validates: Bool

        var testDescription: String {
            let word = stated.map { "set to \($0)" } ?? "unset"
            return "\(version), \(mode.rawValue), \(factory.rawValue), \(word)"
        }
    }

    @Test(
        arguments: [
            Case(version: "1.2.0", stated: true, validates: false),
            Case(version: "1.3.4", stated: true, validates: false),
            Case(version: "2.0.3", mode: .publicKey, stated: true, validates: false),
            Case(version: "2.1.0", validates: false),
            Case(version: "2.1.0", mode: .publicKey, validates: true),
            Case(version: "2.4.1", validates: false),
            Case(version: "2.4.1", factory: .policyWithPinningMode, validates: true),
            Case(version: "2.4.1", mode: .certificate, validates: true),
            Case(version: "2.4.1", mode: .certificate, factory: .defaultPolicy, validates: false),
            Case(version: "2.4.1", mode: .certificate, stated: false, validates: false),
            Case(version: "2.5.0", validates: false),
            Case(version: "2.5.0", factory: .policyWithPinningMode, validates: false),
            Case(version: "2.5.0", stated: true, validates: true),
            Case(version: "2.5.0", mode: .certificate, validates: true),
            Case(version: "2.5.0", mode: .certificate, stated: false, validates: false),
            Case(
                version: "2.5.1",
                mode: .certificate,
                factory: .defaultPolicy,
                stated: false,
                validates: true
            ),
            Case(version: "2.5.2", validates: false),
            Case(version: "2.5.3", validates: true),
            Case(version: "2.5.3", factory: .policyWithPinningMode, validates: true),
            Case(
                version: "2.5.3",
                mode: .certificate,
                factory: .defaultPolicy,
                stated: false,
                validates: false
            ),
            Case(version: "4.0.1", validates: true),
            Case(version: "4.0.1", stated: false, validates: false),
        ]
    )
    func `has the default of validatesDomainName of each release`(_ test: Case) {
        let validates = AFNetworkingVersion.named(test.version).validatesDomainName(
            stated: test.stated,
            mode: test.mode,
            factory: test.factory
        )
        #expect(validates == test.validates)
    }
}
