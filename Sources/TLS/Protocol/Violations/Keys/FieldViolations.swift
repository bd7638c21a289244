import Crypto

extension Violation {
    /// Violations that exchange keys in a finite field that no client may accept.
    static let fields: [Violation] = [finiteFieldGroup] + lengths + forms + numbers

    /// An honest handshake in a finite field, the baseline for the violations in TLS 1.3.
    private static let finiteFieldGroup = Violation(
        "finite-field-group",
        about: "The server exchanges keys in a finite field that the client offers.",
        gain: .nothing,
        rule: "RFC 8446 §4.2.7",
        versions: [.v1_3],
        alert: nil,
        isAllowed: true,
        attacks: ["TLS-064"]
    ) { (script, facts) throws(NoOccasion) in
        guard case .agreed(let chosen, _) = script.secret, !chosen.isField,
            !script.steps.contains(.foldTranscript), script.resumption == nil
        else { throw .noStep }
        let offered = NamedGroup.allCases.filter {
            $0.isField && facts.hello.groups.contains($0.rawValue)
        }
        let shared = offered.first { group in
            facts.hello.shares.contains { $0.group == group.rawValue }
        }
        if let shared {
            guard try script.agree(on: shared, facts) else { throw .noField }
            return
        }
        guard let group = offered.first else { throw .noField }
        try script.ask(for: group, facts)
    }
    .changing(.script)

    // MARK: Fields

    /// Violations with fields whose primes are too short or too long.
    private static let lengths: [Violation] = [
        field("field-of-480-bits", "a 480-bit field", gain: .secrecy, "TLS-016") { () in
            FiniteField(prime: UnfitPrime.of480Bits)
        },
        // RFC 2246 had export suites with 512-bit fields; Logjam attacked the 512-bit field that
        // most servers used.
        field("field-of-512-bits", "a 512-bit field", gain: .secrecy, "TLS-016", "TLS-020") {
            () in
            FiniteField(prime: UnfitPrime.of512Bits)
        },
        field("field-of-1024-bits", "a 1024-bit field", gain: .secrecy, "TLS-016") {
            () throws(OpenSSLError) in try .oakley2()
        },
        field("field-of-11213-bits", "an 11213-bit field", gain: .nothing, "TLS-065") { () in
            FiniteField(prime: UnfitPrime.mersenne(11_213))
        },
    ]

    private static let forms: [Violation] = [
        field("even-field", "an even number as its prime", gain: .secrecy, "TLS-065") {
            () throws(OpenSSLError) in FiniteField(prime: try FiniteField.ffdhe(2048).prime.less(1))
        },
        // The number is a product of 3, 29 and other primes.
        field("composite-field", "a composite number as its prime", gain: .secrecy, "TLS-017") {
            () throws(OpenSSLError) in FiniteField(prime: try FiniteField.ffdhe(2048).prime.less(2))
        },
        field("small-subgroup", "a generator of a small subgroup", gain: .secrecy, "TLS-017") {
            () throws(OpenSSLError) in
            // The quotient is (prime - 1) / (2^24 - 1), so the generator has only 2^24 - 1 powers.
            let quotient = [[UInt8]](repeating: [0, 0, 2], count: 95).flatMap { $0 }
            let field = FiniteField(prime: UnfitPrime.mersenne(2_281))
            return FiniteField(prime: field.prime, generator: try field.power([3], quotient))
        },
        field("generator-of-1", "1 as its generator", gain: .secrecy, "TLS-065") {
            () throws(OpenSSLError) in
            FiniteField(prime: try FiniteField.ffdhe(2048).prime, generator: [1])
        },
        field(
            "generator-of-prime-less-1",
            "the prime - 1 as its generator",
            gain: .secrecy,
            "TLS-065"
        ) {
            () throws(OpenSSLError) in
            let prime = try FiniteField.ffdhe(2048).prime
            return FiniteField(prime: prime, generator: prime.less(1))
        },
    ]

    private static func field(
        _ name: String,
        _ about: String,
        gain: Gain,
        _ attacks: String...,
        make: @escaping @Sendable () throws(OpenSSLError) -> FiniteField
    ) -> Violation {
        Violation(
            name,
            about: "The server's key exchange has \(about).",
            gain: gain,
            rule: "RFC 5246 §F.1.1.3",
            versions: [.v1_2],
            alert: 40,
            or: [47, 71],
            attacks: attacks
        ) { (script, _) throws(NoOccasion) in
            guard case .agreed(_, let honest) = script.secret, honest.field != nil else {
                throw .noField
            }
            // With the generator p - 1, the share must be p - 1 too: (p - 1)^5 mod p = p - 1,
            // because the exponent 5 is odd.
            guard let field = try? make(), let key = try? KeyAgreement(.field(field), private: [5])
            else { throw .noStep }
            try script.editKeyExchange { $0.parameters = field.parameters(share: key.share) }
            script.secret = .exchanged(key)
        }
        .needing(.finiteField)
    }

    // MARK: Public numbers

