import Crypto

/// Certificates, key exchanges and their signatures.
extension StrictClient {
    /// Reads a Certificate message (RFC 8446 §4.4.2, RFC 5246 §7.4.2).
    mutating func take(certificate: ByteReader) throws(Refusal) {
        if isOfRawKey, try takeRawKey(certificate) { return }
        var body = certificate
        let isNewest = version == .v1_3
        if isNewest {
            guard let context = body.vector(1) else { throw .unreadable }
            try require(.certificateContext, context.isEmpty, 47)
        }
        guard var list = body.nested(3) else { throw .unreadable }
        try end(body, of: .certificate)
        try require(.certificateListEmpty, !list.isAtEnd, 50)
        chain = []
        var credential: [UInt8]?
        while !list.isAtEnd {
            guard let certificate = list.vector(3) else { throw .unreadable }
            if isNewest {
                guard let block = list.vector(2) else { throw .unreadable }
                let items = try extensions(ByteReader(block))
                try check(items, in: .entry)
                if chain.isEmpty {
                    staple = try items.data(of: Extension.statusRequest).map(self.staple)
                    // RFC 9345 §4.1.1: clients ignore a delegated credential in entries of other
                    // certificates.
                    credential = items.data(of: Extension.delegatedCredential)
                }
            }
            if try require(.emptyEntry, !certificate.isEmpty, 50) { chain.append(certificate) }
        }
        if let earlier {
            // The other certificates may differ.
            try require(.sameCertificate, chain.first == earlier.chain.first, 42)
        }
        try takeKey()
        guard asked.contains(Extension.delegatedCredential), let credential, let serverKey,
            let leaf = chain.first
        else { return }
        try take(credential: credential, of: leaf, serverKey)
    }

    private mutating func takeKey() throws(Refusal) {
        serverKey = nil
        guard let leaf = chain.first else { return }
        try require(.certificateEnd, Self.isWholeElement(leaf), 42)
        try takeKey(certifiedKey(leaf))
    }

    /// Checks and stores the key with which the server must sign.
    mutating func takeKey(_ key: PublicKey) throws(Refusal) {
        serverKey = key
        // A client without this check decides about the certificate only after the handshake.
        if !offer.trustsServer, !lacks(.ticketOfUntrusted) { throw Refusal(nil, 48) }
        guard let exchange = suite?.keyExchange, isOlder else { return }
        let isOfRSA = key.family == .rsa
        try require(
            .suiteFitsKey,
            isOfRSA == [.ecdheRSA, .dheRSA, .rsa, .rsaExport].contains(exchange),
            47
        )
        if exchange == .rsa, let numbers = key.rsaNumbers {
            // RFC 9325 §4.5.
            try require(.keyLength, numbers.modulus.count >= 256, 42)
            transport = numbers
        }
    }

    /// Whether the bytes are exactly one DER element (X.690 §8.1.3).
    static func isWholeElement(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 2 else { return false }
        guard bytes[1] >= 0x80 else { return bytes.count == 2 + Int(bytes[1]) }
        let count = Int(bytes[1] & 0x7f)
        guard (1...4).contains(count), bytes.count > 2 + count else { return false }
        let length = bytes[2..<2 + count].reduce(0) { $0 << 8 | Int($1) }
        return bytes.count == 2 + count + length
    }

    // MARK: Proofs

    /// Checks a CertificateVerify (RFC 8446 §4.4.3).
    mutating func take(proof: ByteReader) throws(Refusal) {
        let content =
            [UInt8](repeating: 0x20, count: 64) + Array(Proof.serverContext.utf8) + [0]
            + (try hashed())
        try check(proof, over: content, of: .certificateVerify)
    }

