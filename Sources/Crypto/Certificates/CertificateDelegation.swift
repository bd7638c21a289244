import COpenSSL

// The use of a certificate's key in handshakes, and its beginning: for delegated credentials.
extension OpenSSLCertificate {
    /// The beginning of its validity, in seconds since 1970; nil for a time that is none.
    package var validFrom: Int64? { notBefore.flatMap { secondsSince1970($0) } }

    /// Whether its key may sign what is not a certificate (digitalSignature, RFC 5280 §4.2.1.3), which
    /// a certificate without keyUsage leaves open.
    package var signsHandshakes: Bool { keyUsage(bit: 0) ?? true }

    /// Whether it has the extension DelegationUsage (RFC 9345 §4.2).
    package var mayDelegate: Bool { hasExtension("1.3.6.1.4.1.44363.44") }
}

/// The wall clock, in seconds since 1970; nil where OpenSSL has no memory for it.
package func wallClock() -> Int64? {
    guard let now = X509_gmtime_adj(nil, 0) else { return nil }
    defer { ASN1_STRING_free(now) }
    return secondsSince1970(now)
}

private func secondsSince1970(_ time: UnsafePointer<ASN1_TIME>) -> Int64? {
    defer { ERR_clear_error() }
    guard let epoch = ASN1_TIME_set(nil, 0) else { return nil }
    defer { ASN1_STRING_free(epoch) }
    var (days, seconds): (CInt, CInt) = (0, 0)
    guard ASN1_TIME_diff(&days, &seconds, epoch, time) == 1 else { return nil }
    return Int64(days) * 86_400 + Int64(seconds)
}
