// A peer is a program that validates chains with a third-party library. It reads one question per
// line and writes one answer per line until the input ends.

import FoundationEssentials

/// A question to a peer: the chain of a TLS server, the anchors, the host and the time.
public struct Question: Hashable, Sendable {
    /// The verify date, in seconds since 1970.
    public let verifyDate: Int64
    /// A DNS name or an address; nil to ignore the name.
    public let host: String?
    /// The anchors, each in DER.
    public let anchors: [[UInt8]]
    /// The presented certificates, each in DER, the end entity first; never empty.
    public let chain: [[UInt8]]

    /// Creates a question from its parts.
    public init(verifyDate: Int64, host: String?, anchors: [[UInt8]], chain: [[UInt8]]) {
        (self.verifyDate, self.host) = (verifyDate, host)
        (self.anchors, self.chain) = (anchors, chain)
    }

    /// Reads `SECONDS HOST ANCHORS CHAIN`.
    ///
    /// One space separates the fields, and `-` means none. DER is in base64, joined by commas.
    ///
    /// - Throws: `LineError` for any other form.
    public init(line: String) throws(LineError) {
        // The line is split as bytes, because it has thousands of them and characters are slower.
        let fields = line.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
            .map { Substring($0) }
        guard fields.count == 4 else { throw .fields(fields.count) }
        guard let seconds = Int64(fields[0]), fields[0] == "\(seconds)",
            Self.verifyDates.contains(seconds)
        else {
            throw .verifyDate(String(fields[0]))
        }
        let host = fields[1]
        guard !host.isEmpty, !host.utf8.contains(0) else { throw .host }
        verifyDate = seconds
        self.host = host == "-" ? nil : String(host)
        anchors = try Self.certificates(fields[2])
        chain = try Self.certificates(fields[3])
        guard !chain.isEmpty else { throw .noChain }
    }

    /// The years 0 to 9999, the range of GeneralizedTime.
    ///
    /// A library may trap on a date outside this range, as swift-certificates 1.21.1 does.
    private static let verifyDates: ClosedRange<Int64> = -62_167_219_200...253_402_300_799

    private static func certificates(_ field: Substring) throws(LineError) -> [[UInt8]] {
        guard field != "-" else { return [] }
        var certificates: [[UInt8]] = []
        let texts = field.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        for text in texts {
            guard let data = Data(base64Encoded: String(Substring(text))), !data.isEmpty else {
                throw .base64(certificates.count)
            }
            certificates.append(Array(data))
        }
        return certificates
    }
}

/// The reason why a line is not a question.
public enum LineError: Error, Hashable, Sendable {
    case fields(Int)
    case verifyDate(String)
    case host
    /// A certificate is not valid base64; the value is its index in the field, from 0.
    case base64(Int)
    case noChain
}

extension LineError: CustomStringConvertible {
    /// A lowercase fragment that fits after "line 3: ".
    public var description: String {
        switch self {
        case .fields(let count):
            "\(count) fields; a question is SECONDS HOST ANCHORS CHAIN, one space between them"
        case .verifyDate(let text):
            "'\(text)' is not a verify date; write seconds since 1970, within the years 0 to 9999"
        case .host: "the host is empty or holds a NUL; write '-' for none"
        case .base64(let index):
            "certificate \(index) of a list is not base64; write '-' for an empty list"
        case .noChain: "no chain; write at least the end entity"
        }
    }
}
