import COpenSSL

/// A message digest that a certificate's signature can use.
package enum Digest: String, CaseIterable, Hashable, Sendable {
    case md5
    case ripemd160
    case sha1
    case sha224
    case sha256
    case sha384
    case sha512
    case sha512_224 = "sha512-224"
    case sha512_256 = "sha512-256"
    case sha3_224 = "sha3-224"
    case sha3_256 = "sha3-256"
    case sha3_384 = "sha3-384"
    case sha3_512 = "sha3-512"

    /// OpenSSL's static description of the digest; never freed.
    var algorithm: OpaquePointer? {
        switch self {
        case .md5: EVP_md5()
        case .ripemd160: EVP_ripemd160()
        case .sha1: EVP_sha1()
        case .sha224: EVP_sha224()
        case .sha256: EVP_sha256()
        case .sha384: EVP_sha384()
        case .sha512: EVP_sha512()
        case .sha512_224: EVP_sha512_224()
        case .sha512_256: EVP_sha512_256()
        case .sha3_224: EVP_sha3_224()
        case .sha3_256: EVP_sha3_256()
        case .sha3_384: EVP_sha3_384()
        case .sha3_512: EVP_sha3_512()
        }
    }

    /// The length of the digest, in bytes.
    package var length: Int {
        switch self {
        case .md5: 16
        case .ripemd160, .sha1: 20
        case .sha224, .sha512_224, .sha3_224: 28
        case .sha256, .sha512_256, .sha3_256: 32
        case .sha384, .sha3_384: 48
        case .sha512, .sha3_512: 64
        }
    }

    /// Returns the provider's implementation, which is fetched once because each fetch is a search.
    ///
    /// The function throws if the provider lacks the digest, as in a build of OpenSSL without
    /// RIPEMD-160.
    func fetched() throws(OpenSSLError) -> OpaquePointer {
        guard let place = Self.allCases.firstIndex(of: self),
            let implementation = Self.implementations[place]
        else { throw OpenSSLError(function: "EVP_MD_fetch", queue: ["no \(rawValue)"]) }
        return implementation
    }

    /// The implementations in the order of the cases; an array, because a dictionary would hash
    /// names.
    ///
    /// They are never freed: they live as long as the process.
    private nonisolated(unsafe) static let implementations: [OpaquePointer?] =  // immutable
        allCases.map { EVP_MD_fetch(nil, EVP_MD_get0_name($0.algorithm), nil) }

    /// Returns the digest of `bytes`.
    package func hash(_ bytes: some Collection<UInt8>) throws(OpenSSLError) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: length)
        let implementation = try fetched()
        try checked("EVP_Digest") {
            withBytes(bytes) {
                EVP_Digest($0.baseAddress, $0.count, &output, nil, implementation, nil)
            }
        }
        return output
    }
}