    /// Reads a ServerKeyExchange (RFC 8422 §5.4, RFC 5246 §7.4.3).
    mutating func take(keyExchange: ByteReader) throws(Refusal) {
        if suite?.keyExchange == .rsaExport { return try take(ephemeralKey: keyExchange) }
        if suite?.keyExchange == .dheRSA || suite?.keyExchange == .dhAnonymous {
            return try take(fieldExchange: keyExchange)
        }
        var body = keyExchange
        let whole = body.rest
        guard let curveType = body.number(1) else { throw .unreadable }
        try require(.curveType, curveType == 3, curveType == 1 || curveType == 2 ? 40 : 47)
        if curveType == 1 { return try take(explicitCurve: body, of: whole) }
        guard let number = body.number(2), let point = body.vector(1) else { throw .unreadable }
        let named = NamedGroup(rawValue: UInt16(number))
        let isOffered = named.map(offer.groups.contains) ?? false
        try require(.offeredGroup, isOffered, 47)
        guard let group = named ?? offer.groups.first else { throw .unreadable }
        let key = try Self.primitives { () throws(OpenSSLError) in try offer.key(of: group) }
        let parameters = whole.prefix(whole.count - body.rest.count)
        let content = offer.draws.random + serverRandom + parameters
        if suite?.isAnonymous == true {
            try end(body, of: .serverKeyExchange)
        } else {
            try check(body, over: content, of: .serverKeyExchange)
        }
        agreement = (try secret(of: key, group, with: point), key.share)
    }

    /// Reads a ServerKeyExchange with explicit curve parameters (RFC 4492 §5.4), which modern
    /// clients reject.
    private mutating func take(
        explicitCurve: ByteReader,
        of whole: [UInt8]
    ) throws(Refusal) {
        var body = explicitCurve
        guard let prime = body.vector(1), let a = body.vector(1), let b = body.vector(1),
            let generator = body.vector(1), let order = body.vector(1),
            let cofactor = body.vector(1), let point = body.vector(1)
        else { throw .unreadable }
        let parameters = whole.prefix(whole.count - body.rest.count)
        let content = offer.draws.random + serverRandom + parameters
        try check(body, over: content, of: .serverKeyExchange)
        let numbers = CurveNumbers(
            prime: prime,
            a: a,
            b: b,
            generator: generator,
            order: order,
            cofactor: cofactor
        )
        let draws = offer.draws
        agreement = try Self.primitives { () throws(OpenSSLError) in
            let key = try KeyAgreement(.numbers(numbers), private: draws.share)
            return (try key.secret(with: point), key.share)
        }
    }

    /// Reads a scheme and a signature, and checks the signature.
    func check(
        _ proof: ByteReader,
        over content: [UInt8],
        of type: HandshakeType
    ) throws(Refusal) {
        var body = proof
        if let version, version < .v1_2 { return try check(older: proof, over: content) }
        guard let number = body.number(2), let signature = body.vector(2) else {
            throw .unreadable
        }
        try end(body, of: type)
        // Without a certificate there is no key for this check. Only a client that also leaves out
        // another check gets here.
        guard let key = serverKey else { return }
        let scheme = try scheme(UInt16(number), key)
        if scheme == .eddsa { try require(.smallOrder, chain.first?.hasNeutralKey != true, 51) }
        let isRight = key.verifies(signature, over: content, by: scheme)
        // A client without the check of the padding's end ignores the bytes after the digest
        // (CVE-2006-4339).
        if !isRight, lacks(.paddingEnd), Self.begins(signature, key, scheme, content) { return }
        try require(.signature, isRight, 51)
    }

    /// Returns the scheme, if it is allowed (RFC 8446 §4.2.3).
    private func scheme(_ number: UInt16, _ key: PublicKey) throws(Refusal) -> SignatureScheme {
        if let credentialScheme {
            try require(.credentialScheme, number == credentialScheme, 47)
        }
        try require(.offeredScheme, offer.schemes.contains(number), 47)
        guard let scheme = SignatureScheme(number: number) else {
            let own = offer.schemes.lazy.compactMap(SignatureScheme.init(number:))
                .first { $0.fits(key) }
            guard let own else { throw Refusal(.rule(.offeredScheme), 47) }
            return own
        }
        let isOfPSSKeys = (0x0809...0x080b).contains(number)
        guard try require(.schemeFitsKey, scheme.fits(key) && !isOfPSSKeys, 47) else {
            return key.scheme(scheme.digest)
        }
        guard version == .v1_3 else { return scheme }
        try require(.schemeOfVersion, !scheme.isOlder, 47)
        try require(.schemeFitsCurve, key.fitsCurve(ofScheme: number), 47)
        return scheme
    }

