import Scenarios
import Trust
import Wire

/// A model that judges the bytes without a handshake.
struct ChainOnlyParty: RelyingParty {
    let policy: any TrustPolicy

    /// Why the world cannot be judged without a handshake; nil where it can.
    static func obstacle(in world: World) -> String? {
        if world.serverKeyOf != nil { return "server.key-of needs a handshake" }
        if !world.behave.isEmpty { return "server.behave needs a handshake" }
        if world.versions.upperBound < .v1_2 { return "server.tls needs a handshake" }
        return nil
    }

    func decide(_ challenge: Challenge) throws(HarnessError) -> Answer {
        let credential: Credential
        do {
            credential = try challenge.received()
        } catch {
            throw .wire(error)
        }
        let presented = challenge.presented(credential.shown)
        let decision = policy.evaluate(presented, for: challenge.world.connect)
        return Answer(decision: decision, observed: nil)
    }
}
