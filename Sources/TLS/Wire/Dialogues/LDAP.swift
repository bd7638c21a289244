import Basics
import X509

extension ApplicationProtocol {
    package static let ldap = ApplicationProtocol(
        "ldap",
        about: "directories (RFC 4511 §4.14, RFC 4513)",
        secureScheme: "ldaps",
        names: .rfc4513,
        upgradeFaults: [.refers, .answerAfterGoAhead],
        // Answer with a BindResponse for the next message number.
        nextAnswer: { request in response(0x61, request.count > 4 ? request[4] &+ 1 : 2, code: 0) },
        length: lengthOfElement(in:)
    ) { message, manner in
        let (number, operation) = envelope(of: message)
        guard message.holds(startTLS) else {
            return .says(resultTag(of: operation).map { response($0, number, code: 0) } ?? [])
        }
        if manner.takesTLS { return .goAhead(response(0x78, number, code: 0)) }
        return manner.fault == .refers
            ? .says(referral(number, to: manner.elsewhere))
            // The result code 52 means `unavailable` (RFC 4511 §4.1.9).
            : .says(response(0x78, number, code: 52))
    }

    /// The name of the extended operation StartTLS (RFC 4511 §4.14.1).
    private static let startTLS = "1.3.6.1.4.1.1466.20037"

    /// Returns the number of a message, and the tag of its operation (RFC 4511 §4.1.1).
    ///
    /// A number that is not an INTEGER of one byte counts as 0; a message without an operation
    /// counts as a BindRequest.
    private static func envelope(of message: [UInt8]) -> (number: UInt8, operation: UInt8) {
        guard let start = message.lengthOfElementHeader,
            let number = message.bytes(at: start, count: 3).map(Array.init),
            number.starts(with: [2, 1])
        else { return (0, 0x60) }
        return (number[2], message.bytes(at: start + 3, count: 1)?.first ?? 0x60)
    }

    /// Returns the tag of the result of an operation (RFC 4511 §4.2 to §4.12); nil for
    /// UnbindRequest and AbandonRequest, which have no result.
    private static func resultTag(of operation: UInt8) -> UInt8? {
        switch operation {
        case 0x42, 0x50: nil
        // DelRequest is not a constructed element.
        case 0x4a: 0x6b
        // SearchResultDone, and the results of changes, comparisons and extended operations.
        case 0x63: 0x65
        case 0x66, 0x68, 0x6c, 0x6e, 0x77: operation + 1
        default: 0x61
        }
    }

    /// Returns the length of the outermost element; an element whose length field has more than
    /// four bytes is never complete.
    @Sendable private static func lengthOfElement(in input: [UInt8]) -> Int? {
        input.lengthOfElement.flatMap { $0 <= input.count ? $0 : nil }
    }

    /// Returns a response to StartTLS with the result code `referral` (RFC 4511 §4.1.10, §4.14.2).
    private static func referral(_ number: UInt8, to place: String) -> [UInt8] {
        let list = element(0xa3, element(4, Array("ldap://\(place)/".utf8)))
        let result: [UInt8] = [0x0a, 1, 10, 4, 0, 4, 0] + list
        return element(0x30, [2, 1, number] + element(0x78, result))
    }

    private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        [tag, 0x82] + [UInt8](content.count, count: 2) + content
    }

    private static func response(_ operation: UInt8, _ number: UInt8, code: UInt8) -> [UInt8] {
        [0x30, 0x0c, 2, 1, number, operation, 7, 0x0a, 1, code, 4, 0, 4, 0]
    }
}

extension [UInt8] {
    /// The length of an element's tag and length (X.690 §8.1.3): one byte states a short length, or
    /// the number of bytes that follow.
    var lengthOfElementHeader: Int? {
        guard count >= 2 else { return nil }
        return self[1] < 0x80 ? 2 : 2 + Int(self[1] & 0x7f)
    }

    /// The length that an element states, with its header; nil if the length has not come.
    ///
    /// An element that states no length, or in more than four bytes, is longer than any message.
    var lengthOfElement: Int? {
        guard let header = lengthOfElementHeader else { return nil }
        if header == 2 { return self[1] < 0x80 ? 2 + Int(self[1]) : .max }
        guard header <= 6 else { return .max }
        return number(at: 2, count: header - 2).map { $0 + header }
    }
}
