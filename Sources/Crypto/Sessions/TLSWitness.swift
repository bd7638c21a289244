import COpenSSL

/// The data that libssl's callbacks record for the session's owner.
///
/// The session owns this object. libssl has an unretained pointer to the object, which is valid as
/// long as the session.
final class TLSWitness {
    /// The function that decides about the certificates; called once.
    var judge: ((ShownCertificates) -> CertificateAnswer)?
    /// Whether `judge` is called before the rest of TLS 1.2's flight has come.
    var asksAtOnce = false
    /// A server's choice among the protocols that the client offers; nil for none.
    var chooseProtocol: (([String]) -> String?)?
    /// The content of the Certificate message.
    fileprivate var shown = ShownCertificates(chain: [])
    /// The SCTs of the ServerHello.
    fileprivate var scts: [UInt8]?
    /// Whether a CertificateRequest came before the Certificate message, as in TLS 1.3.
    fileprivate var requestsCertificate = false
    private var flight = PlainFlight()
    fileprivate(set) var peerAlert: UInt8?
    /// Whether this end has sent its certificates.
    fileprivate(set) var hasShownCertificates = false
    /// Whether the client has requested a staple.
    fileprivate(set) var wantsStaple = false

    /// Reads the peer's bytes before libssl does.
    func receive(_ bytes: UnsafeRawBufferPointer) {
        if judge != nil, !asksAtOnce { flight.receive(bytes) }
    }

    /// Everything that the server presents; nil while the server may present more.
    ///
    /// In TLS 1.3, the staple is in the Certificate message (RFC 8446 §4.4.2.1), and the request
    /// for the client's certificate precedes that message (§4.3.2). In earlier versions, the staple
    /// and the request are separate messages after the Certificate message. They come when libssl
    /// has already called the certificate callback.
    fileprivate func allShown(_ session: OpaquePointer) -> ShownCertificates? {
        var shown = shown
        var requestsCertificate = requestsCertificate
        if SSL_version(session) != TLS1_3_VERSION, !asksAtOnce {
            guard flight.isOver else { return nil }
            shown.setStaple(flight.staple, at: 0)
            shown.scts = scts
            requestsCertificate = flight.requestsCertificate
        }
        shown.connection = ConnectionFacts(
            session,
            requestsClientCertificate: requestsCertificate
        )
        return shown
    }
}

/// Records the raw Certificate message and the alerts that the peer sent, and whether this end sent
/// a certificate.
func witnessMessage(
    sent: CInt,
    version: CInt,
    contentType: CInt,
    bytes: UnsafeRawPointer?,
    count: Int,
    session: OpaquePointer?,
    argument: UnsafeMutableRawPointer?
) {
    guard let bytes, let argument else { return }
    let witness = Unmanaged<TLSWitness>.fromOpaque(argument).takeUnretainedValue()
    let message = UnsafeRawBufferPointer(start: bytes, count: count)
    guard sent == 0 else {
        if contentType == SSL3_RT_HANDSHAKE, message.first == UInt8(SSL3_MT_CERTIFICATE) {
            witness.hasShownCertificates = true
        }
        return
    }
    if contentType == SSL3_RT_ALERT, count == 2, message[1] != UInt8(SSL_AD_CLOSE_NOTIFY) {
        witness.peerAlert = message[1]
    } else if contentType == SSL3_RT_HANDSHAKE, count > 4 {
        switch CInt(message[0]) {
        case SSL3_MT_SERVER_HELLO:
            let body = Array(message.dropFirst(4))
            witness.scts = ShownCertificates.scts(serverHello: body)
        case SSL3_MT_CERTIFICATE:
            let isTLS13 = SSL_version(session) == TLS1_3_VERSION
            let body = Array(message.dropFirst(4))
            witness.shown = ShownCertificates(certificateMessage: body, isTLS13: isTLS13)
        case SSL3_MT_CERTIFICATE_REQUEST: witness.requestsCertificate = true
        default: break
        }
    }
}

/// Decides about the server's certificates, as the certificate callback of libssl.
///
/// While more of the server's data may come, the callback requests another call
/// (`SSL_set_retry_verify`). So in every version one callback decides about everything, and each
/// rejection can send its own alert. libssl's status callback, which comes later in TLS 1.2, can
/// only send alert 113.
func judgePeerCertificate(_ store: OpaquePointer?, _ argument: UnsafeMutableRawPointer?) -> CInt {
    guard
        let session = X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx()),
        let argument = SSL_get_ex_data(OpaquePointer(session), 0)
    else { return 0 }
    let pointer = OpaquePointer(session)
    let witness = Unmanaged<TLSWitness>.fromOpaque(argument).takeUnretainedValue()
    guard let shown = witness.allShown(pointer) else {
        shim_SSL_retry_verify(pointer)
        return 1
    }
    switch witness.judge?(shown) {
    case .proceed: return 1
    case .refuse(let alert):
        X509_STORE_CTX_set_error(store, alert.verifyError)
        return 0
    case nil: return 0
    }
}

/// Accepts all SCTs, as the client's callback: the session's owner decides about them.
func leaveSCTs(
    _ policy: OpaquePointer?,
    _ scts: OpaquePointer?,
    _ argument: UnsafeMutableRawPointer?
) -> CInt { 1 }

/// Records the client's status request and lets libssl send the session's staple, as the server's
/// callback.
func staple(_ session: OpaquePointer?, _ argument: UnsafeMutableRawPointer?) -> CInt {
    if let data = session.flatMap({ SSL_get_ex_data($0, 0) }) {
        Unmanaged<TLSWitness>.fromOpaque(data).takeUnretainedValue().wantsStaple = true
    }
    return SSL_TLSEXT_ERR_OK
}

/// Answers the client's list of application protocols (RFC 7301 §3.2), as the server's callback.
///
/// The answer is the choice of the session's owner, or no answer at all.
func selectProtocol(
    session: OpaquePointer?,
    chosen: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
    chosenCount: UnsafeMutablePointer<UInt8>?,
    offered: UnsafePointer<UInt8>?,
    offeredCount: CUnsignedInt,
    argument: UnsafeMutableRawPointer?
) -> CInt {
    guard let data = session.flatMap({ SSL_get_ex_data($0, 0) }), let chosen, let chosenCount else {
        return SSL_TLSEXT_ERR_NOACK
    }
    let witness = Unmanaged<TLSWitness>.fromOpaque(data).takeUnretainedValue()
    let list = UnsafeBufferPointer(start: offered, count: Int(offeredCount))
    // A byte with its length precedes each name (RFC 7301 §3.1).
    var names: [(name: String, place: Range<Int>)] = []
    var next = 0
    while next < list.count, next + 1 + Int(list[next]) <= list.count {
        let place = next + 1..<next + 1 + Int(list[next])
        names.append((String(decoding: list[place], as: UTF8.self), place))
        next = place.upperBound
    }
    guard let choice = witness.chooseProtocol?(names.map(\.name)),
        let place = names.first(where: { $0.name == choice })?.place,
        let start = list.baseAddress
    else { return SSL_TLSEXT_ERR_NOACK }
    chosen.pointee = start + place.lowerBound
    chosenCount.pointee = UInt8(place.count)
    return SSL_TLSEXT_ERR_OK
}
