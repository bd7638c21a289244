import TLS

extension ClientHello {
    /// The ClientHello, equal on every machine, for which scripts are generated and judged.
    ///
    /// Like libssl's client, it requests a staple and tickets and sends a key share of X25519. It
    /// offers everything that Hatpin's engine supports, except certificate compression, other
    /// certificate types, sessions and application protocols.
    static let standard = Result { () throws(ProtocolFailure) in try ClientHello(standardMessage) }

    private static var standardMessage: [UInt8] {
        let fixed = [UInt8](repeating: 7, count: 32)
        // legacy_version, random and a session ID for middleboxes (RFC 8446 §D.4).
        var body: [UInt8] = [3, 3] + fixed
        body.putVector(fixed, lengthBytes: 1)
        // TLS_EMPTY_RENEGOTIATION_INFO_SCSV (RFC 5746 §3.3).
        body.putVector(vector(EngineSuite.all.map(\.code) + [0x00ff]), lengthBytes: 2)
        body.putVector([0], lengthBytes: 1)
        return HandshakeType.clientHello.message(body + standardExtensions.encoded)
    }

    private static var standardExtensions: [Extension] {
        var name: [UInt8] = [0]
        name.putVector(Array("www.example.test".utf8), lengthBytes: 2)
        var share = vector([NamedGroup.x25519.rawValue])
        share.putVector([9] + [UInt8](repeating: 0, count: 31), lengthBytes: 2)
        let schemes = HandshakeScheme.allCases.map(\.rawValue)
        return [
            Extension(Extension.serverName, counted(name)),
            Extension(Extension.pointFormats, [1, 0]),
            Extension(
                Extension.supportedGroups,
                counted(vector(NamedGroup.allCases.map(\.rawValue)))
            ),
            Extension(Extension.sessionTicket),
            // OCSP, with neither responders nor extensions (RFC 6066 §8).
            Extension(Extension.statusRequest, [1, 0, 0, 0, 0]),
            Extension(Extension.encryptThenMAC), Extension(Extension.extendedMasterSecret),
            Extension(Extension.signatureAlgorithms, counted(vector(schemes))),
            Extension(Extension.supportedVersions, [4, 3, 4, 3, 3]),
            // The only mode is psk_dhe_ke.
            Extension(Extension.pskModes, [1, 1]),
            Extension(Extension.keyShare, counted(share)),
        ]
    }

    private static func vector(_ numbers: [UInt16]) -> [UInt8] {
        numbers.flatMap { [UInt8]($0) }
    }

    private static func counted(_ content: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.putVector(content, lengthBytes: 2)
        return bytes
    }
}
