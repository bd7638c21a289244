import FileFormat
import Forge
import OpenSSL
import PKIX
import Wire

/// Writes a world: the inverse of `WorldBuilder`.
struct WorldText {
    private let world: World

    private init(_ world: World) {
        self.world = world
    }

    /// The keys of a file that states the world.
    ///
    /// - Parameters:
    ///   - world: the world to be written.
    ///   - lower: the world that it starts from; the standard one unless stated.
    /// - Returns: a mapping of the differences, keys in the order of the format.
    /// - Throws: `UnwritableWorld` for what the format cannot say.
    static func overlay(
        for world: World,
        on lower: World = .standard
    ) throws(UnwritableWorld) -> Written {
        let fields = try WorldText(world).fields()
        let changed = fields.overlay(on: try WorldText(lower).fields()) ?? .mapping([])
        let entities = changed["pki"]?.entries ?? []
        let others = entities.filter { !StandardWorld.entities.contains($0.key) }
        return Written.mapping(
            entities.filter { StandardWorld.entities.contains($0.key) }
                + Written.fields(["pki": Written.mapping(others).unlessEmpty]).entries
                + changed.entries.filter { $0.key != "pki" }
        ).ordered(by: .mapping(MappingShape("a world", Forms.worldMembers.map(\.field))))
    }

    private func fields() throws(UnwritableWorld) -> Written {
        .fields([
            "pki": try entities(),
            "crls": try lists().unlessEmpty,
            "serve": .texts(world.serve),
            "server": server,
            "network": network.unlessEmpty,
            "connect": .text(world.connect.host),
            "client": try client(),
            "clock": world.clock.map { .text($0.written) },
        ])
    }

    // MARK: Entities and lists

    /// Issuers before the entities that they issue.
    private func entities() throws(UnwritableWorld) -> Written {
        let stapled = Set(
            world.staples.compactMap { staple in
                if case .response(let name) = staple { name } else { nil }
            }
        )
        var entries: [Written.Entry] = []
        let names = world.pki.entities.keys.map { (depth: depth(of: $0), name: $0) }
        for (_, name) in names.sorted(by: <) {
            guard let entity = world.pki.entities[name] else { continue }
            let text = EntityText(
                name: name,
                entity: entity,
                isStapled: stapled.contains(name)
            )
            entries.append(Written.Entry(key: name, value: try text.fields()))
        }
        return .mapping(entries)
    }

    /// The number of issuers above an entity; a circle is counted once.
    private func depth(of name: String) -> Int {
        var seen: Set<String> = []
        var current = name
        while seen.insert(current).inserted,
            case .entity(let issuer)? = world.pki.entities[current]?.issuer
        {
            current = issuer
        }
        return seen.count
    }

    /// CRLs with more to state than that the client has them.
    private func lists() throws(UnwritableWorld) -> Written {
        var entries: [Written.Entry] = []
        for (name, list) in world.pki.lists.sorted(by: { $0.key < $1.key }) {
            let isEntity = world.pki.entities[name] != nil
            let fields = try StatusText.list(list, named: name, isEntity: isEntity)
            if fields.entries.isEmpty, world.crls.contains(name) { continue }
            entries.append(Written.Entry(key: name, value: fields))
        }
        return .mapping(entries)
    }

    // MARK: Server, network and client

    private var server: Written {
        let staples = world.staples.map { staple in
            switch staple {
            case .response(let entity): WrittenStaple.response(entity)
            case .bytes(let octets): WrittenStaple.bytes(octets)
            case nil: WrittenStaple.nothing
            }
        }
        return .fields([
            "tls": Self.versions(world.versions),
            "ciphers": world.suites.map { .words($0.map(\.name)) },
            "client-auth": world.clientAuthentication.map { .word($0.rawValue) },
            "key-of": world.serverKeyOf.map(Written.text),
            "staple": Written.texts(staples.map(\.written)).unlessEmpty?.orOne,
            "behave": Written.words(world.behave).unlessEmpty,
        ])
    }

    private static func versions(_ range: ClosedRange<TLSVersion>) -> Written {
        .words(TLSVersion.allCases.filter(range.contains).map(\.rawValue))
    }

    private var network: Written {
        .fields([
            "proxy": proxy.unlessEmpty,
            "address": world.address == .ipv4 ? nil : .word(world.address.rawValue),
        ])
    }

    private var proxy: Written {
        var (minter, served): (Written?, Written?)
        switch world.proxy {
        case .mintsUnder(let entity): minter = .text(entity)
        case .serves(let entities): served = .texts(entities)
        case nil: break
        }
        let isUsual = world.proxyVersions == .v1_0 ... .v1_3
        return .fields([
            "mints-under": minter,
            "serves": served,
            "tls": isUsual ? nil : Self.versions(world.proxyVersions),
        ])
    }

    private func client() throws(UnwritableWorld) -> Written {
        let pins = try world.pins.map(Self.pins)
        return .fields([
            "trust": .texts(world.trust),
            "user-trust": Written.texts(world.userTrust).unlessEmpty,
            "pins": pins,
            "crls": Written.texts(world.crls).unlessEmpty,
        ])
    }

    private static func pins(_ pins: [World.DeclaredPin]) throws(UnwritableWorld) -> Written {
        var texts: [String] = []
        for pin in pins {
            switch pin {
            case .spki(let entity): texts.append(WrittenPin.spki(entity).written)
            case .certificate(let entity): texts.append(WrittenPin.certificate(entity).written)
            case .sha256(let octets): texts.append(WrittenPin.sha256(octets).written)
            case .file: throw .pinOfFile
            }
        }
        return .texts(texts)
    }
}
