import Basics
import Forge
import PinningWorlds
import Testing
import X509

@testable import ClientModels
@testable import PathValidation

/// AFNetworking, step by step, in ten thousand worlds of which it is known what is true.
struct AFWorldsTests {
    typealias Form = AFNetworkingClosedForm

    static let population = Result { () throws(ForgeError) in try Population() }

    /// The worlds of one test case.
    struct Draw: Sendable, CustomTestStringConvertible {
        static let worlds = 500
        static let all = (1...20).map(Draw.init)

        let seed: Int

        var testDescription: String { "worlds of seed \(seed)" }

        /// Calls `body` with each world and its number among all of them.
        func forEachWorld(
            _ body: (Int, WorldFacts, inout WorldGenerator) throws -> Void
        ) throws {
            let choices = Choices(seed: UInt64(seed), index: 0)
            var generator = WorldGenerator(choices, of: try population.get())
            var number = 0
            while number < Self.worlds {
                guard let facts = generator.world() else { continue }
                try body(seed * Self.worlds + number, facts, &generator)
                number += 1
            }
        }
    }

    /// A combination of settings in closed form, and the model that has them.
    struct Party: Sendable {
        let form: Form
        let policy: any TrustPolicy

        init(_ form: Form) throws {
            self.form = form
            policy = try PolicyModel.resolve("afnetworking", settings: form.settings).policy
        }

        func accepts(_ world: PinningWorld) -> Bool {
            policy.evaluate(world.presented, for: world.identity).grounds != nil
        }
    }

    /// All combinations of settings, by release.
    static let parties = Result { try Form.versions.map { try Form.all(of: $0).map(Party.init) } }

    @Test(
        "a release decides as its closed form, and as the one before but where it says so",
        arguments: Draw.all
    )
    func versions(_ draw: Draw) throws {
        let parties = try Self.parties.get()
        let pairs = parties.count - 1
        try draw.forEachWorld { number, facts, _ in
            let (release, settings) = (number % pairs, number / pairs % parties[0].count)
            let (older, newer) = (parties[release][settings], parties[release + 1][settings])
            let wasAccepted = older.accepts(facts.world)
            let isAccepted = newer.accepts(facts.world)
            #expect(wasAccepted == older.form.accepts(facts), "\(older.form) \(facts.world)")
            #expect(isAccepted == newer.form.accepts(facts), "\(newer.form) \(facts.world)")
            if wasAccepted != isAccepted {
                #expect(
                    AFRelease.history[release].allows(
                        isAccepted ? .laxer : .stricter,
                        from: older.form,
                        to: newer.form,
                        in: facts.world
                    ),
                    "\(older.form) \(newer.form) \(facts.world)"
                )
            }
        }
    }

    @Test(
        "what must not matter does not, and what was accepted bears looking into",
        arguments: Draw.all
    )
    func relations(_ draw: Draw) throws {
        let parties = try #require(try Self.parties.get().last)
        try draw.forEachWorld { number, facts, generator in
            let party = parties[number % parties.count]
            let world = facts.world
            let decision = party.policy.evaluate(world.presented, for: world.identity)
            let isAccepted = decision.grounds != nil
            #expect(isAccepted == party.form.accepts(facts), "\(party.form) \(world)")
            #expect(
                party.form.founds(decision.verdict, in: facts),
                "\(party.form) \(world)"
            )

            var turned = world
            turned.served = world.served.prefix(1) + world.served.dropFirst().reversed()
            turned.served.append(generator.outsider())
            #expect(
                party.accepts(turned) == isAccepted,
                "another order and a stray: \(party.form) \(turned)"
            )

            if number.isMultiple(of: 3) {
                try Self.checkOnlyDefect(of: world, number / 3, generator)
            }
            guard isAccepted else { return }
            var pinned = world
            pinned.pins.append(generator.stranger())
            #expect(party.accepts(pinned), "one pin more: \(party.form) \(pinned)")
        }
    }

    /// A rejected world is accepted when its only defect is mended: one of the circumstances of
    /// `world`, lent to a sound one.
    private static func checkOnlyDefect(
        of world: PinningWorld,
        _ number: Int,
        _ generator: WorldGenerator
    ) throws {
        guard let sound = generator.mended(world) else { return }
        let policy = try strict.get()[number % 2]
        var flawed = sound
        lend(number / 2, world, to: &flawed)
        guard policy.evaluate(flawed.presented, for: flawed.identity).grounds == nil else { return }
        #expect(policy.evaluate(sound.presented, for: sound.identity).grounds != nil, "\(sound)")
    }

    /// The two pinning modes as they are by default.
    private static let strict = Result {
        try ["certificate", "public-key"].map {
            try PolicyModel.resolve("afnetworking", settings: ["mode": $0]).policy
        }
    }

    /// Gives `sound` one of the circumstances of `world`, which may be the flaw of it.
    private static func lend(_ number: Int, _ world: PinningWorld, to sound: inout PinningWorld) {
        switch number % 6 {
        case 0: sound.served = world.served
        case 1: (sound.system, sound.user) = (world.system, world.user)
        case 2: sound.pins = world.pins
        case 3: sound.hasPinInPEM = true
        case 4: sound.date = world.date
        default: sound.host = world.host
        }
    }
}

extension Decision {
    /// Why it accepts; nil where it rejects.
    var grounds: Grounds? {
        if case .accept(let grounds) = verdict { grounds } else { nil }
    }
}
