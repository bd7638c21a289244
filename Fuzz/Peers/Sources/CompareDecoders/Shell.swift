import CGnuTLS
import CNSS
import COpenSSLReader
import DecoderComparison

/// The libraries that are compared.
///
/// One thread is libFuzzer's.
nonisolated(unsafe) private var openSSL = CReader(
    "OpenSSL",
    String(cString: openssl_reader_version()),
    openssl_read
)
nonisolated(unsafe) private var gnuTLS = CReader(
    "GnuTLS",
    String(cString: gnutls_peer_version()),
    gnutls_peer_read
)
nonisolated(unsafe) private var nss = CReader(
    "NSS",
    String(cString: nss_reader_version()),
    nss_read
)
private let swiftCertificates = SwiftCertificatesReader()

/// Any bytes are a certificate for us and for OpenSSL, GnuTLS, NSS and swift-certificates, or for
/// none, and say the same to all, but for the differences that are known.
@_cdecl("LLVMFuzzerTestOneInput")
public func compareDecoders(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let octets = Array(UnsafeBufferPointer(start: bytes, count: count))
    let difference = unknownDifference(
        between: .ours(of: octets),
        and: [
            (openSSL.decoder, openSSL.reading(of: octets)),
            (gnuTLS.decoder, gnuTLS.reading(of: octets)),
            (nss.decoder, nss.reading(of: octets)),
            (swiftCertificates.decoder, swiftCertificates.reading(of: octets)),
        ]
    )
    if let difference { fatalError(difference) }
    return 0
}
