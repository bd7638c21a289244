import OpenSSL
import Runner
import Scenarios
import Wire

extension Challenge {
    /// Why a program was not shown what the world is about; nil where it was.
    ///
    /// A server cannot force on a client what that has not offered or asked for.
    func undelivered(to observed: Observation) -> String? {
        guard presentation.misconduct?.isBeforeTLS != true else { return nil }
        guard observed.hasShownCertificates else {
            // An old version, or these suites, are what such a world is about: that the client has
            // them not is its refusal.
            let versions = world.proxy == nil ? world.versions : world.proxyVersions
            let isAboutOffer = world.suites != nil || versions.upperBound < .v1_2
            return isAboutOffer ? nil : "the handshake ended before the server's certificates"
        }
        if world.staples.contains(where: { $0 != nil }), !observed.wantedStaple {
            return "the client asked for no staple"
        }
        return nil
    }
}
