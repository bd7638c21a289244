import X509

// Texts about revocation: lowercase fragments that complete sentences such as "the revocation
// status is unknown".

extension RevocationRecord: CustomStringConvertible {
    package var description: String {
        let why = reason.map { ", \($0.word)" } ?? ""
        return "serial number \(serial.hex), since \(date)\(why)"
    }
}

extension StatusPeriod: CustomStringConvertible {
    package var description: String {
        "\(thisUpdate) to \(nextUpdate.map(\.description) ?? "no stated end")"
    }
}

extension RevocationGap: CustomStringConvertible {
    package var description: String {
        switch self {
        case .nothingAtHand: "there is no CRL and no OCSP response"
        case .list(let fault): "the CRL \(fault)"
        case .someReasons: "the CRLs cover only some reasons"
        case .unknownToResponder: "the OCSP responder does not know the certificate"
        case .responderError(let status): "the OCSP responder answered \(status.word)"
        case .responder: "the revocation status of the OCSP responder is unknown"
        case .missingStaple:
            "the certificate requires a stapled OCSP response, and the server "
                + "sent none"
        }
    }
}

extension UnusedList: CustomStringConvertible {
    package var description: String {
        "the CRL for the \(Rejection.role(depth)) \(fault), and was ignored"
    }
}

extension ListFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .malformed(let error): "does not decode: \(error)"
        case .scope: "is about other certificates"
        case .deltaAlone: "is a delta CRL whose complete CRL is missing"
        case .unhandledCriticalExtension(let identifier):
            "has the extension \(identifier.shortName), which is critical and unknown"
        case .missing(let identifier): "lacks the extension \(identifier.shortName)"
        case .criticality(let identifier, let isCritical):
            "has the extension \(identifier.shortName) \(isCritical ? "critical" : "not critical")"
        case .noNextUpdate: "lacks nextUpdate"
        case .removal: "is complete but removes a certificate from the list"
        case .stale(let period, let verifyDate):
            (verifyDate < period.thisUpdate ? "is not yet valid" : "is out of date")
                + " (\(period), verify date \(verifyDate))"
        case .algorithmMismatch: "names two different signature algorithms"
        case .unsupportedAlgorithm(let identifier): "uses the algorithm \(identifier.shortName)"
        case .weakSignature(let algorithm): "is signed with \(algorithm)"
        case .unknownIssuer: "has an issuer whose certificate is missing"
        case .badSignature: "has a signature that does not verify"
        case .keyUsage: "has an issuer whose key usage lacks cRLSign"
        case .issuer(let code): "has an issuer that is rejected: \(code.rawValue)"
        }
    }
}

extension ResponseFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .malformed(let error): "it does not decode: \(error)"
        case .unsupportedType(let identifier): "it has the type \(identifier.shortName)"
        case .unhandledCriticalExtension(let identifier):
            "its extension \(identifier.shortName) is critical and unknown"
        case .certificate: "it covers another certificate"
        case .period(let period): "it is valid from \(period)"
        case .unsupportedAlgorithm(let identifier): "it uses the algorithm \(identifier.shortName)"
        case .weakSignature(let algorithm): "it is signed with \(algorithm)"
        case .unknownResponder: "the signer's certificate is missing"
        case .unauthorizedResponder: "the signer is not an authorized responder of the issuer"
        case .responder(let code): "the signer is rejected: \(code.rawValue)"
        case .badSignature: "its signature does not verify"
        }
    }
}

extension OCSPResponse.Status {
    /// The name in RFC 6960 §4.2.1, hyphenated.
    package var word: String {
        switch self {
        case .successful: "successful"
        case .malformedRequest: "malformed-request"
        case .internalError: "internal-error"
        case .tryLater: "try-later"
        case .signatureRequired: "sig-required"
        case .unauthorized: "unauthorized"
        }
    }
}
