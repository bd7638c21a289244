import Forge

/// Warnings about CRLs and responses that reach no client.
enum StatusLint {
    static func unseen(
        _ scenarios: [Scenario],
        in document: Document
    ) -> [Diagnostic] {
        guard !scenarios.isEmpty else { return [] }
        var seen = Seen()
        for setup in scenarios.flatMap(\.setups) { seen.add(setup) }
        let unseen = document.overlays.flatMap { overlay in
            let entities = overlay["pki"]?.entries ?? []
            return (overlay["crls"]?.entries ?? []).filter { !seen.lists.contains($0.key) }
                .map { Diagnostic(.unseenList($0.key), at: $0.place, text: $0.key) }
                + entities.flatMap { entity in
                    [("ocsp", seen.answered), ("crl", seen.listed)].compactMap { field, seen in
                        guard let entry = entity.value.entry(field), !entry.value.isNull,
                            !seen.contains(entity.key)
                        else { return nil }
                        let fault = Fault.unseenStatus(field, of: entity.key)
                        return Diagnostic(fault, at: entry.place, text: field)
                    }
                }
        }
        return Array(unseen.prefix(Diagnostic.maximumPerDocument))
    }

    private struct Seen {
        /// The CRLs that the client has or can download.
        var lists: Set<String> = []
        /// The entities that these CRLs may list.
        var listed: Set<String> = []
        /// The entities that stapled responses are about.
        var answered: Set<String> = []

        mutating func add(_ setup: Setup) {
            lists.formUnion(setup.listsInReach)
            for name in setup.listsInReach {
                guard let list = setup.pki.lists[name] else { continue }
                listed.formUnion(list.revokes ?? setup.pki.issued(by: list.issuer))
            }
            for case .response(let name) in setup.staples.compactMap(\.self) {
                answered.insert(name)
                answered.formUnion(setup.pki.entities[name]?.ocsp?.of ?? [])
            }
        }
    }
}

extension PKI {
    /// Returns the entities whose certificates an entity signs.
    func issued(by issuer: String) -> [String] {
        entities.filter { name, entity in
            switch entity.issuer {
            case .itself: name == issuer
            case .entity(let other): other == issuer
            }
        }.map(\.key)
    }
}

extension Setup {
    /// The CRLs that a client has or can download.
    var listsInReach: [String] { crls + documents.values.compactMap(\.list) }

    /// The entities that the CRLs and the staples need: the entities that sign them, that they are
    /// about, and that they name.
    var entitiesOfStatus: [String] {
        var entities: [String] = []
        for name in listsInReach {
            guard let list = pki.lists[name] else { continue }
            let listed =
                list.revokes
                ?? pki.issued(by: list.issuer).filter { pki.entities[$0]?.crl != nil }
            entities += [list.issuer, list.signer].compactMap(\.self) + listed
        }
        for case .response(let name) in staples.compactMap(\.self) {
            entities.append(name)
            guard let response = pki.entities[name]?.ocsp else { continue }
            entities += [response.signer, response.responder].compactMap(\.self)
            entities += (response.of ?? []) + (response.certificates ?? [])
            entities += (response.scts ?? []).compactMap(\.entity)
        }
        return entities
    }
}
