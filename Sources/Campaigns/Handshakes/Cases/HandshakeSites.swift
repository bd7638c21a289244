import Basics
import Crypto
import Forge
import Runner
import ScenarioFormat
import TLS
import X509

/// Servers that scripts are edits of, each with certificates that are forged once.
struct HandshakeSites {
    /// A script, its world and what the rules say of it.
    struct Case: Sendable {
        let setting: HandshakeSetting
        let ruling: Ruling
        let world: ForgedWorld

        /// The mark of a script: its version and its edits.
        var label: [String] { ["TLS \(setting.version.rawValue)"] + ruling.edits }
    }

    private struct Site {
        let source: ScriptSource
        let world: ForgedWorld
    }

    /// So many scripts are drawn until the rules say something of one.
    private static let draws = 64

    private let now: Instant
    private let cache = ForgeCache()
    private var sites: [HandshakeSetting: Site] = [:]

    /// - Parameter now: the time that worlds are made at.
    init(at now: Instant) { self.now = now }

    /// Case `index` of a campaign, a function of both numbers.
    ///
    /// - Throws: an error if a server cannot be forged.
    mutating func drawn(seed: UInt64, index: UInt64) throws -> Case {
        var choices = Choices(seed: seed, index: index)
        // The honest script is a case too, now and then.
        guard !choices.chance(1) else { return try made(HandshakeSetting(&choices), []) }
        for _ in 0..<Self.draws {
            var drawn = DrawnHandshake(&choices)
            let source = try site(drawn.setting).source
            drawn.draw(&choices, among: source.said)
            let edits = drawn.edits.compactMap(Self.deviation)
            let takenUp = edits.filter { $0.isOperation || source.takes($0) }
            let made = try made(drawn.setting, takenUp.map(\.name))
            if !made.ruling.edits.isEmpty, made.ruling.verdict != .none { return made }
        }
        return try made(HandshakeSetting(), [])
    }

    /// The case of these edits.
    mutating func made(_ setting: HandshakeSetting, _ edits: [String]) throws -> Case {
        let site = try site(setting)
        let ruling = Ruling(site.source, edits.compactMap(Self.deviation))
        let world = site.world.with { $0.handshake = ruling.edits }
        return Case(setting: setting, ruling: ruling, world: world)
    }

    private mutating func site(_ setting: HandshakeSetting) throws -> Site {
        if let known = sites[setting] { return known }
        let world = setting.world()
        let challenge = try Challenge(world, seed: ForgedWorld.seed, now: now, cache: cache)
        let site = Site(
            source: try ScriptSource(ServerSettings(challenge.presentation)),
            world: try ForgedWorld(world, at: now, cache: cache)
        )
        sites[setting] = site
        return site
    }

    private static let catalogue = Dictionary(
        uniqueKeysWithValues: Deviation.catalogue.map { ($0.name, $0) }
    )

    private static func deviation(_ name: String) -> Deviation? {
        catalogue[name] ?? Deviation.named(name)
    }
}
