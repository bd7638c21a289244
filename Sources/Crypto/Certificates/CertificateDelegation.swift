import COpenSSL

// The start of validity and the key uses of a certificate, for delegated credentials.
extension OpenSSLCertificate {
    /// The start of the certificate's validity, in seconds since 1970; nil for an invalid time.
    package var validFrom: Int64? { notBefore.flatMap { secondsSince1970($0) } }

    /// Whether the certificate's key may sign data other than certificates (digitalSignature, RFC
    /// 5280 §4.2.1.3).
    ///
    /// True for a certificate without keyUsage.
    package var signsHandshakes: Bool { keyUsage(bit: 0) ?? true }

    /// Whether the certificate has the extension DelegationUsage (RFC 9345 §4.2).
    package var mayDelegate: Bool { hasExtension("1.3.6.1.4.1.44363.44") }
}

/// Returns the wall clock, in seconds since 1970; nil if OpenSSL cannot allocate memory.
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
