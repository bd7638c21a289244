import Basics
import Crypto
import Forge
import Runner
import ScenarioFormat
import TLS
import X509

/// The servers of a campaign; cases edit the scripts of these servers.
///
/// The certificates of each server are forged once.
struct HandshakeSites {
    /// A script, its setup and the verdict of the rules.
    struct Case: Sendable {
        let setting: HandshakeSetting
        let ruling: Ruling
        let setup: ForgedSetup

        /// The part of a disagreement's key for this script: its version and its edits.
        var label: [String] { ["TLS \(setting.version.rawValue)"] + ruling.edits }
    }

    private struct Site {
        let source: ScriptSource
        let setup: ForgedSetup
    }

    /// The limit on scripts that are drawn until the rules have a verdict on a script.
    private static let draws = 64

    private let now: Instant
    private let cache = ForgeCache()
    private var sites: [HandshakeSetting: Site] = [:]

    /// - Parameter now: the time at which setups are forged.
    init(at now: Instant) { self.now = now }

    /// Returns case `index` of a campaign, a function of the seed and the index.
    ///
    /// - Throws: an error if a server cannot be forged.
    mutating func drawn(seed: UInt64, index: UInt64) throws -> Case {
        var choices = Choices(seed: seed, index: index)
        // Some cases have a script without edits.
        guard !choices.chance(1) else { return try made(HandshakeSetting(&choices), []) }
        for _ in 0..<Self.draws {
            var drawn = DrawnHandshake(&choices)
            let source = try site(drawn.setting).source
            drawn.draw(&choices, among: source.said)
            let edits = drawn.edits.compactMap(Self.violation)
            let takenUp = edits.filter { $0.isOperation || source.takes($0) }
            let made = try made(drawn.setting, takenUp.map(\.name))
            if !made.ruling.edits.isEmpty, made.ruling.verdict != .none { return made }
        }
        return try made(HandshakeSetting(), [])
    }

    /// Returns the case of this server with these edits to its script.
    mutating func made(_ setting: HandshakeSetting, _ edits: [String]) throws -> Case {
        let site = try site(setting)
        let ruling = Ruling(site.source, edits.compactMap(Self.violation))
        let setup = site.setup.with { $0.handshake = ruling.edits }
        return Case(setting: setting, ruling: ruling, setup: setup)
    }

    private mutating func site(_ setting: HandshakeSetting) throws -> Site {
        if let known = sites[setting] { return known }
        let setup = setting.setup()
        let challenge = try Challenge(setup, seed: ForgedSetup.seed, now: now, cache: cache)
        let site = Site(
            source: try ScriptSource(ServerSettings(challenge.presentation)),
            setup: try ForgedSetup(setup, at: now, cache: cache)
        )
        sites[setting] = site
        return site
    }

    private static let catalogue = Dictionary(
        uniqueKeysWithValues: Violation.catalogue.map { ($0.name, $0) }
    )

    private static func violation(_ name: String) -> Violation? {
        catalogue[name] ?? Violation.named(name)
    }
}
