/// An extension of a message (RFC 8446 §4.2), with unparsed content.
package struct Extension: Hashable, Sendable {
    package var type: UInt16
    package var data: [UInt8]

    package init(_ type: UInt16, _ data: [UInt8] = []) {
        self.type = type
        self.data = data
    }

    package static let serverName: UInt16 = 0
    package static let statusRequest: UInt16 = 5
    package static let supportedGroups: UInt16 = 10
    package static let pointFormats: UInt16 = 11
    package static let signatureAlgorithms: UInt16 = 13
    package static let protocols: UInt16 = 16
    package static let statusRequestOfSeveral: UInt16 = 17
    package static let certificateSCTs: UInt16 = 18
    package static let serverCertificateType: UInt16 = 20
    package static let encryptThenMAC: UInt16 = 22
    package static let extendedMasterSecret: UInt16 = 23
    package static let compressCertificate: UInt16 = 27
    package static let delegatedCredential: UInt16 = 34
    package static let sessionTicket: UInt16 = 35
    package static let preSharedKey: UInt16 = 41
    package static let earlyData: UInt16 = 42
    package static let supportedVersions: UInt16 = 43
    package static let pskModes: UInt16 = 45
    package static let certificateAuthorities: UInt16 = 47
    package static let postHandshakeAuth: UInt16 = 49
    package static let cookie: UInt16 = 44
    package static let keyShare: UInt16 = 51
    package static let encryptedHello: UInt16 = 0xfe0d
    package static let renegotiationInfo: UInt16 = 0xff01

    /// Returns the name of an extension type in IANA's registry; `extension N` for a type that is
    /// not in the table.
    package static func name(of type: UInt16) -> String {
        names[type] ?? "extension \(type)"
    }

    private static let names: [UInt16: String] = [
        serverName: "server_name", 1: "max_fragment_length", 4: "truncated_hmac",
        statusRequest: "status_request", supportedGroups: "supported_groups",
        pointFormats: "ec_point_formats", 15: "heartbeat",
        protocols: "application_layer_protocol_negotiation",
        statusRequestOfSeveral: "status_request_v2",
        certificateSCTs: "signed_certificate_timestamp",
        19: "client_certificate_type",
        serverCertificateType: "server_certificate_type",
        extendedMasterSecret: "extended_master_secret",
        compressCertificate: "compress_certificate", 28: "record_size_limit",
        delegatedCredential: "delegated_credential", sessionTicket: "session_ticket",
        preSharedKey: "pre_shared_key",
        certificateAuthorities: "certificate_authorities", postHandshakeAuth: "post_handshake_auth",
        earlyData: "early_data", supportedVersions: "supported_versions", cookie: "cookie",
        keyShare: "key_share", 13_172: "next_protocol_negotiation",
        encryptedHello: "encrypted_client_hello", renegotiationInfo: "renegotiation_info",
    ]

    /// Returns the extension with the application protocol that a server chose (RFC 7301 §3.1).
    package static func applicationProtocol(_ name: String) -> Extension {
        var list: [UInt8] = []
        list.putVector(Array(name.utf8), lengthBytes: 1)
        var data: [UInt8] = []
        data.putVector(list, lengthBytes: 2)
        return Extension(protocols, data)
    }

    /// Returns the extension with the index of the server's choice among the client's identities
    /// (RFC 8446 §4.2.11).
    package static func preSharedKey(at index: Int) -> Extension {
        Extension(preSharedKey, [UInt8](UInt16(truncatingIfNeeded: index)))
    }

    /// Returns the extension with a server's key share (RFC 8446 §4.2.8).
    package static func share(_ group: UInt16, _ bytes: [UInt8]) -> Extension {
        var data = [UInt8](group)
        data.putVector(bytes, lengthBytes: 2)
        return Extension(keyShare, data)
    }
}

extension [Extension] {
    /// The extensions as bytes, after the length of the list.
    package var encoded: [UInt8] {
        var list: [UInt8] = []
        for item in self {
            list.put(Int(item.type), bytes: 2)
            list.putVector(item.data, lengthBytes: 2)
        }
        var bytes: [UInt8] = []
        bytes.putVector(list, lengthBytes: 2)
        return bytes
    }

    /// Removes each extension of this type.
    package mutating func leaveOut(_ type: UInt16) { removeAll { $0.type == type } }

    /// Replaces the content of the extension of this type.
    package mutating func set(_ type: UInt16, to data: [UInt8]) {
        for index in indices where self[index].type == type { self[index].data = data }
    }
}
