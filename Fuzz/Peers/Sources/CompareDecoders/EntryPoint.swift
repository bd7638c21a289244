import CGnuTLS
import CNSS
import COpenSSLReader
import DecoderComparison

/// The third-party decoders.
///
/// The decoders need no lock, because libFuzzer calls the target from one thread.
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

/// Requires that our decoder agrees with OpenSSL, GnuTLS, NSS and swift-certificates, or that the
/// difference is known.
@_cdecl("LLVMFuzzerTestOneInput")
public func compareDecoders(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: bytes, count: count))
    let difference = unknownDifference(
        between: .ours(of: bytes),
        and: [
            (openSSL.decoder, openSSL.reading(of: bytes)),
            (gnuTLS.decoder, gnuTLS.reading(of: bytes)),
            (nss.decoder, nss.reading(of: bytes)),
            (swiftCertificates.decoder, swiftCertificates.reading(of: bytes)),
        ]
    )
    if let difference { fatalError(difference) }
    return 0
}
