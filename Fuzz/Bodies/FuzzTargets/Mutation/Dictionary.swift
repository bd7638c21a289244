import X509

/// The dictionary for libFuzzer's `-dict`, generated from the parser's own tables.
///
/// It has identifiers, types, times at their limits, and lengths in every form.
package enum DERDictionary {
    /// The text of `Fuzz/Dictionaries/der.dict`.
    package static let text =
        """
        # Words for libFuzzer to insert into DER: identifiers, types, times and lengths that
        # decoders treat specially. Generated from the parser's tables; a test compares them.

        """ + lines(identifiers) + lines(types) + lines(times) + lines(lengths)

    private typealias Word = (name: String, bytes: [UInt8])

    private static let identifiers: [Word] = ObjectIdentifier.known.map { identifier in
        let word = DERWriter.bytes { $0.objectIdentifier(identifier) }
        return (identifier.shortName, word)
    }

    private static let types: [Word] =
        KnownEncodings.types.map { ($0.name, [$0.tag.rawValue]) }
        + (UInt8(0)...8).flatMap { number -> [Word] in
            let primitive = DERTag.context(number, constructed: false)
            let constructed = DERTag.context(number, constructed: true)
            return [
                ("context-\(number)", [primitive.rawValue]),
                ("context-\(number)-constructed", [constructed.rawValue]),
            ]
        }

    private static let times: [Word] = KnownEncodings.times.map { time in
        (time.text, DERWriter.bytes { $0.primitive(time.tag, Array(time.text.utf8)) })
    }

    private static let lengths: [Word] = [
        ("length-indefinite", [0x80]), ("end-of-contents", [0, 0]),
        ("length-long-of-1", [0x81, 0x01]), ("length-128", [0x81, 0x80]),
        ("length-255", [0x81, 0xff]), ("length-256", [0x82, 0x01, 0x00]),
        ("length-65535", [0x82, 0xff, 0xff]), ("length-65536", [0x83, 0x01, 0x00, 0x00]),
        ("length-padded", [0x84, 0, 0, 0, 0x01]), ("length-most", [0x84, 0xff, 0xff, 0xff, 0xff]),
        ("length-of-five", [0x85, 0x01, 0, 0, 0, 0]),
        ("length-most-of-eight", [0x88, 0x7f] + [UInt8](repeating: 0xff, count: 7)),
        ("length-negative", [0x88] + [UInt8](repeating: 0xff, count: 8)),
    ]

    private static func lines(_ words: [Word]) -> String {
        words.map { word in
            // libFuzzer allows letters, digits, `_` and `-` in names.
            let name = word.name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
            let bytes = word.bytes.map { "\\x" + [$0].hex }.joined()
            return String(name) + "=\"" + bytes + "\"\n"
        }
        .joined()
    }
}
