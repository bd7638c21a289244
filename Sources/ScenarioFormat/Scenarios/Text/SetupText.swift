import Forge

/// Writes a setup with the same forms that `SetupBuilder` reads with.
enum SetupText {
    /// Returns the keys of a file that states the setup.
    ///
    /// - Parameters:
    ///   - setup: the setup to write.
    ///   - lower: the setup that the keys change; the baseline setup unless stated.
    /// - Returns: a mapping of the differences, with keys in the order of the format.
    /// - Throws: `UnwritableSetup` if the format cannot express a value.
    static func overlay(
        for setup: Setup,
        on lower: Setup = .standard
    ) throws(UnwritableSetup) -> Written {
        let changed = try fields(of: setup).overlay(on: try fields(of: lower)) ?? .mapping([])
        let entities = changed["pki"]?.entries ?? []
        let others = entities.filter { !BaselineSetup.entities.contains($0.key) }
        return Written.mapping(
            entities.filter { BaselineSetup.entities.contains($0.key) }
                + Written.fields(["pki": Written.mapping(others).unlessEmpty]).entries
                + changed.entries.filter { $0.key != "pki" }
        ).ordered(by: .mapping(MappingShape("a setup", Forms.setupMembers.map(\.field))))
    }

    private static func fields(of setup: Setup) throws(UnwritableSetup) -> Written {
        do throws(Unwritable) {
            return .mapping(
                try Forms.setupMembers.entries(for: setup.withoutImplied).map { entry in
                    entry.key == "pki" ? entry.statingIssuers : entry
                }
            )
        } catch {
            throw .part(error)
        }
    }
}

extension Setup {
    /// The setup without statements that follow from other statements.
    fileprivate var withoutImplied: Setup {
        var setup = self
        for case .response(let name)? in staples where pki.entities[name]?.ocsp == StatusResponse()
        {
            setup.pki.entities[name]?.ocsp = nil
        }
        for (name, list) in pki.lists where pki.entities[name] != nil && list.issuer == name {
            setup.pki.lists[name]?.issuer = ""
        }
        // For a CRL that only has default values, it is enough to state that the client has it.
        setup.pki.lists = setup.pki.lists.filter { name, list in
            list != RevocationList(issuer: "")
                || !listsInReach.contains(name)
        }
        return setup
    }
}

extension Written.Entry {
    /// The entities; `issuer` is stated for each entity that has another issuer in the baseline
    /// setup.
    fileprivate var statingIssuers: Written.Entry {
        let itself = Written.Entry(key: "issuer", value: .word("self"))
        let stated = value.entries.map { entity in
            guard ["intermediate", "leaf"].contains(entity.key), entity.value["issuer"] == nil
            else { return entity }
            return Written.Entry(key: entity.key, value: .mapping([itself] + entity.value.entries))
        }
        return Written.Entry(key: key, value: .mapping(stated))
    }
}
