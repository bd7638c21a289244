import CPeer
import ChainPeer

/// A library with a C interface.
package struct COracle: ChainOracle {
    private let oracle: peer_judge

    /// - Parameter oracle: the adapter's function.
    package init(_ oracle: @escaping peer_judge) {
        self.oracle = oracle
    }

    package func verdict(on question: Question) -> Verdict {
        var verdict = peer_verdict()
        withBytes(of: question.anchors) { anchors in
            withBytes(of: question.chain) { chain in
                withHost(question.host) { host in
                    var question = peer_question(
                        verify_date: question.verifyDate,
                        host: host,
                        anchors: anchors.baseAddress,
                        anchor_count: anchors.count,
                        chain: chain.baseAddress,
                        chain_count: chain.count
                    )
                    oracle(&question, &verdict)
                }
            }
        }
        guard !verdict.accepts else { return .accept }
        return .reject(code: text(verdict.code), words: text(verdict.words))
    }
}

/// Passes the certificates to C for the duration of `body`.
private func withBytes(
    of certificates: [[UInt8]],
    _ body: (UnsafeBufferPointer<peer_bytes>) -> Void
) {
    let all = certificates.flatMap { $0 }
    all.withUnsafeBufferPointer { bytes in
        var offset = 0
        let places = certificates.map { certificate in
            defer { offset += certificate.count }
            return peer_bytes(
                bytes: bytes.baseAddress.map { $0 + offset },
                count: certificate.count
            )
        }
        places.withUnsafeBufferPointer(body)
    }
}

private func withHost(_ host: String?, _ body: (UnsafePointer<CChar>?) -> Void) {
    if let host { host.withCString(body) } else { body(nil) }
}

/// The text up to the NUL in a C array.
private func text<Characters>(_ characters: Characters) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
