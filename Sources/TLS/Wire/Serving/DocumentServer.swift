import Crypto

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Serves documents over HTTP at the addresses in their URLs.
///
/// Clients fetch issuers, revocation lists, and policies from this server while they verify a
/// server.
final class DocumentServer: Participant {
    private let documents: [String: ServedDocument]
    private let end: (() throws(WireError) -> any TLSEnd)?
    /// The socket; nil after closing.
    private var listener: Socket?
    private var guests: [Guest] = []
    /// The number of requests, including requests for paths without a document.
    private(set) var requests = 0

    private final class Guest {
        let connection: Connection
        var request: [UInt8] = []
        var isAnswered = false

        init(_ socket: consuming Socket) { connection = Connection(socket) }
    }

    /// The maximum number of requests that are answered.
    ///
    /// A client that sends more requests follows an endless chain of documents.
    static let mostRequests = 1_000

    /// Listens on an address.
    ///
    /// - Parameters:
    ///   - documents: the documents by their paths.
    ///   - address: the address in the documents' URLs.
    ///   - end: makes the server's end of TLS for a connection; nil for plain HTTP.
    /// - Throws: `WireError` if the port is unavailable, which happens outside the run's own
    ///   network.
    init(
        _ documents: [String: ServedDocument],
        on address: NetworkAddress = NetworkAddress([127, 0, 0, 1], port: 80),
        over end: (() throws(WireError) -> any TLSEnd)? = nil
    ) throws(WireError) {
        (self.documents, self.end) = (documents, end)
        listener = try Socket.listening(on: address, backlog: 16)
    }

    /// The descriptor of the socket; -1 after closing.
    var descriptor: CInt { listener?.descriptor ?? -1 }

    /// Returns the address of the server.
    func address() throws(WireError) -> NetworkAddress? { try listener?.local() }

    /// Releases the port.
    func close() {
        listener?.stopListening()
        listener = nil
        guests = []
    }

    var isOver: Bool { guests.allSatisfy(\.connection.isOver) }

    func addInterests(to polled: inout [pollfd]) {
        polled.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
        polled += guests.filter { !$0.connection.isOver }.map(\.connection.interest)
    }

    func advance() throws(WireError) -> Bool {
        var hasHappened = false
        while let socket = try listener?.accepted() {
            let guest = Guest(socket)
            if let end { guest.connection.begin(try end()) }
            guests.append(guest)
            hasHappened = true
        }
        guests.removeAll { $0.connection.isOver }
        for guest in guests {
            if guest.connection.transfer() { hasHappened = true }
            do throws(TLSFailure) {
                if !guest.isAnswered { try serve(guest) }
            } catch {
                // A client that rejects this server continues without the document.
                guest.connection.finish()
            }
            if guest.connection.hasPeerEnded { guest.connection.finish() }
        }
        return hasHappened
    }

    private func serve(_ guest: Guest) throws(TLSFailure) {
        let connection = guest.connection
        if end == nil {
            guest.request = connection.preface
        } else {
            guard try connection.handshake() == .done else { return }
            _ = try connection.drain(into: &guest.request)
        }
        guard let length = guest.request.endOfHead else {
            if guest.request.count >= Connection.longestText { connection.finish() }
            return
        }
        guest.isAnswered = true
        requests += 1
        guard requests <= Self.mostRequests else { return connection.finish() }
        let answer = answer(to: guest.request.prefix(length))
        if end == nil { connection.sendPlain(answer) } else { try connection.write(answer) }
        connection.close()
    }

    /// Answers a request; the connection ends after the answer.
    private func answer(to head: ArraySlice<UInt8>) -> [UInt8] {
        let words = head.prefix { $0 != 13 && $0 != 10 }.split(separator: 32)
        let path = words.count > 1 ? String(decoding: words[1], as: UTF8.self) : ""
        switch documents[path] {
        case .body(let body): return Self.answer("200 OK", body)
        case .text(let text):
            return Self.answer("200 OK", Array(text.utf8), "Content-Type: text/plain\r\n")
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
