import Crypto

/// A session from a server's ticket (RFC 8446 §4.6.1, RFC 5077 §3.3).
package struct ClientSession: Hashable, Sendable {
    var ticket: [UInt8]
    let secret: [UInt8]
    let suite: EngineSuite
    /// Whether TLS 1.2's extended master secret was used (RFC 7627).
    var hasExtendedMasterSecret = false
    /// The maximum of early data, in bytes.
    var earlyData = 0
    var applicationProtocol: String?

    /// Whether this is a session of TLS 1.3.
    var isNewest: Bool { suite.keyExchange == .unstated }
}

/// Sessions of TLS 1.3, in the order of the hello.
extension [ClientSession] {
    /// The extension for a hello, with empty binders.
    var offer: Extension {
        var (identities, data): ([UInt8], [UInt8]) = ([], [])
        for session in self {
            identities.putVector(session.ticket, lengthBytes: 2)
            // The ticket age is 0; the engine does not read it.
            identities.put(0, bytes: 4)
        }
        data.putVector(identities, lengthBytes: 2)
        data += Self.list(emptyBinders)
        return Extension(Extension.preSharedKey, data)
    }

    /// Fills in the binders at the end of the hello; the binders also cover the messages before the
    /// hello.
    func bound(
        _ hello: [UInt8],
        after transcript: [UInt8]
    ) throws(OpenSSLError) -> [UInt8] {
        let start = [UInt8](hello.dropLast(Self.list(emptyBinders).count))
        var binders: [[UInt8]] = []
        for session in self {
            let digest = session.suite.digest
            let hash = try digest.hash(transcript + start)
            binders.append(try Derivation.binder(of: session.secret, digest, over: hash))
        }
        return start + Self.list(binders)
    }

    private var emptyBinders: [[UInt8]] {
        map { [UInt8](repeating: 0, count: $0.suite.digest.length) }
    }

    private static func list(_ binders: [[UInt8]]) -> [UInt8] {
        var (list, data): ([UInt8], [UInt8]) = ([], [])
        for binder in binders { list.putVector(binder, lengthBytes: 1) }
        data.putVector(list, lengthBytes: 2)
        return data
    }
}
