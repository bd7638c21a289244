import OpenSSL
import TLSProtocol

/// A session that a server's ticket stands for (RFC 8446 §4.6.1, RFC 5077 §3.3).
package struct ClientSession: Hashable, Sendable {
    let ticket: [UInt8]
    let secret: [UInt8]
    let suite: Suite
    /// Whether TLS 1.2's master secret is of the transcript.
    var hasExtendedMasterSecret = false

    /// Whether it is of TLS 1.3.
    var isNewest: Bool { suite.keyExchange == .unstated }

    /// The extension of a hello, its binder empty.
    var offer: Extension {
        var (identity, list, data): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
        identity.putVector(ticket, lengthOctets: 2)
        // An age of nothing; the engine does not read it.
        identity.put(0, octets: 4)
        data.putVector(identity, lengthOctets: 2)
        list.putVector([UInt8](repeating: 0, count: suite.digest.length), lengthOctets: 1)
        data.putVector(list, lengthOctets: 2)
        return Extension(Extension.preSharedKey, data)
    }

    /// The hello with its binder, which stands at its end.
    func bound(_ hello: [UInt8]) throws(OpenSSLError) -> [UInt8] {
        let count = suite.digest.length
        // Before it the lengths of the list and of the binder.
        let hash = try suite.digest.hash(hello.dropLast(count + 3))
        return hello.dropLast(count) + (try Derivation.binder(of: secret, suite.digest, over: hash))
    }
}
