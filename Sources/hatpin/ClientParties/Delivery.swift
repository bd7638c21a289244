import Crypto
import Runner
import ScenarioFormat
import TLS

extension Challenge {
    /// Why the setup's attack did not reach a program; nil if it did.
    ///
    /// A server cannot give a client a version, key or staple that the client did not offer or ask for.
    func undelivered(to observed: Observation) -> String? {
        let steps = earlier.count + 1
        // On a connection of an earlier step, or by a session of its, no certificate is shown.
        if steps > 1, observed.stepsLeft == 0, observed.requested, !observed.hasShownCertificates {
            return observed.missedOccasion
        }
        if observed.stepsLeft > 0 || steps > 1 && observed.connections == 0 {
            // A client that breaks off where the server breaks the rules comes to no later step.
            let isAttacked = earlier.contains { !$0.setup.handshake.isEmpty }
            let last = steps - observed.stepsLeft - (observed.connections == 0 ? 1 : 0)
            return isAttacked
                ? observed.missedOccasion
                : "the client came no further than step \(last) of \(steps)"
        }
        guard presentation.serverFault?.isBeforeCertificates != true else { return nil }
        if let upgrade = presentation.upgrade {
            // A secret in plaintext needs no certificate to be an attacker's.
            if upgrade.fault != nil || observed.hasRequestedInPlaintext { return nil }
            if observed.hello == nil { return "the client did not go over to TLS" }
        }
        if let missed = observed.missedOccasion { return missed }
        if presentation.dataChannel != nil, !observed.hasShownCertificates {
            return "the client received no certificate of the data channel"
        }
        guard observed.hasShownCertificates else {
            // A handshake that breaks before them is the attack.
            guard setup.handshake.isEmpty else { return nil }
            // The attack of such a setup is the old version or the suite: a client without them
            // refuses it.
            let versions = setup.proxy == nil ? setup.versions : setup.proxyVersions
            let isAboutOffer = setup.suites != nil || versions.upperBound < .v1_2
            return isAboutOffer ? nil : "the handshake ended before the server's certificates"
        }
        if setup.staples.contains(where: { $0 != nil }), !observed.wantedStaple {
            return "the client asked for no staple"
        }
        return nil
    }
}
