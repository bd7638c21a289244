import ScenarioFormat

extension CodeRule {
    static let javaOwnManager = CodeRule(
        "NSC-034",
        .high,
        "a custom trust manager in an app with pins in its network security configuration",
        in: [.java, .kotlin],
        "this trust manager ignores the pins of the network security configuration",
        label: "replaces the platform's checks",
        impact:
            "only the platform's trust manager compares pins; connections with this one accept "
            + "unpinned certificates",
        fix: "delete it, and trust your CA in the network security configuration",
        find: { review in
            let pinned = review.context.surroundings.files(.androidPins)
            guard !pinned.isEmpty, !review.mentions("CertificatePinner") else { return [] }
            return (review.ownManagers + review.storeManagers).map { match in
                var match = match
                match.notes = ["pins are in \(pinned.joined(separator: ", "))"]
                return match
            }
        }
    )
}

extension CodeReview {
    /// Implementations of `checkServerTrusted` that do not call the platform's trust manager.
    fileprivate var ownManagers: [Match] {
        source.bodies(of: "checkServerTrusted").filter { _, body in
            !source.trimmed(body).isEmpty
                && !body.contains { source.tokens[$0].is("checkServerTrusted") }
        }.map { Match($0.name..<$0.name + 1) }
    }

    /// Calls of `init` of a factory with a key store; with null, the factory creates the platform's
    /// trust manager.
    fileprivate var storeManagers: [Match] {
        guard mentions("TrustManagerFactory"), mentions("SSLContext") else { return [] }
        return source.calls("init").filter { call in
            // The `init` of a KeyManagerFactory also takes a password.
            guard call.arguments.count == 1, let argument = call.arguments.first?.value,
                let name = source.token(source.trimmed(argument).lowerBound), name.kind == .name
            else { return false }
            return source.settings(name.text).contains { setting in
                setting.value.prefix(8).contains { source.tokens[$0].is("KeyStore") }
            }
        }.map { call in
            var match = Match(call.name..<call.last + 1)
            // The key store may contain a private CA for one host.
            match.severity = .medium
            match.label = "trusts only the key store"
            return match
        }
    }
}
