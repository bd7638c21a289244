// A program that judges chains with a library that is not ours: one question a line, one answer a
// line, until the input ends.

import FoundationEssentials

/// A chain of a TLS server and what is asked of it.
public struct Question: Hashable, Sendable {
    /// In seconds since 1970.
    public let verifyDate: Int64
    /// A DNS name or an address; nil where nobody asks.
    public let host: String?
    /// In DER.
    public let anchors: [[UInt8]]
    /// In DER, as presented, the end entity first; never empty.
    public let chain: [[UInt8]]

    /// A question of these parts.
    public init(verifyDate: Int64, host: String?, anchors: [[UInt8]], chain: [[UInt8]]) {
        (self.verifyDate, self.host) = (verifyDate, host)
        (self.anchors, self.chain) = (anchors, chain)
    }

    /// Reads `SECONDS HOST ANCHORS CHAIN`: one space between fields, `-` for none, DER in base64
    /// joined by commas.
    ///
    /// - Throws: `LineError` where it is anything else.
    public init(line: String) throws(LineError) {
        let fields = line.split(separator: " ", omittingEmptySubsequences: false)
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

    /// What GeneralizedTime can say, the years 0 to 9999.
    ///
    /// Beyond them a library may trap, as swift-certificates 1.21.1 does.
    private static let verifyDates: ClosedRange<Int64> = -62_167_219_200...253_402_300_799

    private static func certificates(_ field: Substring) throws(LineError) -> [[UInt8]] {
        guard field != "-" else { return [] }
        var certificates: [[UInt8]] = []
        for text in field.split(separator: ",", omittingEmptySubsequences: false) {
            guard let data = Data(base64Encoded: String(text)), !data.isEmpty else {
                throw .base64(certificates.count)
            }
            certificates.append(Array(data))
        }
        return certificates
    }
}

/// A line that is no question.
public enum LineError: Error, Hashable, Sendable {
    case fields(Int)
    case verifyDate(String)
    case host
    /// In the certificate of this number, counted from 0 in its field.
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
            "'\(text)' is no verify date; write seconds since 1970, of the years 0 to 9999"
        case .host: "the host is empty or holds a NUL; write '-' for none"
        case .base64(let index):
            "certificate \(index) of a list is no base64; write '-' for an empty list"
        case .noChain: "no chain; write at least the end entity"
        }
    }
}