    /// Violations with an unsuitable public number in a correct field.
    private static let numbers: [Violation] = [
        number("public-number-of-0", "0", gain: .secrecy, secret: 0) { _ in [0] },
        number("public-number-of-1", "1", gain: .secrecy, secret: 1) { _ in [1] },
        // If the client's exponent is even, as in half of all cases, the secret is 1.
        number("public-number-of-prime-less-1", "the prime - 1", gain: .secrecy, secret: 1) {
            $0.less(1)
        },
        number("public-number-of-prime", "the prime", gain: .secrecy, secret: 0) { $0 },
        Violation(
            "unpadded-public-number",
            about: "The server's public number is shorter than the prime.",
            gain: .nothing,
            rule: "RFC 8446 §4.2.8.1",
            versions: [.v1_3],
            alert: 47,
            attacks: ["TLS-064"]
        ) { (script, _) throws(NoOccasion) in
            guard case .agreed(let group, let honest) = script.secret, let field = honest.field,
                let key = try? KeyAgreement(.field(field), private: [1])
            else { throw .noField }
            script.secret = .agreed(group, key)
            try script.editPublicNumber(to: Array(key.share.drop { $0 == 0 }))
        }
        .needing(.finiteField),
    ]

    private static func number(
        _ name: String,
        _ about: String,
        gain: Gain,
        secret: UInt8,
        _ change: @escaping @Sendable (_ prime: [UInt8]) -> [UInt8]
    ) -> Violation {
        Violation(
            name,
            about: "The server's public number in a finite field is \(about).",
            gain: gain,
            rule: "RFC 8446 §4.2.8.1, RFC 7919 §3",
            versions: [.v1_2, .v1_3],
            alert: 47,
            or: [40],
            attacks: ["TLS-064", "TLS-065"]
        ) { (script, _) throws(NoOccasion) in
            guard case .agreed(_, let key) = script.secret, let prime = key.field?.prime else {
                throw .noField
            }
            let number = change(prime)
            let zeros = [UInt8](repeating: 0, count: prime.count - number.count)
            try script.editPublicNumber(to: zeros + number)
            // RFC 5246 §8.1.2 removes leading zeros.
            let padded = [UInt8](repeating: 0, count: prime.count - 1) + [secret]
            script.secret = .known(script.version == .v1_3 ? padded : padded.filter { $0 != 0 })
        }
        .needing(.finiteField)
    }
}

extension Script {
    /// Replaces the server's public number in a finite field.
    fileprivate mutating func editPublicNumber(to number: [UInt8]) throws(NoOccasion) {
        guard case .agreed(let group, let key) = secret, let field = key.field else {
            throw .noField
        }
        guard version == .v1_3 else {
            return try editKeyExchange { $0.parameters = field.parameters(share: number) }
        }
        try editHello { (hello) throws(NoOccasion) in
            let share = Extension.share(group.rawValue, number)
            hello.extensions?.set(Extension.keyShare, to: share.data)
        }
    }
}

extension [UInt8] {
    /// Returns this odd number minus a small number.
    fileprivate func less(_ difference: UInt8) -> [UInt8] {
        guard let last, last >= difference else { return self }
        return dropLast() + [last - difference]
    }
}

/// Numbers for finite fields that clients must reject.
private enum UnfitPrime {
    /// Returns 2 to this power, minus 1; for the exponents used here, this is a Mersenne prime.
    static func mersenne(_ power: Int) -> [UInt8] {
        [UInt8(truncatingIfNeeded: 1 << (power % 8) - 1)]
            + [UInt8](repeating: 0xff, count: power / 8)
    }

    // Random safe primes p: p and q = (p - 1) / 2 are prime, and 2 generates the subgroup of order
    // q.
    static let of480Bits: [UInt8] = [
        0xda, 0x71, 0x8e, 0xc8, 0x29, 0x90, 0x25, 0x1e, 0xd7, 0xfe, 0x41, 0x0a, 0xe2, 0x6a,
        0xea, 0x25, 0xad, 0xe1, 0x0d, 0xfb, 0x9f, 0x3f, 0x73, 0x1f, 0xa5, 0x33, 0x62, 0x87,
        0x4b, 0x7e, 0x7e, 0x94, 0xa4, 0x21, 0x59, 0xf3, 0x44, 0xd6, 0x92, 0xad, 0x6d, 0x44,
        0xbd, 0x0b, 0x4e, 0xe8, 0x02, 0x59, 0xa2, 0x96, 0x20, 0x41, 0x28, 0x9a, 0xff, 0xa2,
        0x8f, 0x00, 0xd3, 0xd7,
    ]

    static let of512Bits: [UInt8] = [
        0xe1, 0xb1, 0xdf, 0x01, 0xdb, 0x29, 0xd0, 0xa9, 0xf1, 0xd7, 0x91, 0xcf, 0xda, 0xb3,
        0x6f, 0x34, 0x41, 0x1e, 0x34, 0xf4, 0x7a, 0xdc, 0xab, 0x1a, 0x30, 0x85, 0xb5, 0x47,
        0x0b, 0x31, 0x05, 0x99, 0xe2, 0xf1, 0xef, 0xa0, 0xa9, 0xaf, 0x30, 0x78, 0x7b, 0x3e,
        0xeb, 0x0a, 0x69, 0x05, 0x6a, 0x04, 0x48, 0x2c, 0x88, 0x64, 0xfe, 0x2e, 0xd9, 0x02,
        0xbd, 0x2e, 0xe2, 0xdd, 0x8a, 0x82, 0xde, 0xbf,
    ]
}
