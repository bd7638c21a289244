import Crypto
import Runner
import ScenarioFormat
import TLS

extension Challenge {
    /// Returns the reason why the setup's attack did not reach the client, or nil if it did.
    ///
    /// A server can only send a version, key type or staple that the client offers or requests.
    func undelivered(to observed: Observation) -> String? {
        let steps = earlier.count + 1
        // On a resumed connection or session, the server sends no certificate.
        if steps > 1, observed.stepsLeft == 0, observed.requested, !observed.hasShownCertificates {
            return observed.missedOccasion
        }
        if setup.isMisdirected, observed.stepsLeft == 0, !observed.requested {
            guard observed.hasMisdirected else {
                return "the client sent no request on an earlier connection"
            }
            guard observed.connections > 0 else {
                return "the client did not repeat its request after status 421"
            }
        }
        if observed.stepsLeft > 0 || steps > 1 && observed.connections == 0 {
            // A client that aborts because of the server's violation does not reach later steps.
            let isAttacked = earlier.contains { !$0.setup.handshake.isEmpty }
            let last = steps - observed.stepsLeft - (observed.connections == 0 ? 1 : 0)
            return isAttacked
                ? observed.missedOccasion
                : "the client ended at step \(last) of \(steps)"
        }
        guard presentation.serverFault?.isBeforeCertificates != true else { return nil }
        if presentation.speaks?.fault != nil { return nil }
        // A secret sent in plaintext is exposed without any certificate.
        if observed.hasRequestedInPlaintext { return nil }
        if observed.hasStartedTLSAtOnce { return "the client started TLS at once" }
        // A client may reject a server for its DNS records, before it connects.
        if setup.dns != nil, observed.questions > 0, observed.connections == 0 { return nil }
        if observed.hello == nil { return "the client did not start TLS" }
        if let missed = observed.missedOccasion { return missed }
        if presentation.dataChannel != nil, !observed.hasShownCertificates {
            return "the client received no certificate of the data channel"
        }
        guard observed.hasShownCertificates else {
            // If the server violated the handshake earlier, the violation is the attack.
            guard setup.handshake.isEmpty else { return nil }
            // The old version or the cipher suite is the attack. A client that does not support
            // this version or suite rejects the attack.
            let versions = setup.proxy == nil ? setup.versions : setup.proxyVersions
            let isAboutOffer = setup.suites != nil || versions.upperBound < .v1_2
            return isAboutOffer ? nil : "the handshake ended before the server's certificates"
        }
        if setup.staples.contains(where: { $0 != nil }), !observed.wantedStaple {
            return "the client did not request a staple"
        }
        return nil
    }
}
