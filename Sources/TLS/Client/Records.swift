import Crypto

/// Reading records (RFC 8446 §5, RFC 5246 §6.2).
extension StrictClient {
    typealias Record = (type: UInt8, content: [UInt8])

    /// Handles whole records until none is left or a close_notify ends the connection.
    mutating func readAll() throws(Refusal) {
        while !hasClosed, let fragment = try nextFragment() {
            guard let record = try opened(fragment) else { continue }
            try take(record)
        }
        // A client without the check `ticketOfUntrusted` decides about the certificate only now,
        // and has already taken tickets.
        if isDone, resumed == nil, !offer.trustsServer { throw Refusal(nil, 48) }
    }

    /// Returns the next whole record, still protected.
    private mutating func nextFragment() throws(Refusal) -> Record? {
        guard input.count >= 5 else { return nil }
        let length = Int(input[3]) << 8 | Int(input[4])
        let expansion = opening == nil ? 0 : version == .v1_3 ? 256 : 2_048
        try require(.recordLength, length <= 1 << 14 + expansion, 22)
        guard input.count >= 5 + length else { return nil }
        defer { input.removeFirst(5 + length) }
        return (input[0], Array(input[5..<5 + length]))
    }

    /// Removes the protection of a record; returns nil for a record that is skipped.
    private mutating func opened(_ record: Record) throws(Refusal) -> Record? {
        if !(20...23).contains(record.type) {
            guard lacks(.outerType) else {
                try require(.recordType, false, 10)
                // A client that skips the record still counts it in the sequence number.
                _ = try decrypted(record)
                return nil
            }
            return try opened((opensNewest ? 23 : 22, record.content))
        }
        guard opening != nil else { return record }
        guard opensNewest else {
            if let opened = try decrypted(record) { return opened }
            return try inPlaintext(record, 20)
        }
        switch record.type {
        case ContentType.applicationData:
            guard let opened = try decrypted(record) else { return try inPlaintext(record, 20) }
            if opened.type == ContentType.changeCipherSpec, isDone || !lacks(.innerType) {
                try require(.protectedKeyChange, false, 10)
                return nil
            }
            return inner(opened)
        case ContentType.handshake:
            if lacks(.outerType), let content = try decrypted((23, record.content)) {
                return content
            }
            return try inPlaintext(record, 10)
        case ContentType.alert:
            try require(.plaintextAlert, false, 10)
            return record
        default: return record
        }
    }

    /// Whether the version is known and older than TLS 1.3.
    var isOlder: Bool { version.map { $0 < .v1_3 } ?? false }

    private var opensNewest: Bool { version == .v1_3 && opening != nil }

    private func decrypted(_ record: Record) throws(Refusal) -> Record? {
        let client = self
        let opened = try Self.primitives { () throws(OpenSSLError) in
            try client.opening?.open(record.content, type: record.type) {
                client.lacks($0 == .code ? .blockCode : .blockPadding)
            }
        }
        guard let opened else { return nil }
        // RFC 8446 §5.4: content, type and padding together have at most 2^14 + 1 bytes.
        let padded = client.opening?.paddedLength(of: record.content) ?? 0
        let isShort = opened.content.count <= 1 << 14 && padded <= 1 << 14 + 1
        try require(.recordLength, isShort, 22)
        return (opened.type, opened.content)
    }

    /// Handles a plaintext record that should be protected.
    private func inPlaintext(_ record: Record, _ alert: UInt8) throws(Refusal) -> Record {
        try require(.plaintextRecords, false, alert)
        return record
    }

    /// Handles a record of TLS 1.3 by its inner type.
    private func inner(_ record: Record) -> Record {
        let isOfMessages = !isDone && lacks(.innerType) && record.type != ContentType.alert
        return isOfMessages ? (ContentType.handshake, record.content) : record
    }

    private mutating func take(_ record: Record) throws(Refusal) {
        // RFC 8446 §5.1 forbids other records between the parts of a message; RFC 5246 §6.2.1
        // allows them.
        if record.type != ContentType.handshake, version ?? offer.versions.upperBound == .v1_3 {
            try require(.interleaving, messages.isEmpty, 10)
        }
        try count(record)
        switch record.type {
        case ContentType.changeCipherSpec: try take(keyChange: record.content)
        case ContentType.alert: try take(alert: record.content)
        case ContentType.handshake: try take(handshake: record.content)
        case ContentType.applicationData: try take(data: record.content)
        case 0 where record.content.isEmpty: try require(.paddingAlone, false, 10)
        default: try require(.recordType, false, 10)
        }
    }

