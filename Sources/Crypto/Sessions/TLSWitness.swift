import COpenSSL

/// The data that libssl's callbacks record for the session's owner.
///
/// Owned by its session and reached by libssl through an unretained pointer that lives as long as
/// the session does.
final class TLSWitness {
    /// Asked once.
    var judge: ((ShownCertificates) -> CertificateAnswer)?
    /// Whether it is asked before the rest of TLS 1.2's flight has come.
    var asksAtOnce = false
    /// A server's choice among the protocols that the client offers; nil for none.
    var chooseProtocol: (([String]) -> String?)?
    /// The content of the Certificate message itself.
    fileprivate var shown = ShownCertificates(chain: [])
    /// Those of the ServerHello.
    fileprivate var scts: [UInt8]?
    /// Whether a CertificateRequest came before it, as in TLS 1.3.
    fileprivate var requestsCertificate = false
    private var flight = PlainFlight()
    fileprivate(set) var peerAlert: UInt8?
    /// Whether this end has sent its certificates.
    fileprivate(set) var hasShownCertificates = false
    /// Whether the client has asked for a staple.
    fileprivate(set) var wantsStaple = false

    /// Reads what the peer sent, before libssl does.
    func receive(_ bytes: UnsafeRawBufferPointer) {
        if judge != nil, !asksAtOnce { flight.receive(bytes) }
    }

    /// All that the server shows of itself; nil while more of it may come.
    ///
    /// In TLS 1.3 a staple is part of the Certificate message (RFC 8446 §4.4.2.1) and a request for
    /// the client's certificate comes before it (§4.3.2). Before, both are messages of their own
    /// after it, when libssl has already put its question.
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

/// Keeps the raw Certificate message and the alerts that came in, and whether one went out.
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

/// libssl's question whether the peer's certificate will do.
///
/// While more may still come the answer is to ask again (`SSL_set_retry_verify`), so that every
/// version has one place where all that was shown is judged, and every refusal its own alert:
/// libssl's status callback, which comes later in TLS 1.2, can only send number 113.
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

/// A client's part of the request for certificate timestamps: the session's owner judges them.
func leaveSCTs(
    _ policy: OpaquePointer?,
    _ scts: OpaquePointer?,
    _ argument: UnsafeMutableRawPointer?
) -> CInt { 1 }

/// A server's part of the status request: what its session was given is sent.
func staple(_ session: OpaquePointer?, _ argument: UnsafeMutableRawPointer?) -> CInt {
    if let data = session.flatMap({ SSL_get_ex_data($0, 0) }) {
        Unmanaged<TLSWitness>.fromOpaque(data).takeUnretainedValue().wantsStaple = true
    }
    return SSL_TLSEXT_ERR_OK
}

/// A server's answer to the client's list of application protocols (RFC 7301 §3.2): the choice of the
/// session's owner, or no answer.
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
    // Each is preceded by a byte with its length (RFC 7301 §3.1).
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
