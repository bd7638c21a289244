import Crypto

/// A violation of the protocol by a client that a server must refuse.
///
/// ```swift
/// ClientViolation(
///     "finished-twice",
///     "The client sends Finished twice.",
///     rule: "RFC 8446 §4, RFC 5246 §7.3"
/// ) { $0.steps.append(.finished) }
/// ```
package struct ClientViolation: Sendable {
    /// The word for it in scenario files.
    package let name: String
    /// What the client does wrong.
    package let about: String
    /// The rule that servers enforce.
    package let rule: String
    /// The TLS versions in which the violation is possible.
    package let versions: Set<TLSVersion>
    /// Changes the offer if the violation is possible with it, and returns whether it is; nil for
    /// violations of the flight alone.
    private let offer: (@Sendable (inout ClientOffer) -> Bool)?
    private let isPossible: @Sendable (ClientFlight) -> Bool
    /// Changes the flight; nil for violations of the hello.
    private let edit: (@Sendable (inout ClientFlight) -> Void)?

    /// Creates a violation of the client's flight.
    ///
    /// - Parameters:
    ///   - name: the word for it in scenario files.
    ///   - about: what the client does wrong.
    ///   - rule: the rule that servers enforce.
    ///   - versions: the versions in which the violation is possible.
    ///   - isPossible: whether the violation is possible in a flight.
    ///   - edit: changes the flight.
    init(
        _ name: String,
        _ about: String,
        rule: String,
        in versions: Set<TLSVersion> = [.v1_2, .v1_3],
        when isPossible: @escaping @Sendable (ClientFlight) -> Bool = { _ in true },
        edit: @escaping @Sendable (inout ClientFlight) -> Void
    ) {
        (self.name, self.about, self.rule, self.versions) = (name, about, rule, versions)
        (offer, self.isPossible, self.edit) = (nil, isPossible, edit)
    }

    /// Creates a violation that the client commits in its hello or in a later message.
    ///
    /// - Parameters:
    ///   - name: the word for it in scenario files.
    ///   - about: what the client does wrong.
    ///   - rule: the rule that servers enforce.
    ///   - versions: the versions in which the violation is possible.
    ///   - offer: changes the offer, and returns whether that is possible.
    init(
        _ name: String,
        _ about: String,
        rule: String,
        in versions: Set<TLSVersion> = [.v1_2, .v1_3],
        offer: @escaping @Sendable (inout ClientOffer) -> Bool
    ) {
        (self.name, self.about, self.rule, self.versions) = (name, about, rule, versions)
        (self.offer, isPossible, edit) = (offer, { _ in true }, nil)
    }

    /// Creates a violation of the client's flight in a renegotiation, which the client starts; only
    /// in TLS 1.2.
    ///
    /// - Parameters:
    ///   - name: the word for it in scenario files.
    ///   - about: what the client does wrong.
    ///   - rule: the rule that servers enforce.
    ///   - edit: changes the flight of the renegotiation.
    init(
        renegotiating name: String,
        _ about: String,
        rule: String,
        edit: @escaping @Sendable (inout ClientFlight) -> Void
    ) {
        (self.name, self.about, self.rule, versions) = (name, about, rule, [.v1_2])
        offer = { (offer: inout ClientOffer) in
            offer.startsRenegotiation = true
            return true
        }
        (isPossible, self.edit) = ({ $0.isOfRenegotiation && $0.shows(.certificateVerify) }, edit)
    }

    /// Changes an offer, and returns whether the client then violates the rule.
    func change(_ offer: inout ClientOffer) -> Bool {
        let isDone = self.offer?(&offer) ?? false
        return isDone && edit == nil
    }

    /// Changes a flight, and returns whether the client then violates the rule.
    func change(_ flight: inout ClientFlight) -> Bool {
        guard let edit, isPossible(flight) else { return false }
        edit(&flight)
        return true
    }

    /// Returns the violation with this name; nil for none.
    package static func named(_ name: String) -> ClientViolation? {
        catalogue.first { $0.name == name }
    }

    /// All violations.
    package static let catalogue: [ClientViolation] =
        proofs + certificates + orders + strays + records + ends + keyChanges + sessions
}

extension ClientFlight {
    /// Whether the flight has a step.
    func shows(_ step: Step) -> Bool { steps.contains(step) }

    /// Moves a step to the place before another one; does nothing if one of them is missing.
    mutating func move(_ step: Step, before other: Step) {
        guard let from = steps.firstIndex(of: step), steps.contains(other) else { return }
        steps.remove(at: from)
        insert(step, before: other)
    }

    /// Inserts a step before another one, or at the end if that is missing.
    mutating func insert(_ step: Step, before other: Step) {
        steps.insert(step, at: steps.firstIndex(of: other) ?? steps.endIndex)
    }

    /// Repeats a step after its first place.
    mutating func repeatStep(_ step: Step) {
        guard let place = steps.firstIndex(of: step) else { return }
        steps.insert(step, at: place)
    }

    /// Leaves out steps.
    mutating func leaveOut(_ omitted: Step...) {
        steps.removeAll { omitted.contains($0) }
    }
}
