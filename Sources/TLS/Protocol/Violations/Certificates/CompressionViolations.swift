import Crypto

extension Violation {
    /// Certificates in compressed form (RFC 8879).
    static let compressions: [Violation] =
        CertificateCompression.allCases.map { algorithm in
            compressed(
                "compressed-by-\(algorithm)",
                "its certificates compressed by \(algorithm), as the client asks",
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
                "compressed certificates to a client that did not ask",
                gain: .nothing,
                "HS-070",
                10,
                isAsked: false,
                by: { _ in .zlib }
            ) { _, _, _ in },
            compressed(
                "compressed-by-unoffered",
                "certificates compressed by an algorithm that the client did not offer",
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
                "a compressed stream without its end",
                gain: .nothing,
                "HS-072"
            ) {
                message,
                _,
                _ in message.stream.removeLast()
            },
            compressed(
                "compressed-byte-after",
                "a byte after its stream",
                gain: .nothing,
                "HS-072"
            ) {
                message,
                _,
                _ in message.stream.append(0)
            },
            compressed(
                "compressed-wrong",
                "a compressed stream that is none",
                gain: .authentication,
                "HS-072"
            ) {
                message,
                _,
                _ in message.stream = [UInt8](repeating: 0xff, count: message.stream.count)
            },
            compressed(
                "compressed-empty",
                "a compressed stream of no bytes",
                gain: .authentication,
                "HS-072",
                or: [50]
            ) {
                message,
                _,
                _ in message.stream = []
            },
            // Its content is read as a Certificate message, which fails where it first does.
            compressed(
                "compressed-twice",
                "a compressed stream in another",
                gain: .nothing,
                "HS-072",
                or: [47, 50]
            ) { message, algorithm, _ in
                message.length = message.stream.count
                message.stream = algorithm.stream(of: message.stream)
            },
            compressed(
                "compressed-length-too-short",
                "a length of its certificates that is one too low",
                gain: .nothing,
                "ENC-032"
            ) { message, _, _ in message.length -= 1 },
            compressed(
                "compressed-length-too-long",
                "a length of its certificates that is one too high",
                gain: .nothing,
                "ENC-032"
            ) { message, _, _ in message.length += 1 },
            compressed(
                "compressed-bomb",
                "a stream of a mebibyte more than the length that it states",
                gain: .nothing,
                "ENC-031"
            ) { message, algorithm, content in
                message.stream = algorithm.stream(of: content, zeros: 1 << 20)
            },
            // RFC 8879 §5: the same limit as without compression.
            compressed(
                "compressed-bomb-stated",
                "certificates of eight mebibytes in a short stream",
                gain: .nothing,
                "ENC-031"
            ) { message, algorithm, content in
                let (prefix, zeros) = content.withLongCertificate(ofZeros: 1 << 23)
                message.length = prefix.count + zeros
                message.stream = algorithm.stream(of: prefix, zeros: zeros)
            },
        ]

    /// The first algorithm that the client offers and this engine writes.
    private static func offered(_ hello: ClientHello) -> CertificateCompression? {
        hello.compressionAlgorithms.lazy.compactMap(CertificateCompression.init).first
    }

    private static func compressed(
        _ name: String,
        _ about: String,
        gain: Gain,
        _ row: String,
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
            rows: [row]
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
    }
}

extension [UInt8] {
    /// This Certificate message of TLS 1.3 with a certificate of zeros after the others.
    ///
    /// - Returns: the part that is not zeros, and the number of zeros after it.
    fileprivate func withLongCertificate(
        ofZeros count: Int
    ) -> (prefix: [UInt8], zeros: Int) {
        // An empty context, and the list after its length (RFC 8446 §4.4.2).
        let list = Array(dropFirst(4))
        // The certificate's length before it, and no extensions after it.
        var prefix: [UInt8] = [0]
        prefix.put(list.count + 3 + count + 2, bytes: 3)
        prefix += list
        prefix.put(count, bytes: 3)
        return (prefix, count + 2)
    }
}
