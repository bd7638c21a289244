import COpenSSL

/// A record-layer cipher with one key, for one direction.
///
/// The key is set once, because making a new context for each record takes longer than encrypting a
/// short record. Use a cipher on one thread at a time.
package final class RecordCipher {
    package enum Algorithm: Int, CaseIterable, Hashable, Sendable {
        case aes128GCM, aes256GCM, chaCha20Poly1305
        case aes128CCM, aes256CCM, aes128CCM8, aes256CCM8
        case aria128GCM, aria256GCM
        case aes128CBC, aes256CBC, camellia128CBC, camellia256CBC, tripleDES
        // OpenSSL has the following ciphers in its legacy provider.
        case seed, des, rc4
        /// No encryption.
        case null

        /// The length of the key, in bytes.
        package var keyLength: Int {
            switch self {
            case .aes128GCM, .aes128CCM, .aes128CCM8, .aria128GCM, .aes128CBC, .camellia128CBC,
                .seed, .rc4:
                16
            case .tripleDES: 24
            case .des: 8
            case .null: 0
            default: 32
            }
        }

        /// The length of the tag, in bytes; 0 for ciphers without authentication.
        package var tagLength: Int {
            switch self {
            case .aes128CBC, .aes256CBC, .camellia128CBC, .camellia256CBC, .tripleDES, .seed, .des,
                .rc4, .null:
                0
            case .aes128CCM8, .aes256CCM8: 8
            default: 16
            }
        }

        /// The length of the chained blocks, in bytes.
        package var blockLength: Int {
            switch self {
            case .tripleDES, .des: 8
            default: 16
            }
        }

        fileprivate var name: StaticString {
            switch self {
            case .aes128GCM: "AES-128-GCM"
            case .aes256GCM: "AES-256-GCM"
            case .chaCha20Poly1305: "ChaCha20-Poly1305"
            case .aes128CCM, .aes128CCM8: "AES-128-CCM"
            case .aes256CCM, .aes256CCM8: "AES-256-CCM"
            case .aes128CBC: "AES-128-CBC"
            case .aes256CBC: "AES-256-CBC"
            case .aria128GCM: "ARIA-128-GCM"
            case .aria256GCM: "ARIA-256-GCM"
            case .camellia128CBC: "CAMELLIA-128-CBC"
            case .camellia256CBC: "CAMELLIA-256-CBC"
            case .tripleDES: "DES-EDE3-CBC"
            case .seed: "SEED-CBC"
            case .des: "DES-CBC"
            case .rc4: "RC4"
            case .null: "NULL"
            }
        }

        fileprivate var isCCM: Bool {
            switch self {
            case .aes128CCM, .aes256CCM, .aes128CCM8, .aes256CCM8: true
            default: false
            }
        }

        private var isOfLegacy: Bool { [.seed, .des, .rc4].contains(self) }

        /// The default provider's implementations, fetched once and never freed.
        private nonisolated(unsafe) static let usual =  // immutable
            allCases.map { $0.isOfLegacy ? nil : $0.fetch(from: nil) }

        /// The legacy provider's implementations; the first connection that needs such a cipher
        /// loads the provider.
        private nonisolated(unsafe) static let legacy =  // immutable
            LegacyProvider.context.map { context in
                allCases.map { $0.isOfLegacy ? $0.fetch(from: context) : nil }
            }

        private func fetch(from library: OpaquePointer?) -> OpaquePointer? {
            EVP_CIPHER_fetch(
                library,
                UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self),
                nil
            )
        }

        fileprivate func fetched() throws(OpenSSLError) -> OpaquePointer {
            let implementations = isOfLegacy ? try Self.legacy.get() : Self.usual
            guard let implementation = implementations[rawValue] else {
                throw OpenSSLError(function: "EVP_CIPHER_fetch", queue: ["no \(name)"])
            }
            return implementation
        }
    }

    private let context: OpaquePointer
    package let algorithm: Algorithm

    /// Makes a cipher that either seals or opens.
    ///
    /// - Throws: `OpenSSLError` for a key of another length, and if the cipher's provider is
    ///   missing.
    package init(_ algorithm: Algorithm, key: [UInt8], seals: Bool) throws(OpenSSLError) {
        let implementation = try algorithm.fetched()
        guard key.count == algorithm.keyLength else {
            throw OpenSSLError(function: "EVP_CipherInit_ex", queue: ["a key of another length"])
        }
        context = try Self.context(algorithm, implementation, key, seals ? 1 : 0)
        self.algorithm = algorithm
    }

    private static func context(
        _ algorithm: Algorithm,
        _ implementation: OpaquePointer,
        _ key: [UInt8],
        _ direction: CInt
    ) throws(OpenSSLError) -> OpaquePointer {
        let context = try owned("EVP_CIPHER_CTX_new") { EVP_CIPHER_CTX_new() }
        // CCM needs its lengths before its key.
        let isReady =
            EVP_CipherInit_ex(context, implementation, nil, nil, nil, direction) == 1
            && (!algorithm.isCCM || setLengths(context, tagLength: algorithm.tagLength))
            && EVP_CipherInit_ex(context, nil, nil, key, nil, direction) == 1
        guard isReady else {
            EVP_CIPHER_CTX_free(context)
            throw OpenSSLError(draining: "EVP_CipherInit_ex")
        }
        EVP_CIPHER_CTX_set_padding(context, 0)
        return context
    }

    private static func setLengths(_ context: OpaquePointer, tagLength: Int) -> Bool {
        EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, 12, nil) == 1
            && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, CInt(tagLength), nil) == 1
    }

    deinit { EVP_CIPHER_CTX_free(context) }

    /// Returns the ciphertext followed by its tag.
    ///
    /// The nonce has 12 bytes; `data` is authenticated but not encrypted.
    package func seal(
        _ plaintext: [UInt8],
        nonce: [UInt8],
        authenticating data: [UInt8]
    ) throws(OpenSSLError) -> [UInt8] {
        try start(nonce)
        try announce(data, count: plaintext.count)
        let (context, tagLength) = (context, algorithm.tagLength)
        var sealed = [UInt8](repeating: 0, count: plaintext.count + tagLength)
        try checked("EVP_CipherUpdate") {
            sealed.withUnsafeMutableBufferPointer { output in
                guard let start = output.baseAddress else { return 0 }
                var count: CInt = 0
                let end = start + plaintext.count
                guard
                    EVP_CipherUpdate(context, start, &count, plaintext, CInt(plaintext.count)) > 0,
                    EVP_CipherFinal_ex(context, end, &count) > 0
                else { return 0 }
                let get = EVP_CTRL_AEAD_GET_TAG
                return EVP_CIPHER_CTX_ctrl(context, get, CInt(tagLength), end)
            }
        }
        return sealed
    }

    /// Returns the plaintext of a ciphertext with its tag; nil if the tag is wrong.
    package func open(
        _ sealed: [UInt8],
        nonce: [UInt8],
        authenticating data: [UInt8]
    ) throws(OpenSSLError) -> [UInt8]? {
        let count = sealed.count - algorithm.tagLength
        guard count >= 0 else { return nil }
        let (context, tagLength, isCCM) = (context, algorithm.tagLength, algorithm.isCCM)
        // CCM needs the tag before it decrypts; the other ciphers need the tag at the end.
        var tag = Array(sealed[count...])
        try start(nonce)
        try checked("EVP_CIPHER_CTX_ctrl") {
            EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, CInt(tagLength), &tag)
        }
        try announce(data, count: count)
        var plaintext = [UInt8](repeating: 0, count: count)
        var written: CInt = 0
        var rest = [UInt8](repeating: 0, count: 16)
        forgetErrors()
        guard EVP_CipherUpdate(context, &plaintext, &written, sealed, CInt(count)) > 0,
            isCCM || EVP_CipherFinal_ex(context, &rest, &written) > 0
        else { return nil }
        return plaintext
    }

    /// Encrypts or decrypts whole blocks with CBC, without padding.
    ///
    /// - Throws: `OpenSSLError` for an incomplete block.
    package func chain(
        _ blocks: [UInt8],
        from vector: [UInt8]
    ) throws(OpenSSLError)
        -> [UInt8]
    {
        guard blocks.count % algorithm.blockLength == 0 else {
            throw OpenSSLError(function: "EVP_CipherUpdate", queue: ["an incomplete block"])
        }
        try start(vector)
        return try stream(blocks)
    }

    /// Returns the next bytes of the stream, which continues from call to call.
    package func stream(_ bytes: [UInt8]) throws(OpenSSLError) -> [UInt8] {
        let context = context
        var output = [UInt8](repeating: 0, count: bytes.count)
        var count: CInt = 0
        guard !bytes.isEmpty else { return output }
        try checked("EVP_CipherUpdate") {
            EVP_CipherUpdate(context, &output, &count, bytes, CInt(bytes.count))
        }
        return output
    }

    private func start(_ nonce: [UInt8]) throws(OpenSSLError) {
        let context = context
        try checked("EVP_CipherInit_ex") { EVP_CipherInit_ex(context, nil, nil, nil, nonce, -1) }
    }

    private func announce(_ data: [UInt8], count: Int) throws(OpenSSLError) {
        let context = context
        var written: CInt = 0
        if algorithm.isCCM {
            try checked("EVP_CipherUpdate") {
                EVP_CipherUpdate(context, nil, &written, nil, CInt(count))
            }
        }
        try checked("EVP_CipherUpdate") {
            EVP_CipherUpdate(context, nil, &written, data, CInt(data.count))
        }
    }
}
