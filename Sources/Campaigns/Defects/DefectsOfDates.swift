import Basics
import Forge
import ScenarioFormat
import X509

// Defects of validity periods (RFC 5280 §4.1.2.5). Each defect is one literal.

extension Defect {
    static let ofDates = [
        Defect("expired", "Expired before the verify date.", at: certificates) { entity, choices in
            let ends: [Int64] = [-day, -1, -hour, -400 * day]
            entity.notBefore = .relative(-800 * day)
            entity.notAfter = .relative(choices.one(of: ends) ?? -day)
        },
        Defect(
            "not-yet-valid",
            "Becomes valid after the verify date.",
            at: certificates
        ) { entity, choices in
            let begins: [Int64] = [day, 1, hour, 400 * day]
            entity.notBefore = .relative(choices.one(of: begins) ?? day)
            entity.notAfter = .relative(800 * day)
        },
        Defect(
            "ends-now",
            "Expires at the verify date, which the validity includes.",
            at: certificates,
            accepted: Set(certificates)
        ) { entity, _ in
            entity.notBefore = .relative(-day)
            entity.notAfter = .relative(0)
        },
        Defect(
            "begins-now",
            "Becomes valid at the verify date.",
            at: certificates,
            accepted: Set(certificates)
        ) { entity, _ in
            entity.notBefore = .relative(0)
            entity.notAfter = .relative(90 * day)
        },
        Defect("ends-first", "Expires before it becomes valid.", at: certificates) {
            entity,
            choices in
            let days = Int64(choices.below(3))
            entity.notBefore = .relative((1 - days) * day)
            entity.notAfter = .relative(-days * day)
        },
        Defect(
            "long-lived",
            "Is valid for a century, so that notAfter is a GeneralizedTime.",
            at: certificates,
            accepted: Set(certificates)
        ) { entity, choices in
            entity.notBefore = .relative(-day)
            entity.notAfter = .relative(Int64(choices.below(3) + 1) * 36_500 * day)
        },
        Defect(
            "at-the-turn-of-encodings",
            "Expires in the last second that UTCTime can express, or in the second after it.",
            at: certificates,
            accepted: Set(certificates)
        ) { entity, choices in
            entity.notBefore = .relative(-day)
            // 2050-01-01T00:00:00Z.
            let turn: Int64 = 2_524_608_000
            entity.notAfter = .absolute(Instant(seconds: turn - 1 + Int64(choices.below(2))))
        },
        Defect(
            "before-computers",
            "Becomes valid in 1970, or in 1950, the first year of UTCTime.",
            at: certificates,
            accepted: Set(certificates)
        ) { entity, choices in
            // 1970-01-01 and 1950-01-01.
            let begins: [Int64] = [0, -631_152_000]
            entity.notBefore = .absolute(Instant(seconds: choices.one(of: begins) ?? 0))
            entity.notAfter = .relative(90 * day)
        },
        Defect("late", "The verify date is after all validity periods.") { setup, choices in
            setup.clock = .relative(Int64(choices.below(4) + 1) * 4_000 * day)
        },
        Defect("early", "The verify date is before all validity periods.") { setup, choices in
            setup.clock = .relative(-Int64(choices.below(4) + 1) * 400 * day)
        },
    ]

    /// The places that are certificates.
    static let certificates: [Place] = [.leaf, .intermediate, .root]
}

/// One hour, in seconds.
let hour: Int64 = 3_600
/// One day, in seconds.
let day: Int64 = 86_400
