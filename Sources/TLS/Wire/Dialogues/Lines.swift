import X509

// Protocols whose messages are lines. The answers are the shortest with which clients continue.

extension ApplicationProtocol {
    /// Makes a protocol whose messages are lines.
    init(
        _ name: String,
        about: String,
        transports: [Transport] = [.starttls, .implicit],
        secureScheme: String? = nil,
        applicationNames: [String] = [],
        names: NameRule = .rfc9525,
        upgradeFaults: Set<UpgradeFault> = [],
        greeting: @escaping @Sendable (Manner) -> String,
        greetingAfterUpgrade: String = "",
        nextAnswer: @escaping @Sendable (_ request: Line) -> String = { _ in "" },
        reply: @escaping @Sendable (Line, Manner) -> Reply
    ) {
        self.init(
            name,
            about: about,
            transports: transports,
            secureScheme: secureScheme,
            applicationNames: applicationNames,
            names: names,
            upgradeFaults: upgradeFaults,
            greeting: { Array(greeting($0).utf8) },
            greetingAfterUpgrade: Array(greetingAfterUpgrade.utf8),
            nextAnswer: { Array(nextAnswer(Line($0)).utf8) },
            length: { input in input.firstIndex(of: 10).map { $0 + 1 } },
            reply: { reply(Line($0), $1) }
        )
    }
}

/// A client's line, split at blanks.
struct Line {
    let words: [String]

    init(_ message: [UInt8]) {
        // Split bytes, not characters: a split at Unicode white space took a quarter of the time of
        // the fuzz target HearDialogue.
        words = message.split { $0 == 0x20 || (0x09...0x0d).contains($0) }
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// The first word, in capitals.
    var command: String { word(0) }

    /// Returns a word in capitals; empty if the line has fewer words.
    func word(_ index: Int) -> String { words.count > index ? words[index].uppercased() : "" }
}
