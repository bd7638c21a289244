import Basics
import Forge
import PinningSetups
import Testing
import X509

@testable import ClientModels
@testable import PathValidation

/// AFNetworking, step by step, in ten thousand setups with known facts.
struct AFSetupsTests {
    typealias Form = AFNetworkingClosedForm

    static let population = Result { () throws(ForgeError) in try Population() }

    /// The setups of one test case.
    struct Draw: Sendable, CustomTestStringConvertible {
        static let setups = 500
        static let all = (1...20).map(Draw.init)

        let seed: Int

        var testDescription: String { "setups of seed \(seed)" }

        /// Calls `body` with each setup and its number among all of them.
        func forEachSetup(
            _ body: (Int, SetupFacts, inout SetupGenerator) throws -> Void
        ) throws {
            let choices = Choices(seed: UInt64(seed), index: 0)
            var generator = SetupGenerator(choices, of: try population.get())
            var number = 0
            while number < Self.setups {
                guard let facts = generator.setup() else { continue }
                try body(seed * Self.setups + number, facts, &generator)
                number += 1
            }
        }
    }

    /// A combination of settings in closed form, and the model with them.
    struct Party: Sendable {
        let form: Form
        let policy: any TrustPolicy

        init(_ form: Form) throws {
            self.form = form
            policy = try PolicyModel.resolve("afnetworking", settings: form.settings).policy
        }

        func accepts(_ setup: PinningSetup) -> Bool {
            policy.evaluate(setup.presented, for: setup.identity).grounds != nil
        }
    }

    /// All combinations of settings, by release.
    static let parties = Result { try Form.versions.map { try Form.all(of: $0).map(Party.init) } }

    @Test(
        arguments: Draw.all
    )
    func `each release decides as its formula states, with only listed changes`(
        _ draw: Draw
    ) throws {
        let parties = try Self.parties.get()
        let pairs = parties.count - 1
        try draw.forEachSetup { number, facts, _ in
            let (release, settings) = (number % pairs, number / pairs % parties[0].count)
            let (older, newer) = (parties[release][settings], parties[release + 1][settings])
            let wasAccepted = older.accepts(facts.setup)
            let isAccepted = newer.accepts(facts.setup)
            #expect(wasAccepted == older.form.accepts(facts), "\(older.form) \(facts.setup)")
            #expect(isAccepted == newer.form.accepts(facts), "\(newer.form) \(facts.setup)")
            if wasAccepted != isAccepted {
                #expect(
                    AFRelease.history[release].allows(
                        isAccepted ? .laxer : .stricter,
                        from: older.form,
                        to: newer.form,
                        in: facts.setup
                    ),
                    "\(older.form) \(newer.form) \(facts.setup)"
                )
            }
        }
    }

    @Test(
        arguments: Draw.all
    )
    func `ignores irrelevant changes to a setup, and accepts only for a stated reason`(
        _ draw: Draw
    ) throws {
        let parties = try #require(try Self.parties.get().last)
        try draw.forEachSetup { number, facts, generator in
            let party = parties[number % parties.count]
            let setup = facts.setup
            let decision = party.policy.evaluate(setup.presented, for: setup.identity)
            let isAccepted = decision.grounds != nil
            #expect(isAccepted == party.form.accepts(facts), "\(party.form) \(setup)")
            #expect(
                party.form.founds(decision.verdict, in: facts),
                "\(party.form) \(setup)"
            )

            var turned = setup
            turned.served = setup.served.prefix(1) + setup.served.dropFirst().reversed()
            turned.served.append(generator.unrelatedMember())
            #expect(
                party.accepts(turned) == isAccepted,
                "another order and a stray: \(party.form) \(turned)"
            )

            if number.isMultiple(of: 3) {
                try Self.checkOnlyDefect(of: setup, number / 3, generator)
            }
            guard isAccepted else { return }
            var pinned = setup
            pinned.pins.append(generator.anyMember())
            #expect(party.accepts(pinned), "one pin more: \(party.form) \(pinned)")
        }
    }

    /// Checks that a rejected setup is accepted once its only defect is fixed.
    ///
    /// The defect is one of the circumstances of `setup`, in a setup that is otherwise valid.
    private static func checkOnlyDefect(
        of setup: PinningSetup,
        _ number: Int,
        _ generator: SetupGenerator
    ) throws {
        guard let sound = generator.fixed(setup) else { return }
        let policy = try strict.get()[number % 2]
        var flawed = sound
        lend(number / 2, setup, to: &flawed)
        guard policy.evaluate(flawed.presented, for: flawed.identity).grounds == nil else { return }
        #expect(policy.evaluate(sound.presented, for: sound.identity).grounds != nil, "\(sound)")
    }

    /// The two pinning modes with defaults.
    private static let strict = Result {
        try ["certificate", "public-key"].map {
            try PolicyModel.resolve("afnetworking", settings: ["mode": $0]).policy
        }
    }

    /// Gives `sound` one of the circumstances of `setup`, which may be its defect.
    private static func lend(_ number: Int, _ setup: PinningSetup, to sound: inout PinningSetup) {
        switch number % 6 {
        case 0: sound.served = setup.served
        case 1: (sound.system, sound.user) = (setup.system, setup.user)
        case 2: sound.pins = setup.pins
        case 3: sound.hasPinInPEM = true
        case 4: sound.date = setup.date
        default: sound.host = setup.host
        }
    }
}

extension Decision {
    /// The grounds for acceptance; nil if it rejects.
    var grounds: Grounds? {
        if case .accept(let grounds) = verdict { grounds } else { nil }
    }
}
