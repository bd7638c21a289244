extension CodeRule {
    static let javaOwnManager = CodeRule(
        "NSC-034",
        .high,
        "a trust manager of one's own beside pins of a network security configuration",
        in: [.java, .kotlin],
        "this trust manager asks for no pin of the network security configuration",
        label: "decides in the platform's place",
        impact: "the pins are part of the platform's trust manager: "
            + "for connections with this one a certificate that it accepts passes unpinned",
        fix: "trust the authority in the network security configuration, and delete this",
        find: { review in
            let pinned = review.context.surroundings.files(.androidPins)
            guard !pinned.isEmpty, !review.mentions("CertificatePinner") else { return [] }
            return (review.ownManagers + review.storeManagers).map { match in
                var match = match
                match.notes = ["pins stand in \(pinned.joined(separator: ", "))"]
                return match
            }
        }
    )
}

extension CodeReview {
    /// Bodies of `checkServerTrusted` that decide without the platform's.
    fileprivate var ownManagers: [Match] {
        source.bodies(of: "checkServerTrusted").filter { _, body in
            !source.trimmed(body).isEmpty
                && !body.contains { source.tokens[$0].is("checkServerTrusted") }
        }.map { Match($0.name..<$0.name + 1) }
    }

    /// `init` of a factory with a key store: with null it makes the platform's manager.
    fileprivate var storeManagers: [Match] {
        guard mentions("TrustManagerFactory"), mentions("SSLContext") else { return [] }
        return source.calls("init").filter { call in
            // A KeyManagerFactory takes a password too.
            guard call.arguments.count == 1, let argument = call.arguments.first?.value,
                let name = source.token(source.trimmed(argument).lowerBound), name.kind == .name
            else { return false }
            return source.settings(name.text).contains { setting in
                setting.value.prefix(8).contains { source.tokens[$0].is("KeyStore") }
            }
        }.map { call in
            var match = Match(call.name..<call.last + 1)
            // Its key store may be one private authority for a host of its own.
            match.severity = .medium
            match.label = "trusts the key store alone"
            return match
        }
    }
}
