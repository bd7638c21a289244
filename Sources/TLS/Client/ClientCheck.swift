// TLS/Client is the client's end of TLS 1.3 and older versions, on the engine's primitives, for
// tests. Each check can be left out, which makes a client with exactly that fault. The client
// checks the handshake; other code decides whether a certificate is trusted.

/// A check that the client makes on the server's behaviour; a client that leaves it out is faulty.
package enum ClientCheck: Hashable, Sendable {
    /// A check that belongs to no single message.
    case rule(Rule)
    /// The server must send this message.
    case missing(HandshakeType)
    /// The server must not send this message again or late.
    case repeated(HandshakeType)
    /// This message must not occur in the handshake.
    case stray(HandshakeType)
    /// The message that comes where a message of this type is due must have this type.
    case type(HandshakeType)
    /// No bytes follow the content of this message.
    case bytesAfter(HandshakeType)

    /// Checks that belong to no single message.
    package enum Rule: String, CaseIterable, Hashable, Sendable {
        // Records.
        case recordLength, recordType, outerType, innerType, plaintextRecords
        case blockCode, blockPadding, emptyHandshake, paddingAlone, earlyData, interleaving,
            keyChangeBoundary, emptyRecords
        // ChangeCipherSpec.
        case keyChangeContent, earlyKeyChange, lateKeyChange, missingKeyChange, protectedKeyChange
        // Alerts.
        case alertForm, alertLevel, alertEnds, errorAtWarningLevel, plaintextAlert, warnings
        // Messages of any kind.
        case messageLength
        // ServerHello.
        case legacyVersion, offeredVersion, selectedVersion, downgradeSentinel
        case sessionIDLength, sessionIDEcho, compatibilityIDEcho, compression
        case offeredSuite, suiteOfVersion, suiteFitsKey
        // HelloRetryRequest.
        case retryVersion, retryChanges, retryGroupIsNew, retryGroupIsOffered, cookieForm
        case secondRetry, suiteAfterRetry, versionAfterRetry
        // Extensions.
        case extensionTwice, extensionUnasked, extensionPlace, extensionEnd, extensionBlock
        case protocolForm, protocolOffered, renegotiationEmpty, renegotiationPresent
        case pointFormatsForm, uncompressedPoints, encryptedHelloForm
        // Resumption.
        case pskIndex, pskDigest, proofInResumption, sessionSuite, sessionMasterSecret
        case sessionVersion
        // Early data.
        case earlyDataSession, earlyDataSuite, earlyDataProtocol, earlyDataVersion, earlyDataLimit
        // Tickets that the client keeps for later connections.
        case ticketLifetime, ticketOfBrokenHandshake, ticketOfUntrusted
        // Key exchange.
        case keySharePresent, shareGroup, curveType, offeredGroup
        case pointLength, pointForm, zeroSecret
        case fieldLength, fieldPrime, fieldIsSafe, numberRange
        // Certificates and the signatures made with their keys.
        case certificateContext, certificateListEmpty, emptyEntry, certificateEnd
        case compressionUnasked, compressionOffered, certificatesTooLong, streamWhole, streamEnd
        case decompressedLength, decompressedBound
        case credentialExpired, credentialLife, credentialUsage, credentialSigning
        case credentialSignature, credentialKey, credentialScheme
        case statusType, emptyStatus
        case requestContext, requestSchemes, authorityNames, requestUnderHTTP2,
            requestUnderAnonymous
        case certificateType, rawKeyUnagreed, rawKeyForm, rawKeyAlone, rawKeyKnown
        case offeredScheme, schemeOfVersion, schemeFitsKey, schemeFitsCurve, signature
        // Finished.
        case finishedLength, finished
        // Certified keys and their signatures.
        case keyLength, smallOrder, paddingEnd
        // A second handshake.
        case sameVersion, sameCertificate, sameMasterSecret, sessionAgain
        // Messages after Finished.
        case keyUpdateForm, keyUpdateValue, newKeysAfterUpdate, ticketForm, emptyTicket
    }

    /// All checks.
    package static let all: [ClientCheck] =
        Rule.allCases.map(ClientCheck.rule)
        + required.map(ClientCheck.missing)
        + said.flatMap { [.repeated($0), .type($0)] }
        // The length of Finished is known and has its own check.
        + said.filter { $0 != .finished }.map(ClientCheck.bytesAfter)
        + [.repeated(.certificateRequest), .bytesAfter(.newSessionTicket)]
        + strays.map(ClientCheck.stray)

    /// The messages that honest servers send in each handshake.
    private static let said: [HandshakeType] = [
        .serverHello, .encryptedExtensions, .certificate, .certificateVerify, .serverKeyExchange,
        .serverHelloDone, .finished,
    ]

    /// The messages whose absence a faulty client can ignore.
    ///
    /// A hello or a ServerKeyExchange is not among them, because without it there are no keys.
    private static let required: [HandshakeType] = [
        .encryptedExtensions, .certificate, .certificateVerify, .serverHelloDone, .finished,
        .newSessionTicket,
    ]

    private static let strays: [HandshakeType] = [
        .helloRequest, .clientHello, .serverKeyExchange, .newSessionTicket, .endOfEarlyData,
        .serverHelloDone,
        .clientKeyExchange, .certificateStatus, .keyUpdate,
        .compressedCertificate, .messageHash, .unknown,
    ]
}

extension ClientCheck: CustomStringConvertible {
    package var description: String {
        switch self {
        case .rule(let rule): rule.rawValue
        case .missing(let type): "missing \(type)"
        case .repeated(let type): "repeated \(type)"
        case .stray(let type): "stray \(type)"
        case .type(let type): "type of \(type)"
        case .bytesAfter(let type): "bytes after \(type)"
        }
    }
}

/// The reason why the client refuses to continue.
package struct Refusal: Error, Hashable, Sendable {
    /// The check that failed; nil for other reasons, such as unreadable content or an untrusted
    /// certificate.
    package let check: ClientCheck?
    /// The alert that is sent to the server; nil for none.
    package let alert: UInt8?

    init(_ check: ClientCheck?, _ alert: UInt8?) {
        (self.check, self.alert) = (check, alert)
    }

    /// Content that cannot be decoded.
    static let unreadable = Refusal(nil, 50)
}
