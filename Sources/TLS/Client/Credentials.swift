import Crypto

/// Delegated credentials (RFC 9345).
extension StrictClient {
    /// The longest validity of a credential, in seconds (RFC 9345 §4.1.3).
    private static let longestLife: Int64 = 7 * 86_400

    /// Takes a credential in place of the certificate's key.
    mutating func take(
        credential data: [UInt8],
        of leaf: [UInt8],
        _ key: PublicKey
    ) throws(Refusal) {
        var reader = ByteReader(data)
        guard let validTime = reader.number(4), let proofScheme = reader.number(2),
            let spki = reader.vector(3), let number = reader.number(2),
            let signature = reader.vector(2), reader.isAtEnd,
            let certificate = OpenSSLCertificate(der: leaf), let start = certificate.validFrom,
            let ownKey = try? PublicKey(spki: spki),
            let scheme = SignatureScheme(number: UInt16(number))
        else { throw .unreadable }
        let end = start + Int64(validTime)
        try require(.credentialExpired, end > offer.now, 47)
        try require(.credentialLife, end - offer.now <= Self.longestLife, 47)
        try require(.credentialUsage, certificate.mayDelegate, 47)
        try require(.credentialSigning, certificate.signsHandshakes, 47)
        let credential = DelegatedCredential(
            validTime: validTime,
            proofScheme: UInt16(proofScheme),
            key: spki,
            scheme: UInt16(number)
        )
        let isSigned = key.verifies(signature, over: credential.signed(under: leaf), by: scheme)
        try require(.credentialSignature, isSigned, 47)
        guard !lacks(.credentialKey) else { return }
        (serverKey, credentialScheme) = (ownKey, UInt16(proofScheme))
    }
}
