import X509

extension ApplicationProtocol {
    /// XMPP; the server recognises elements by their first words.
    package static let xmpp = ApplicationProtocol(
        "xmpp",
        about: "messages (RFC 6120 §5, XEP-0368)",
        secureScheme: "xmpps",
        applicationNames: ["xmpp-client"],
        names: .rfc6120,
        upgradeFaults: [.hidden, .refers, .answerAfterGoAhead],
        nextAnswer: { _ in Array(stream(namesTLS: false).utf8) },
        // A message ends with the first `>`, because a stream starts with a tag that is not closed.
        length: { input in input.firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } }
    ) { message, manner in
        let text = String(decoding: message, as: UTF8.self)
        if text.contains("<stream:stream") {
            return manner.fault == .refers && !manner.isSecured
                ? .says(header(answering: text) + seeOther(manner.elsewhere))
                : .says(stream(namesTLS: manner.namesTLS, answering: text))
        }
        if text.contains("<starttls") {
            return manner.takesTLS
                ? .goAhead("<proceed xmlns='\(namespace)'/>")
                : .says("<failure xmlns='\(namespace)'/>")
        }
        return .says("")
    }

    private static let namespace = "urn:ietf:params:xml:ns:xmpp-tls"

    /// Returns the tag that begins the server's stream, which is from the domain to which the client
    /// speaks (RFC 6120 §4.7.2).
    private static func header(answering text: String) -> String {
        let domain = text.firstMatch(of: /\sto=['"]([^'"<&]*)/)?.1 ?? "example.test"
        return """
            <?xml version='1.0'?><stream:stream from='\(domain)' id='1' version='1.0' \
            xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'>
            """
    }

    /// Returns the error that refers the client to another host (RFC 6120 §4.9.3.19).
    private static func seeOther(_ place: String) -> String {
        """
        <stream:error><see-other-host xmlns='urn:ietf:params:xml:ns:xmpp-streams'>\(place)\
        </see-other-host></stream:error></stream:stream>
        """
    }

    private static func stream(namesTLS: Bool, answering text: String = "") -> String {
        let feature = namesTLS ? "<starttls xmlns='\(namespace)'><required/></starttls>" : ""
        return header(answering: text) + """
            <stream:features>\(feature)<mechanisms xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>\
            <mechanism>PLAIN</mechanism></mechanisms></stream:features>
            """
    }
}
