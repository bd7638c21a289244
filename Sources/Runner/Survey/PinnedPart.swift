import ClientModels
import Forge
import PathValidation
import ScenarioFormat

/// The part of the genuine server's chain that is pinned by default, in a setup that states no
/// pins, so that a party that compares some is put to the test there too.
enum PinnedPart: Hashable, Sendable {
    /// The authority that issues the server's certificates.
    case authority
    /// The server's own certificate.
    case endEntity
    /// Both of these and the root, for parties that want all of a chain pinned, or some of each.
    case wholeChain

    /// The part that is pinned for all these parties; nil if none of them pins.
    ///
    /// - Parameters:
    ///   - parties: those that face the setup.
    ///   - isConfigured: whether pins hold none of them up that states none: it has a file, which
    ///     says that there are none.
    init?(for parties: [ConfiguredModel], isConfigured: Bool = false) {
        let parts = Set(parties.compactMap { PinnedPart(of: $0.capabilities, isConfigured) })
        guard let part = parts.first else { return nil }
        self = parts.count == 1 ? part : .wholeChain
    }

    private init?(of capabilities: Set<PolicyModel.Capability>, _ isConfigured: Bool) {
        // A client that can pin, and was not told to, is not to be held up by pins of ours.
        guard capabilities.contains(.pins), isConfigured || !capabilities.contains(.idlePins)
        else { return nil }
        self =
            capabilities.contains(.wholeChainPins)
            ? .wholeChain : capabilities.contains(.endEntityPins) ? .endEntity : .authority
    }
}

extension Setup {
    /// Names of the baseline setup, and of the server that an impostor stands in front of.
    private static let (authority, root, genuine) = ("intermediate", "root", "genuine-server")

    /// The setup with pins on a part of the genuine server's chain; as it is where it states some.
    ///
    /// - Parameters:
    ///   - part: what is pinned.
    ///   - isImposture: whether what is served is not the genuine server's, whose own certificate
    ///     is then another one.
    /// - Returns: the setup, also where it lacks what would be pinned.
    func pinned(on part: PinnedPart, isImposture: Bool) -> Setup {
        guard pins == nil else { return self }
        var pinned = self
        var server = serve.first
        if isImposture, part != .authority {
            pinned.pki.entities[Self.genuine] = Entity(role: .endEntity, issuer: .itself)
            server = Self.genuine
        }
        let entities: [String?] =
            switch part {
            case .authority: [Self.authority]
            case .endEntity: [server]
            case .wholeChain: [server, Self.authority, Self.root]
            }
        let known = entities.compactMap(\.self).filter { pinned.pki.entities[$0] != nil }
        pinned.pins = known.isEmpty ? nil : known.map(DeclaredPin.certificate)
        return pinned
    }
}

extension Survey.Site {
    /// Whether pins are stated, and none of them can be of the certificate that the server shows as its
    /// own.
    var isPinnedElsewhere: Bool {
        guard let pins = setup.pins else { return false }
        return !pins.contains { pin in
            if case .entity(let pin) = pin { pin.entity == setup.serve.first } else { true }
        }
    }
}
