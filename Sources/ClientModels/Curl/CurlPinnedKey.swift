import Basics
import Crypto
import X509

// The comparison of pins in `Curl_pin_peer_pubkey` (curl 5c61e168, lib/vtls/vtls.c).
extension CurlPinnedKey {
    private static let start = Array("sha256//".utf8)
    /// The largest size of a file with a key, in bytes: `MAX_PINNED_PUBKEY_SIZE`.
    static let maximumSize = 1 << 20

    /// Creates the option's value for these hashes; nil for an empty list.
    init?(hashes: [[UInt8]]) {
        guard !hashes.isEmpty else { return nil }
        self = .text(hashes.map { "sha256//" + Base64.text($0) }.joined(separator: ";"))
    }

    /// Whether a peer's DER SubjectPublicKeyInfo equals the pinned SubjectPublicKeyInfo.
    func matches(spki: [UInt8], in version: CurlPinning.Version) -> Bool {
        switch self {
        case .text(let text):
            guard let hash = try? Digest.sha256.hash(spki) else { return false }
            let encoded = Base64.encode(hash)
            return Self.hashes(in: Array(text.utf8), between: version.separator)
                .contains { $0.elementsEqual(encoded) }
        case .file(let bytes):
            return Self.isKey(spki, of: bytes)
        }
    }

    /// Whether any key at all can match.
    func canMatch(in version: CurlPinning.Version) -> Bool {
        switch self {
        case .text(let text):
            Self.hashes(in: Array(text.utf8), between: version.separator).contains { hash in
                Base64.decode(hash).map { $0.count == 32 && Base64.encode($0) == Array(hash) }
                    ?? false
            }
        case .file(let bytes): Self.isPublicKey(bytes)
        }
    }

    /// Whether a file contains a public key, DER or PEM.
    static func isPublicKey(_ file: [UInt8]) -> Bool {
        file.count <= maximumSize
            && [file, decoded(pem: file) ?? []].contains { spki in
                (try? PublicKey(spki: spki)) != nil
            }
    }

    /// Returns the hashes as written.
    ///
    /// curl compares the hashes as text, so another spelling of the same hash does not match.
    private static func hashes(
        in text: [UInt8],
        between separator: [UInt8]
    ) -> [ArraySlice<UInt8>] {
        var hashes: [ArraySlice<UInt8>] = []
        var rest = text[...]
        while rest.starts(with: start) {
            rest = rest.dropFirst(start.count)
            let end = rest.firstPlace(of: separator)?.lowerBound ?? rest.endIndex
            hashes.append(rest[..<end])
            rest = rest[end...].dropFirst()
        }
        return hashes
    }

    /// Whether a file contains this key.
    ///
    /// A file of the key's length is read as DER, a longer file as PEM; a shorter file cannot
    /// match.
    private static func isKey(_ spki: [UInt8], of file: [UInt8]) -> Bool {
        guard file.count <= maximumSize, spki.count <= file.count else { return false }
        return spki.count == file.count ? spki == file : spki == decoded(pem: file)
    }

    /// Returns the first block, as `pubkey_pem_to_der` does; nil unless the block begins a line and
    /// decodes.
    private static func decoded(pem file: [UInt8]) -> [UInt8]? {
        let newline = UInt8(ascii: "\n")
        // curl reads the file as a C string, up to the first zero byte.
        let text = file.prefix { $0 != 0 }
        guard let begin = text.firstPlace(of: Array("-----BEGIN PUBLIC KEY-----".utf8)),
            begin.lowerBound == text.startIndex || text[begin.lowerBound - 1] == newline,
            let end = text[begin.upperBound...]
                .firstPlace(of: Array("\n-----END PUBLIC KEY-----".utf8))
        else { return nil }
        let body = text[begin.upperBound..<end.lowerBound]
            .filter { $0 != newline && $0 != UInt8(ascii: "\r") }
        return body.isEmpty ? nil : Base64.decode(body)
    }
}

extension CurlPinning.Version {
    /// The text that ends a hash (vtls.c:488).
    ///
    /// Up to 8.17 the next hash's prefix had to follow the semicolon (9f979ea683).
    fileprivate var separator: [UInt8] {
        Array((splitsAtAnySemicolon ? ";" : ";sha256//").utf8)
    }
}
