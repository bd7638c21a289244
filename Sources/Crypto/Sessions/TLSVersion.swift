/// A protocol version, by its number in scenario files.
package enum TLSVersion: String, CaseIterable, Comparable, Hashable, Sendable {
    /// SSL 3.0, the predecessor of TLS (RFC 6101); scenario files cannot name it.
    case ssl3 = "SSL 3.0"
    case v1_0 = "1.0"
    case v1_1 = "1.1"
    case v1_2 = "1.2"
    case v1_3 = "1.3"

    /// The number on the wire (RFC 8446 §4.2.1, appendix D), which libssl also uses.
    var number: CInt {
        switch self {
        case .ssl3: 0x0300
        case .v1_0: 0x0301
        case .v1_1: 0x0302
        case .v1_2: 0x0303
        case .v1_3: 0x0304
        }
    }

    /// The TLS versions.
    package static let allCases: [TLSVersion] = [.v1_0, .v1_1, .v1_2, .v1_3]

    package static func < (left: TLSVersion, right: TLSVersion) -> Bool {
        left.number < right.number
    }
}
