import Forge

/// Writes a world: the inverse of `WorldBuilder`, by the same forms.
enum WorldText {
    /// The keys of a file that states the world.
    ///
    /// - Parameters:
    ///   - world: the world to be written.
    ///   - lower: the world that it starts from; the standard one unless stated.
    /// - Returns: a mapping of the differences, keys in the order of the format.
    /// - Throws: `UnwritableWorld` for a value that the format has no text for.
    static func overlay(
        for world: World,
        on lower: World = .standard
    ) throws(UnwritableWorld) -> Written {
        let changed = try fields(of: world).overlay(on: try fields(of: lower)) ?? .mapping([])
        let entities = changed["pki"]?.entries ?? []
        let others = entities.filter { !StandardWorld.entities.contains($0.key) }
        return Written.mapping(
            entities.filter { StandardWorld.entities.contains($0.key) }
                + Written.fields(["pki": Written.mapping(others).unlessEmpty]).entries
                + changed.entries.filter { $0.key != "pki" }
        ).ordered(by: .mapping(MappingShape("a world", Forms.worldMembers.map(\.field))))
    }

    private static func fields(of world: World) throws(UnwritableWorld) -> Written {
        do throws(Unwritable) {
            return .mapping(
                try Forms.worldMembers.entries(for: world.withoutImplied).map { entry in
                    entry.key == "pki" ? entry.statingIssuers : entry
                }
            )
        } catch {
            throw .part(error)
        }
    }
}

extension World {
    /// The world without the statements that others of it imply.
    fileprivate var withoutImplied: World {
        var world = self
        for case .response(let name)? in staples where pki.entities[name]?.ocsp == StatusResponse()
        {
            world.pki.entities[name]?.ocsp = nil
        }
        for (name, list) in pki.lists where pki.entities[name] != nil && list.issuer == name {
            world.pki.lists[name]?.issuer = ""
        }
        // Such a list has no more to state than that the client has it.
        world.pki.lists = world.pki.lists.filter { name, list in
            list != RevocationList(issuer: "")
                || !listsInReach.contains(name)
        }
        return world
    }
}

extension Written.Entry {
    /// The entities with the issuers of those that the standard world gives another than themselves.
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