    // MARK: Points

    /// Computes the secret with a server's point (RFC 8446 §4.2.8.2, RFC 8422 §5.11).
    func secret(
        of key: KeyAgreement,
        _ group: NamedGroup,
        with bytes: [UInt8]
    ) throws(Refusal) -> [UInt8] {
        if let field = key.field { return try secret(of: key, in: field, with: bytes) }
        let isMontgomery = group == .x25519 || group == .x448
        var point = bytes
        let isCompressed = bytes.count == (key.share.count + 1) / 2 && bytes[0] & 0xfe == 2
        if isMontgomery || !isCompressed {
            try require(.pointLength, point.count == key.share.count, 47)
            point = Array(point.prefix(key.share.count))
        }
        if !isMontgomery { try require(.pointForm, point.first == 4, 47) }
        if isMontgomery, point.allSatisfy({ $0 == 0 }) {
            try require(.zeroSecret, false, 47)
            return point
        }
        do throws(OpenSSLError) {
            return try key.secret(with: point)
        } catch {
            throw Refusal(nil, 47)
        }
    }
}

extension PublicKey {
    enum Family {
        case rsa, elliptic, edwards, other
    }

    var family: Family {
        switch kind {
        case .rsa: .rsa
        case .ec: .elliptic
        case .ed25519, .ed448: .edwards
        default: .other
        }
    }

    /// Whether the key is on the curve that TLS 1.3 requires for a scheme (RFC 8446 §4.2.3, RFC
    /// 8734 §4).
    func fitsCurve(ofScheme number: UInt16) -> Bool {
        guard case .ec(let curve, _) = kind else { return true }
        let curves: [UInt16: String] = [
            0x0403: "prime256v1", 0x0503: "secp384r1", 0x0603: "secp521r1",
            0x081a: "brainpoolP256r1", 0x081b: "brainpoolP384r1", 0x081c: "brainpoolP512r1",
        ]
        return curves[number] == curve
    }

    /// Returns the signature scheme for this kind of key and digest.
    func scheme(_ digest: Digest) -> SignatureScheme {
        switch family {
        case .elliptic: .ecdsa(digest)
        case .edwards: .eddsa
        default: .rsaPSS(digest, mgf1: digest, saltLength: digest.length)
        }
    }
}

extension SignatureScheme {
    /// Returns the scheme with this number, including the schemes of RSASSA-PSS keys.
    init?(number: UInt16) {
        switch number {
        case 0x0809: self = .rsaPSS(.sha256, mgf1: .sha256, saltLength: 32)
        case 0x080a: self = .rsaPSS(.sha384, mgf1: .sha384, saltLength: 48)
        case 0x080b: self = .rsaPSS(.sha512, mgf1: .sha512, saltLength: 64)
        default:
            guard let scheme = HandshakeScheme(rawValue: number) else { return nil }
            self = scheme.signature
        }
    }

    var digest: Digest {
        switch self {
        case .rsaPKCS1(let digest), .rsaPSS(let digest, _, _), .ecdsa(let digest), .dsa(let digest):
            digest
        case .eddsa: .sha512
        }
    }

    /// Whether TLS 1.3 does not allow the scheme in handshake signatures.
    var isOlder: Bool {
        if case .rsaPKCS1 = self { return true }
        return digest == .sha1 || digest == .md5
    }

    func fits(_ key: PublicKey) -> Bool {
        switch self {
        case .rsaPKCS1, .rsaPSS: key.family == .rsa
        case .ecdsa: key.family == .elliptic
        case .eddsa: key.family == .edwards
        case .dsa: false
        }
    }
}
