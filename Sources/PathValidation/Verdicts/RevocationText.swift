import X509

// Texts about revocation: lowercase fragments that complete "is revoked", "nothing says whether"
// and the like.

extension RevocationRecord: CustomStringConvertible {
    package var description: String {
        let why = reason.map { ", \($0.word)" } ?? ""
        return "serial number \(serial.hex), since \(date)\(why)"
    }
}

extension StatusPeriod: CustomStringConvertible {
    package var description: String {
        "\(thisUpdate) to \(nextUpdate.map(\.description) ?? "whenever")"
    }
}

extension RevocationGap: CustomStringConvertible {
    package var description: String {
        switch self {
        case .nothingAtHand: "there is no CRL and no OCSP response"
        case .list(let fault): "the CRL \(fault)"
        case .someReasons: "the CRLs cover some reasons only"
        case .unknownToResponder: "the OCSP responder does not know it"
        case .responderError(let status): "the OCSP responder answered \(status.word)"
        case .responder: "nothing says whether the OCSP responder is"
        case .missingStaple: "it promises an OCSP response, and none came"
        }
    }
}

extension UnusedList: CustomStringConvertible {
    package var description: String {
        "the CRL about the \(Rejection.role(depth)) \(fault), and was left aside"
    }
}

extension ListFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .malformed(let error): "does not decode: \(error)"
        case .scope: "is about other certificates"
        case .deltaAlone: "says what changed, and the one it changed is not there"
        case .unhandledCriticalExtension(let identifier):
            "has the extension \(identifier.shortName), which is critical and unknown"
        case .missing(let identifier): "lacks the extension \(identifier.shortName)"
        case .criticality(let identifier, let isCritical):
            "has the extension \(identifier.shortName) \(isCritical ? "critical" : "not critical")"
        case .noNextUpdate: "does not say when the next one comes"
        case .removal: "is complete and takes a certificate off"
        case .stale(let period, let verifyDate):
            (verifyDate < period.thisUpdate ? "is not yet in force" : "is out of date")
                + " (of \(period), judged at \(verifyDate))"
        case .algorithmMismatch: "names two signature algorithms"
        case .unsupportedAlgorithm(let identifier): "uses the algorithm \(identifier.shortName)"
        case .weakSignature(let algorithm): "is signed by \(algorithm)"
        case .unknownIssuer: "is of an issuer that is not there"
        case .badSignature: "has a signature that does not verify"
        case .keyUsage: "is of an issuer whose key usage lacks cRLSign"
        case .issuer(let code): "is of an issuer that is refused: \(code.rawValue)"
        }
    }
}

extension ResponseFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .malformed(let error): "it does not decode: \(error)"
        case .unsupportedType(let identifier): "it is of the type \(identifier.shortName)"
        case .unhandledCriticalExtension(let identifier):
            "its extension \(identifier.shortName) is critical and unknown"
        case .certificate: "it is about another certificate"
        case .period(let period): "it is of \(period)"
        case .unsupportedAlgorithm(let identifier): "it uses the algorithm \(identifier.shortName)"
        case .weakSignature(let algorithm): "it is signed by \(algorithm)"
        case .unknownResponder: "who signed it is not there"
        case .unauthorizedResponder: "who signed it is no responder of the issuer"
        case .responder(let code): "who signed it is refused: \(code.rawValue)"
        case .badSignature: "its signature does not verify"
        }
    }
}

extension OCSPResponse.Status {
    /// Its name in RFC 6960 §4.2.1, hyphenated.
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
