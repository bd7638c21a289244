import Forge
import TestSupport
import Testing
import X509

@testable import ClientModels
@testable import PathValidation

/// A trust with forged certificates, and the result of its evaluation.
struct ServerTrustCase: Sendable, CustomTestStringConvertible {
    /// The original's name, or a phrase.
    let test: String
    let served: [String]
    var system: [String] = []
    var user: [String] = []
    var denied: [String] = []
    /// The application's anchors; nil does not set any.
    var anchors: [String]?
    var policies: [ServerTrust.Policy] = [.basicX509]
    var verifyDate = Fixture.now
    var result = TrustResult.unspecified
    /// The expected rejection; nil if the chain is accepted.
    var reason: Rejection?
    /// The expected chain; nil if the case does not state one.
    var chain: [String]?

    var testDescription: String { test }

    func trust(of fixture: Fixture) throws -> ServerTrust {
        var presented = try fixture.presented(served, system: system, user: user)
        presented.store.denied = try fixture.certificates(denied)
        var trust = try ServerTrust(presented, policies: policies)
        if let anchors { trust.setAnchorCertificates(try fixture.certificates(anchors)) }
        trust.setVerifyDate(verifyDate)
        return trust
    }

    func check(_ fixture: Fixture) throws {
        var trust = try trust(of: fixture)
        var rejection: Rejection?
        do throws(Rejection) {
            _ = try trust.evaluateWithError()
        } catch {
            rejection = error
        }
        #expect(rejection == reason)
        #expect(trust.evaluate() == result)
        if let chain { #expect(try trust.certificateChain == fixture.certificates(chain)) }
    }
}
