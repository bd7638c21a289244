/// Checks only the syntax of staples, because this client does not judge certificates.
extension StrictClient {
    mutating func take(status: ByteReader) throws(Refusal) {
        staple = try staple(status.rest)
    }

    /// Reads the response of a CertificateStatus (RFC 6066 §8), or a list of responses (RFC 6961
    /// §2.2).
    func staple(_ status: [UInt8]) throws(Refusal) -> [UInt8] {
        var body = ByteReader(status)
        guard let type = body.number(1), let content = body.vector(3) else { throw .unreadable }
        try end(body, of: .certificateStatus)
        try require(.statusType, type == (staplesToAll ? 2 : 1), 50)
        try require(.emptyStatus, !content.isEmpty, 50)
        guard staplesToAll else { return content }
        var (list, responses): (ByteReader, [[UInt8]]) = (ByteReader(content), [])
        while !list.isAtEnd {
            // An empty entry means a certificate without a response.
            guard let response = list.vector(3) else { throw .unreadable }
            responses.append(response)
        }
        return responses.first ?? []
    }
}
