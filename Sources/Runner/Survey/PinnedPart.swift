import ClientModels
import Forge
import PathValidation
import ScenarioFormat

/// The part of the genuine server's chain that a survey pins if a setup states no pins.
///
/// Parties that compare pins can then be tested with this setup too.
enum PinnedPart: Hashable, Sendable {
    /// The CA that issues the server's certificate.
    case authority
    /// The server's own certificate.
    case endEntity
    /// The server's certificate, the CA that issues it and the root, for parties that need the
    /// whole chain pinned, or different parts of it.
    case wholeChain

    /// Creates the part that is pinned for all these parties; nil if none of them compares pins.
    ///
    /// - Parameters:
    ///   - parties: the parties that are tested with the setup.
    ///   - isConfigured: whether the parties have a file, so that a file without pins does not
    ///     exclude them.
    init?(for parties: [ConfiguredModel], isConfigured: Bool = false) {
        let parts = Set(parties.compactMap { PinnedPart(of: $0.capabilities, isConfigured) })
        guard let part = parts.first else { return nil }
        self = parts.count == 1 ? part : .wholeChain
    }

    private init?(of capabilities: Set<PolicyModel.Capability>, _ isConfigured: Bool) {
        // A client that can compare pins but is configured without them must not be tested with
        // pins.
        guard capabilities.contains(.pins), isConfigured || !capabilities.contains(.idlePins)
        else { return nil }
        self =
            capabilities.contains(.wholeChainPins)
            ? .wholeChain : capabilities.contains(.endEntityPins) ? .endEntity : .authority
    }
}

extension Setup {
    /// Entity names of the baseline setup, and of the server that an attacker impersonates.
    private static let (authority, root, genuine) = ("intermediate", "root", "genuine-server")

    /// Returns the setup with pins on a part of the genuine server's chain; unchanged if the setup
    /// states pins.
    ///
    /// - Parameters:
    ///   - part: the part to pin.
    ///   - isImposture: whether an impostor serves the chain, so that the genuine server has
    ///     another certificate.
    /// - Returns: the setup, without pins if it lacks the entities to pin.
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
    /// Whether the setup states pins, and none of them can match the server's own certificate.
    var isPinnedElsewhere: Bool {
        guard let pins = setup.pins else { return false }
        return !pins.contains { pin in
            if case .entity(let pin) = pin { pin.entity == setup.serve.first } else { true }
        }
    }
}
