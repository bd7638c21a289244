import PKIX
import Runner
import Scenarios
import Testing

@testable import Trust

/// The harm of accepting what a correct client refuses.
struct ExposureTests {
    /// ::ffff:192.0.2.1, and an address of anybody's that ends as that does.
    private static let mapped = [UInt8](repeating: 0, count: 10) + [0xff, 0xff, 192, 0, 2, 1]
    private static let neighbour =
        [0x20, 0x01, 0x0d, 0xb8] + [UInt8](repeating: 0, count: 8) + [192, 0, 2, 1]

    @Test func `a defect weighs by the gain of an attacker`() {
        let path = Exposure.Basis.path(certificates: 3)
        let cases: [(Rejection, Scenario.Importance)] = [
            (.nameMismatch(reference: "a.test", presented: ["b.test"]), .critical),
            (.nameMismatch(reference: "a.b.test", presented: ["*.test"]), .critical),
            (.nameMismatch(reference: "a.test", presented: ["a.test."]), .low),
            (.nameMismatch(reference: "a.test", presented: ["*.test"]), .low),
            (.ipMismatch(reference: [192, 0, 2, 1], presented: [Self.mapped]), .low),
            (.ipMismatch(reference: [192, 0, 2, 1], presented: [Self.neighbour]), .critical),
            (.issuerNotCA(depth: 1), .critical),
            (.issuerNotCA(depth: 2), .low),
            (.keyUsage(missing: .digitalSignature, depth: 0), .high),
            (.keyUsage(missing: .keyCertSign, depth: 1), .high),
            (.pathLength(limit: 0, depth: 1), .high),
            (.noIdentity, .critical),
        ]
        for (rejection, gravity) in cases {
            #expect(Exposure(rejection, on: path).gravity == gravity, "\(rejection)")
            for letter in [Scenario.Class.formal, .strict] {
                #expect(Exposure(rejection, in: letter, on: path).gravity == .low, "\(rejection)")
            }
        }
        #expect(Exposure(.issuerNotCA(depth: 1), on: .pin).gravity == .high)
    }
}
