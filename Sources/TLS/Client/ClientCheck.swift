// TLS/Client is the client's end of TLS 1.3 and of older versions, on the engine's primitives, for
// tests alone. Each of its checks can be left out, which makes a client with exactly that fault. It
// judges the handshake: whether a certificate is trusted is not its subject.

/// A rule on servers that the client checks, in the way of the fault that lacks it.
package enum ClientCheck: Hashable, Sendable {
    /// A check that stands in one place of the client.
    case rule(Rule)
    /// The server must say this message.
    case missing(HandshakeType)
    /// The server must not say this message again or late.
    case repeated(HandshakeType)
    /// This message has no place in the handshake.
    case stray(HandshakeType)
    /// The message in the place of this one must have its type.
    case type(HandshakeType)
    /// No bytes stand after the content of this message.
    case bytesAfter(HandshakeType)

    /// Checks that have no message of their own.
    package enum Rule: String, CaseIterable, Hashable, Sendable {
        // Records.
        case recordLength, recordType, outerType, innerType, clearRecords
        case blockCode, blockPadding, emptyHandshake, paddingAlone, earlyData, interleaving,
            keyChangeBoundary, emptyRecords
        // ChangeCipherSpec.
        case keyChangeContent, earlyKeyChange, lateKeyChange, missingKeyChange, protectedKeyChange
        // Alerts.
        case alertForm, alertLevel, alertEnds, errorAtWarningLevel, clearAlert, warnings
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
        // Key exchange.
        case pskIndex, pskDigest, proofInResumption, sessionSuite, sessionMasterSecret
        case sessionVersion
        // Early data.
        case earlyDataSession, earlyDataSuite, earlyDataProtocol, earlyDataVersion, earlyDataLimit
        // Of values that are kept for later connections.
        case ticketLifetime, ticketOfBrokenHandshake, ticketOfUntrusted
        case keySharePresent, shareGroup, curveType, offeredGroup
        case pointLength, pointForm, zeroSecret
        case fieldLength, fieldPrime, fieldIsSafe, numberRange
        // Certificates and their proof.
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
        // The end, and what stands after it.
        case finishedLength, finished
        case keyLength, smallOrder, paddingEnd
        // A second handshake.
        case sameVersion, sameCertificate, sameMasterSecret, sessionAgain
        case keyUpdateForm, keyUpdateValue, newKeysAfterUpdate, ticketForm, emptyTicket
    }

    /// All of them.
    package static let all: [ClientCheck] =
        Rule.allCases.map(ClientCheck.rule)
        + required.map(ClientCheck.missing)
        + said.flatMap { [.repeated($0), .type($0)] }
        // The length of Finished is known, and has its own check.
        + said.filter { $0 != .finished }.map(ClientCheck.bytesAfter)
        + [.repeated(.certificateRequest), .bytesAfter(.newSessionTicket)]
        + strays.map(ClientCheck.stray)

    /// The messages that honest servers say in each handshake.
    private static let said: [HandshakeType] = [
        .serverHello, .encryptedExtensions, .certificate, .certificateVerify, .serverKeyExchange,
        .serverHelloDone, .finished,
    ]

    /// Those that a client can lack; without a hello or a ServerKeyExchange there are no keys.
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

/// Why the client goes no further.
package struct Refusal: Error, Hashable, Sendable {
    /// The check that failed; nil for content that no client could read.
    package let check: ClientCheck?
    /// The alert that tells the server; nil for none.
    package let alert: UInt8?

    init(_ check: ClientCheck?, _ alert: UInt8?) {
        (self.check, self.alert) = (check, alert)
    }

    /// Content that cannot be decoded.
    static let unreadable = Refusal(nil, 50)
}
