import Crypto

extension Loopback {
    /// Tries whether a presentation can be shown.
    ///
    /// - Throws: `WireError.openSSL` where libssl is demanded and cannot.
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

    /// A server's session that shows itself so.
    package func serving(
        _ presentation: Presentation,
        naming session: NamedSession = Loopback.freshSession()
    ) throws(WireError) -> any TLSEnd {
        switch presentation.engine {
        case .libssl: return LibsslEnd(try accepting(presentation))
        case .hatpin: return ScriptedEnd(presentation, naming: session)
        case nil:
            do throws(WireError) { return LibsslEnd(try accepting(presentation)) } catch {
                return ScriptedEnd(presentation, naming: session)
            }
        }
    }

    /// A session for clients that name it by its id.
    static func freshSession() -> NamedSession {
        NamedSession(id: Array(Draws.system().random))
    }

    /// A server's session that shows `credential`.
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

    /// A client's session that takes any certificate and hands it to `judge`: for a proxy, whose
    /// business and danger that is.
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
