import PathValidation
import TLS

extension Forms {
    /// The form of the DNS records of a setup.
    static let dns = Form<DeclaredNames>.mapping(
        "names in DNS",
        definition: "names",
        from: DeclaredNames(),
        [
            Member(
                "tlsa",
                "the TLSA records of the server (RFC 6698); an empty list for a host without them",
                .list(of: association, orOne: true, isEmptyAllowed: true),
                at: \.associations,
                examples: ["{ of: leaf }", "[{ of: root, usage: dane-ta, selector: certificate }]"]
            ),
            Member(
                "domain",
                "the domain whose mail the server takes; the domain above its host unless stated",
                .text(.hostName),
                at: \.domain,
                examples: ["example.test"]
            ),
            Member(
                "mx",
                "the mail hosts of the domain, preferred first; the server's host unless stated",
                .list(of: .text(.hostName), orOne: true),
                sets: \.mailHosts,
                examples: ["mail.example.test"]
            ),
            Member(
                "insecure",
                "the types of records whose answers are not authenticated, as in an unsigned zone",
                .list(of: .word(.recordTypes), orOne: true),
                sets: \.insecure,
                examples: ["tlsa", "[mx, a, tlsa]"]
            ),
            Member(
                "fails",
                "the types of records for which queries fail (SERVFAIL)",
                .list(of: .word(.recordTypes), orOne: true),
                sets: \.failing,
                examples: ["tlsa"]
            ),
            Member(
                "mta-sts",
                "the MTA-STS policy of the domain (RFC 8461)",
                mailPolicy,
                at: \.policy,
                examples: ["{ mode: enforce, serve: [policy-host, intermediate] }"]
            ),
        ]
    )

    private static let association = Form<DeclaredNames.Association>.mapping(
        "a TLSA record",
        definition: "tlsa",
        from: DeclaredNames.Association(),
        [
            Member(
                "of",
                "the entity that the record is about",
                .text(.name),
                at: \.entity,
                examples: ["leaf"]
            ),
            Member(
                "data",
                "the record's data in hex, for a record without an entity",
                .text(.hex),
                at: \.data,
                examples: ["00*32"]
            ),
            Member(
                "usage",
                "the certificate usage, by name or number; dane-ee unless stated",
                .text(.field("certificate usage", TLSARecord.Usage.words)),
                sets: \.usage,
                examples: ["dane-ta"]
            ),
            Member(
                "selector",
                "the part of the certificate, by name or number; spki unless stated",
                .text(.field("selector", TLSARecord.Selector.words)),
                sets: \.selector,
                examples: ["certificate"]
            ),
            Member(
                "matching",
                "the matching type, by name or number; sha256 unless stated",
                .text(.field("matching type", TLSARecord.MatchingType.words)),
                sets: \.matchingType,
                examples: ["full"]
            ),
            Member(
                "times",
                "the number of copies of the record, which differ in their last two bytes; 1 unless "
                    + "stated",
                .text(.number(1...1_000)),
                sets: \.times
            ),
            Member(
                "host",
                "the host that the record belongs to; the server's unless stated",
                .text(.hostName),
                at: \.host,
                examples: ["other.example.test"]
            ),
        ]
    )

    private static let mailPolicy = Form<DeclaredNames.Policy>.mapping(
        "an MTA-STS policy",
        definition: "mta-sts",
        from: DeclaredNames.Policy(),
        [
            Member(
                "mode",
                "what senders do with a server that breaks the policy; enforce unless stated",
                .word(.mailPolicyModes),
                sets: \.mode
            ),
            Member(
                "mx",
                "the patterns of mail hosts; the server's host unless stated",
                .list(of: .text(.prose("mx")), orOne: true),
                at: \.mx,
                examples: ["*.example.test"]
            ),
            Member(
                "max-age",
                "how long senders remember the policy, in seconds; a week unless stated",
                .text(.number(0...31_557_600)),
                sets: \.maxAge
            ),
            Member(
                "serve",
                "the entities that the policy host serves, in order",
                .list(of: .text(.name), orOne: true),
                sets: \.serve,
                examples: ["[policy-host, intermediate]"]
            ),
            Member(
                "record",
                "the text of the record _mta-sts; a correct record unless stated",
                .text(.prose("record")),
                at: \.record,
                examples: ["v=STSv1"]
            ),
        ]
    )
}

extension Vocabulary {
    static let recordTypes = Vocabulary(
        "record type",
        names: DNSZone.RecordType.allCases.map(\.rawValue)
    )
    static let mailPolicyModes = Vocabulary(
        "mode of a policy",
        names: MailPolicy.Mode.allCases.map(\.rawValue)
    )
}

extension Syntax where Parsed == UInt8 {
    /// Returns the syntax of a field of a TLSA record: a name of one of its values, or a number
    /// from 0 to 255.
    fileprivate static func field(
        _ noun: String,
        _ words: [(name: String, number: UInt8)]
    ) -> Syntax {
        Syntax(
            "a \(noun)",
            pattern: "^[0-9]{1,3}$",
            words: words.map(\.name),
            readings: .textOrNumber,
            write: { number in
                words.first { $0.number == number }.map { .word($0.name) } ?? .number(Int(number))
            }
        ) { text throws(Fault) in
            if let word = words.first(where: { $0.name == text }) { return word.number }
            guard let number = wholeNumber(text) else {
                throw .unknownWord(text, noun: noun, known: words.map(\.name))
            }
            guard let byte = UInt8(exactly: number) else { throw .badNumber(text, in: 0...255) }
            return byte
        }
    }
}

extension TLSARecord.Usage {
    fileprivate static let words = allCases.map { (name: $0.name, number: $0.rawValue) }
}

extension TLSARecord.Selector {
    fileprivate static let words = allCases.map { (name: $0.name, number: $0.rawValue) }
}

extension TLSARecord.MatchingType {
    fileprivate static let words = allCases.map { (name: $0.name, number: $0.rawValue) }
}
