import Crypto

extension Violation {
    /// Violations with compressed certificates (RFC 8879).
    static let compressions: [Violation] =
        CertificateCompression.allCases.map { algorithm in
            compressed(
                "compressed-by-\(algorithm)",
                "certificates compressed with \(algorithm), as requested",
                gain: .nothing,
                "HS-073",
                nil,
                isAllowed: true,
                by: { $0.compressionAlgorithms.contains(algorithm.rawValue) ? algorithm : nil }
            ) { _, _, _ in }
        }
        + [
            compressed(
                "compressed-unasked",
                "compressed certificates that the client did not request",
                gain: .nothing,
                "HS-070",
                10,
                isAsked: false,
                by: { _ in .zlib }
            ) { _, _, _ in },
            compressed(
                "compressed-by-unoffered",
                "certificates compressed with an algorithm that was not offered",
                gain: .nothing,
                "HS-071",
                47,
                by: { hello in
                    CertificateCompression.allCases.last {
                        !hello.compressionAlgorithms.contains($0.rawValue)
                    }
                }
            ) { _, _, _ in },
            compressed(
                "compressed-cut",
                "a truncated compressed stream",
                gain: .nothing,
                "HS-072"
            ) {
                message,
                _,
                _ in message.stream.removeLast()
            },
            compressed(
                "compressed-byte-after",
                "a byte after the compressed stream",
                gain: .nothing,
                "HS-072"
            ) {
                message,
                _,
                _ in message.stream.append(0)
            },
            compressed(
                "compressed-wrong",
                "bytes that are not a compressed stream",
                gain: .authentication,
                "HS-072"
            ) {
                message,
                _,
                _ in message.stream = [UInt8](repeating: 0xff, count: message.stream.count)
            }
            .undecided(because: .nothingUsable),
            compressed(
                "compressed-empty",
                "an empty compressed stream",
                gain: .authentication,
                "HS-072",
                or: [50]
            ) {
                message,
                _,
                _ in message.stream = []
            }
            .undecided(because: .nothingUsable),
            // A client reads the content as a Certificate message, and fails at the first error in
            // it.
            compressed(
                "compressed-twice",
                "a compressed stream inside another one",
                gain: .nothing,
                "HS-072",
                or: [47, 50]
            ) { message, algorithm, _ in
                message.length = message.stream.count
                message.stream = algorithm.stream(of: message.stream)
            }
            .undecided(because: .nothingUsable),
            compressed(
                "compressed-length-too-short",
                "a decompressed length that is one too low",
                gain: .nothing,
                "ENC-032"
            ) { message, _, _ in message.length -= 1 },
            compressed(
                "compressed-length-too-long",
                "a decompressed length that is one too high",
                gain: .nothing,
                "ENC-032"
            ) { message, _, _ in message.length += 1 },
            compressed(
                "compressed-bomb",
                "a stream that exceeds its stated length by one mebibyte",
                gain: .nothing,
                "ENC-031"
            ) { message, algorithm, content in
                message.stream = algorithm.stream(of: content, zeros: 1 << 20)
            },
            // RFC 8879 §5: a client limits the decompressed length as it limits uncompressed
            // certificates.
            compressed(
                "compressed-bomb-stated",
                "eight mebibytes of certificates in a short stream",
                gain: .nothing,
                "ENC-031"
            ) { message, algorithm, content in
                let (prefix, zeros) = content.withLongCertificate(ofZeros: 1 << 23)
                message.length = prefix.count + zeros
                message.stream = algorithm.stream(of: prefix, zeros: zeros)
            },
        ]

    /// Returns the first algorithm that the client offers and this engine can write.
    private static func offered(_ hello: ClientHello) -> CertificateCompression? {
        hello.compressionAlgorithms.lazy.compactMap(CertificateCompression.init).first
    }

    private static func compressed(
        _ name: String,
        _ about: String,
        gain: Gain,
        _ attack: String,
        _ alert: UInt8? = 42,
        or otherAlerts: Set<UInt8> = [],
        isAllowed: Bool = false,
        isAsked: Bool = true,
        by algorithm: @escaping @Sendable (ClientHello) -> CertificateCompression? = offered,
        _ change:
            @escaping @Sendable (
                inout CompressedCertificate, CertificateCompression, [UInt8]
            ) -> Void
    ) -> Violation {
        Violation(
            name,
            about: "The server sends \(about).",
            gain: gain,
            rule: "RFC 8879 §4",
            versions: [.v1_3],
            alert: alert,
            or: otherAlerts,
            isAllowed: isAllowed,
            attacks: [attack]
        ) { (script, facts) throws(NoOccasion) in
            let type = Extension.compressCertificate
            guard facts.hello.offers(extension: type) == isAsked else {
                throw isAsked ? .notAsked(type) : .allOffered
            }
            guard let algorithm = algorithm(facts.hello) else { throw .noneInCommon(type) }
            try script.edit(.certificate) { (message) throws(NoOccasion) in
                guard case .certificate(let list) = message.body else {
                    throw .noMessage(.certificate)
                }
                let content = list.encoded
                var compressed = CompressedCertificate(
                    algorithm: algorithm.rawValue,
                    length: content.count,
                    stream: algorithm.stream(of: content)
                )
                change(&compressed, algorithm, content)
                message.type = .compressedCertificate
                message.body = .bytes(compressed.encoded)
            }
        }
        .needing(isAsked ? .offer(of: Extension.compressCertificate) : nil)
    }
}

extension [UInt8] {
    /// Adds a certificate of zeros to the end of this Certificate message of TLS 1.3.
    ///
    /// - Returns: the bytes before the zeros, and the number of zeros.
    fileprivate func withLongCertificate(
        ofZeros count: Int
    ) -> (prefix: [UInt8], zeros: Int) {
        // Leave out the empty context and the length of the list (RFC 8446 §4.4.2).
        let list = Array(dropFirst(4))
        // The certificate follows its length and has no extensions.
        var prefix: [UInt8] = [0]
        prefix.put(list.count + 3 + count + 2, bytes: 3)
        prefix += list
        prefix.put(count, bytes: 3)
        return (prefix, count + 2)
    }
}
