import Basics

extension ApplicationProtocol {
    /// RFB, the protocol of VNC, with TLS as a part of the security type VeNCrypt.
    package static let rfb = ApplicationProtocol(
        "rfb",
        about: "VNC's desktops (RFC 6143, and VeNCrypt 0.2 with X509Plain)",
        transports: [.starttls],
        // An answer in plaintext would show nothing: the client's first message already has the
        // user's name.
        upgradeFaults: [.hidden],
        greeting: { _ in Array("RFB 003.008\n".utf8) },
        length: lengthOfMessage(in:)
    ) { message, manner in
        switch message.first {
        case UInt8(ascii: "R"):
            // The list has only VeNCrypt. Version 3.3 has no list, so its clients get 0 and a
            // reason.
            return .says(message.holds("003.003") ? oldVersion : [1, venCrypt])
        case venCrypt: return .says([0, 2])
        // ClientInit
        case 1: return .says(serverInit)
        default: break
        }
        switch message.count {
        case 2: return .says(message == [0, 2] ? [0, 1] + subtype(manner) : [255])
        case 4 where message == x509Plain: return manner.takesTLS ? .goAhead([1]) : .says([0])
        // Plain has no confirmation; the client sends its user and password.
        case 4: return .says("")
        // The SecurityResult.
        default: return .says(success)
        }
    }

    private static let venCrypt: UInt8 = 19
    private static let x509Plain: [UInt8] = [0, 0, 1, 6]
    private static let success: [UInt8] = [0, 0, 0, 0]

    /// The only subtype: X509Plain, or Plain without TLS.
    private static func subtype(_ manner: Manner) -> [UInt8] {
        manner.namesTLS ? x509Plain : [0, 0, 1, 0]
    }

    private static let oldVersion: [UInt8] = {
        let reason = Array("no VeNCrypt".utf8)
        return success + [UInt8](reason.count, count: 4) + reason
    }()

    /// A desktop of one pixel, with 32 bits for colours of 8 bits, and without a name (RFC 6143
    /// §7.3.2).
    private static let serverInit: [UInt8] = [
        0, 1, 0, 1, 32, 24, 0, 1, 0, 255, 0, 255, 0, 255, 16, 8, 0, 0, 0, 0, 0, 0, 0, 0,
    ]

    /// Returns the length of a message by its first bytes, because clients' messages have no common
    /// form.
    ///
    /// VeNCrypt's version is 0.1 or 0.2, subtypes are 256 to 511, and a login starts with a length
    /// below 256. After the login, only a ClientInit that shares the desktop is complete.
    @Sendable private static func lengthOfMessage(in input: [UInt8]) -> Int? {
        switch input.first {
        case UInt8(ascii: "R"): return input.complete(12)
        case venCrypt, 1: return 1
        case 0: break
        default: return nil
        }
        guard let start = input.number(at: 1, count: 1) else { return nil }
        guard start == 0 else { return 2 }
        switch input.number(at: 2, count: 1) {
        case 1: return input.complete(4)
        case 0:
            // The lengths of the user's name and of the password come first.
            guard let name = input.number(at: 0, count: 4),
                let password = input.number(at: 4, count: 4)
            else { return nil }
            return input.complete(8 + name + password)
        default: return nil
        }
    }
}