    /// Counts consecutive empty records of application data: RFC 8446 §5.1 allows any number; the
    /// limit is BoringSSL's.
    private mutating func count(_ record: Record) throws(Refusal) {
        let isEmpty = record.type == ContentType.applicationData && record.content.isEmpty
        emptyRecords = isEmpty ? emptyRecords + 1 : 0
        if emptyRecords > 32 { try require(.emptyRecords, false, 10) }
    }

    private mutating func take(handshake content: [UInt8]) throws(Refusal) {
        // RFC 8446 §5.1, RFC 5246 §6.2.1.
        guard try require(.emptyHandshake, !content.isEmpty, 10) else { return }
        // A message that starts in plaintext is rejected when the keys change.
        if awaitsKeyChange, !isPartInPlaintext(content) {
            try require(.missingKeyChange, false, 10)
            try changeKeys()
            guard let record = try decrypted((ContentType.handshake, content)) else {
                throw Refusal(nil, 20)
            }
            messages.append(record.content)
        } else {
            messages.append(content)
        }
        while let message = try nextMessage() { try take(message: message) }
    }

    /// Whether the bytes are the first part of a Finished in plaintext.
    private func isPartInPlaintext(_ content: [UInt8]) -> Bool {
        content.first == HandshakeType.finished.rawValue && content.count < 16
    }

    private mutating func nextMessage() throws(Refusal) -> [UInt8]? {
        do throws(ProtocolFailure) {
            return try messages.next()
        } catch {
            guard error == .tooLong else { throw Refusal(nil, error.alert) }
            try require(.messageLength, false, 47)
            messages.longestMessage = 1 << 24
            return try nextMessage()
        }
    }

    private mutating func take(data: [UInt8]) throws(Refusal) {
        guard !isDone else {
            received += data
            return
        }
        if due == .finished, lacks(.missing(.finished)) { return try endHandshake() }
        try require(.earlyData, false, 10)
    }

    // MARK: ChangeCipherSpec

    /// Whether the server's ChangeCipherSpec is due; only in TLS 1.2.
    private var awaitsKeyChange: Bool {
        isOlder && !hasChangedKeys && !isDone && due == .finished
    }

    private mutating func take(keyChange content: [UInt8]) throws(Refusal) {
        if opensNewest {
            // RFC 8446 §5: ChangeCipherSpec has no meaning, and is allowed only before Finished.
            try require(.lateKeyChange, !isDone, 10)
        }
        try require(.keyChangeContent, content == [1], 10)
        guard version != .v1_3, version != nil || !offer.offers(.v1_3) else { return }
        if !isDone, due == .serverHelloDone, lacks(.missing(.serverHelloDone)) {
            position = order.count - 1
            return try answerFlight()
        }
        if !isDone, due == .newSessionTicket {
            try require(.missing(.newSessionTicket), false, 10)
            position += 1
        }
        guard try require(.earlyKeyChange, awaitsKeyChange, 10) else { return }
        try require(.keyChangeBoundary, messages.isEmpty, 10)
        try changeKeys()
    }

    private mutating func changeKeys() throws(Refusal) {
        hasChangedKeys = true
        opening = try protection(of: .server, in: .application)
    }

    // MARK: Alerts

    /// Handles an alert (RFC 8446 §6, RFC 5246 §7.2).
    private mutating func take(alert content: [UInt8]) throws(Refusal) {
        guard try require(.alertForm, content.count == 2, 50), content.count == 2 else { return }
        let isNewest = version == .v1_3
        guard try require(.alertLevel, isNewest || (1...2).contains(content[0]), 47) else { return }
        if content[1] != 0 { serverAlert = content[1] }
        if content[1] == 0 {
            guard try require(.alertEnds, isDone, nil) else { return }
            hasClosed = true
            return
        }
        if content[1] == 100, earlier != nil, !isDone {
            // The client goes on only to renegotiate, and the server declines (RFC 5246 §7.2.2).
            throw Refusal(nil, nil)
        }
        let isWarning = content[0] == 1
        // In TLS 1.3, only user_canceled is not an error.
        if isWarning, !isNewest || content[1] == 90 {
            warnings += 1
            // The limit is OpenSSL's.
            if warnings > 4 { try require(.warnings, false, 10) }
            return
        }
        try require(isWarning ? .errorAtWarningLevel : .alertEnds, false, nil)
    }
}
