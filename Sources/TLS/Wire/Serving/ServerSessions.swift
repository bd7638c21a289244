import Crypto

extension Loopback {
    /// Checks whether a presentation can be served.
    ///
    /// - Throws: `WireError.openSSL` if libssl is required and cannot load the certificates.
    package func rehearse(_ presentation: Presentation) throws(WireError) {
        _ = try serving(presentation)
    }

    /// Whether libssl can decode the certificates of a presentation.
    package func canLoad(_ presentation: Presentation) -> Bool {
        do throws(WireError) {
            _ = try accepting(presentation)
            return true
        } catch {
            return false
        }
    }

    private func accepting(_ presentation: Presentation) throws(WireError) -> TLSSession {
        try accepting(
            presentation.credential,
            presentation.offer,
            presentation.clientAuthentication,
            chooseProtocol: presentation.chooseProtocol
        )
    }

    /// Returns a server's session for a presentation.
    ///
    /// - Parameters:
    ///   - presentation: what the server presents.
    ///   - session: the session for clients that resume by session id.
    ///   - tickets: the key of tickets. Connections with the same key resume each other's sessions.
    /// - Returns: the server's end of TLS.
    /// - Throws: if libssl takes no such certificate, key or setting.
    package func serving(
        _ presentation: Presentation,
        naming session: NamedSession = Loopback.freshSession(),
        sealing tickets: TicketPolicy = .fresh()
    ) throws(WireError) -> any TLSEnd {
        let scripted = { ScriptedEnd(presentation, naming: session, sealing: tickets) }
        switch presentation.engine {
        case .libssl: return LibsslEnd(try accepting(presentation))
        case .hatpin: return scripted()
        case nil:
            do throws(WireError) { return LibsslEnd(try accepting(presentation)) } catch {
                return scripted()
            }
        }
    }

    /// Returns a session for clients that resume by session id.
    static func freshSession() -> NamedSession {
        NamedSession(id: Array(Draws.system().random))
    }

    /// Returns a server's session with `credential`.
    package func accepting(
        _ credential: Credential,
        _ offer: TLSOffer,
        _ clientAuthentication: ClientAuthentication? = nil,
        chooseProtocol: (([String]) -> String?)? = nil
    ) throws(WireError) -> TLSSession {
        do {
            return try TLSSession.accepting(
                serverContext,
                chain: credential.chain,
                key: credential.key,
                staple: credential.staples.first ?? nil,
                offer: offer,
                clientAuthentication: clientAuthentication,
                chooseProtocol: chooseProtocol,
                loaded: loaded
            )
        } catch {
            throw .openSSL(error)
        }
    }

    /// Returns a client's session that accepts any certificate and passes it to `judge`.
    ///
    /// Only the proxies and `ChainFetch` use such a session; they must not rely on the server's
    /// identity.
    package func fetching(
        serverName: String?,
        protocols: [String] = [],
        judge: @escaping (ShownCertificates) -> Void
    ) throws(WireError) -> TLSSession {
        do {
            return try TLSSession.connecting(
                clientContext,
                serverName: serverName,
                offer: TLSOffer(versions: .v1_0 ... .v1_3),
                protocols: protocols
            ) { shown in
                judge(shown)
                return .proceed
            }
        } catch {
            throw .openSSL(error)
        }
    }
}
