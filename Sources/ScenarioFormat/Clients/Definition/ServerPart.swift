import TLS

/// The settings that only definitions of servers have.
///
/// A server is a program that verifies client certificates.
package struct ServerPart: Hashable, Sendable {
    /// The protocol in which Hatpin asks whether the server has accepted the client.
    package var probe = ProbeProtocol.http
    /// A pattern for the server's answer.
    ///
    /// The first group is the user that the server took the client for. Nil if the answer does
    /// not name the user, or if only one user gets an answer.
    package var identity: OutputPattern?
    /// A pattern for the output after which the server accepts connections; nil if the server is
    /// ready as soon as its port is open.
    package var ready: OutputPattern?
    /// Whether each case has a server of its own, because the server remembers earlier clients.
    package var isFresh = false
    /// A command after which the running server uses the CAs and CRLs that are now in its files;
    /// nil if it reads them only when it starts.
    package var reload: ClientCommand?

    init() {}
}

extension ClientDefinition {
    /// Creates the definition of a server from a bare command, with defaults for everything else.
    ///
    /// - Parameters:
    ///   - words: the program and its arguments, with placeholders.
    ///   - probe: the protocol in which Hatpin asks whether the server has accepted the client.
    /// - Throws: a fault if the command is malformed, or has no placeholder for the port or the
    ///   trust anchors.
    package init(server words: [String], in probe: ProbeProtocol) throws(Fault) {
        self.init()
        let program = words.first ?? ""
        name = program.split(separator: "/").last.map(String.init) ?? program
        command = try ClientCommand(words: words, in: .server)
        server = ServerPart()
        server?.probe = probe
        // The program of a bare command need not repeat the token in its answer.
        witness = .data
        if let fault = faults.first { throw fault }
    }

    /// All faults of a server that make the definition unusable.
    var faultsOfServer: [Fault] {
        var faults: [Fault] = []
        if !placeholders.contains(.port) { faults.append(.missingServerPort) }
        if placeholders.isDisjoint(with: ClientPlaceholder.anchorFiles) {
            faults.append(.missingClientAnchor)
        }
        if !options.isEmpty, !placeholders.contains(.options) { faults.append(.missingOptions) }
        if server?.isFresh == true, server?.reload != nil { faults.append(.uselessReload) }
        return faults
    }
}
