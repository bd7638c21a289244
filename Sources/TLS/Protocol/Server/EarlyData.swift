import Crypto

/// Early data, which the client sends before the server has answered.
extension ScriptedSession {
    /// Reads early data to its end; returns false until the end has arrived (RFC 8446 §4.5).
    ///
    /// Once the handshake is complete, early data is handled like other application data.
    mutating func takeEarlyData() throws(ProtocolFailure) -> Bool {
        while true {
            if let message = try messages.next() {
                guard message == HandshakeType.endOfEarlyData.message([]), messages.isEmpty else {
                    throw .unexpected(type: message.first ?? 0)
                }
                try run?.append(message)
                return true
            }
            guard !hasClosed, let record = try nextRecord() else { return false }
            switch record.type {
            case ContentType.applicationData:
                earlyCount += record.content.count
                // RFC 8446 §4.2.10: reject more early data than the session allows.
                guard earlyCount <= Int(script?.earlySession?.earlyData ?? 0) else {
                    throw .unexpected(type: record.type)
                }
                unread += record.content
            case ContentType.handshake: messages.append(record.content)
            case ContentType.alert: try take(alert: record.content)
            case ContentType.changeCipherSpec: continue
            default: throw .unexpected(type: record.type)
            }
        }
    }
}
