#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Serves the documents that certificates refer to, over plain HTTP at the port in their URLs.
///
/// Clients fetch issuers and revocation lists from this server during a handshake.
final class DocumentServer: Participant {
    private let documents: [String: ServedDocument]
    /// The socket; nil after closing.
    private var listener: Socket?
    private var guests: [(connection: Connection, isAnswered: Bool)] = []
    /// The number of requests, including those without a document.
    private(set) var requests = 0

    /// The maximum number of requests that are answered.
    ///
    /// A client that sends more requests follows an endless chain of documents.
    static let mostRequests = 1_000

    /// - Throws: `WireError` if the port is unavailable, which happens outside the run's own
    ///   network.
    init(_ documents: [String: ServedDocument], port: UInt16 = 80) throws(WireError) {
        self.documents = documents
        let address = NetworkAddress([127, 0, 0, 1], port: port)
        listener = try Socket.listening(on: address, backlog: 16)
    }

    /// Returns the address of the server.
    func address() throws(WireError) -> NetworkAddress? { try listener?.local() }

    /// Releases the port.
    func close() {
        listener = nil
        guests = []
    }

    var isOver: Bool { guests.allSatisfy(\.connection.isOver) }

    func addInterests(to polled: inout [pollfd]) {
        polled.append(pollfd(fd: listener?.descriptor ?? -1, events: Int16(POLLIN), revents: 0))
        polled += guests.filter { !$0.connection.isOver }.map(\.connection.interest)
    }

    func advance() throws(WireError) -> Bool {
        var hasHappened = false
        while let socket = try listener?.accepted() {
            guests.append((Connection(socket), false))
            hasHappened = true
        }
        guests.removeAll { $0.connection.isOver }
        for index in guests.indices {
            let connection = guests[index].connection
            if connection.transfer() { hasHappened = true }
            guard !guests[index].isAnswered else { continue }
            if let head = connection.takeHead() {
                requests += 1
                guests[index].isAnswered = true
                if requests <= Self.mostRequests { connection.sendPlain(answer(to: head)) }
                connection.finish()
            } else if connection.hasPeerEnded || connection.preface.count >= Connection.longestText
            {
                guests[index].isAnswered = true
                connection.finish()
            }
        }
        return hasHappened
    }

    /// Answers a request; the connection ends after the answer.
    private func answer(to head: [UInt8]) -> [UInt8] {
        let words = head.prefix { $0 != 13 && $0 != 10 }.split(separator: 32)
        let path = words.count > 1 ? String(decoding: words[1], as: UTF8.self) : ""
        switch documents[path] {
        case .body(let body): return Self.answer("200 OK", body)
        case .redirect(let place): return Self.answer("302 Found", [], "Location: \(place)\r\n")
        case nil: return Self.answer("404 Not Found", Array("<!doctype html><p>not found".utf8))
        }
    }

    private static func answer(
        _ status: String,
        _ body: [UInt8],
        _ fields: String = ""
    ) -> [UInt8] {
        let head = "HTTP/1.1 \(status)\r\n\(fields)Content-Length: \(body.count)\r\n"
        return Array("\(head)Connection: close\r\n\r\n".utf8) + body
    }
}
