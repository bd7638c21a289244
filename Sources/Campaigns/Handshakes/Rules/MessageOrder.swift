import Crypto
import TLS

/// The order in which the standards let a server send messages.
package enum MessageOrder: Hashable, Sendable {
    /// The order is correct, and a client may continue.
    case legal
    /// A message is missing or unexpected before the handshake is complete.
    case illegal
    /// A message is unexpected after the handshake is complete.
    case illegalLater

    /// Checks the order of a script's messages with the states of a client (RFC 8446 §A.1, RFC 5246
    /// §7.3).
    ///
    /// Only message types, ChangeCipherSpec and application data matter for the order, not
    /// contents. A HelloRetryRequest counts as a type of its own.
    package init(of script: Script) {
        var walk: any ClientStates =
            script.version == .v1_3 ? NewestStates() : OlderStates(script)
        for step in script.steps {
            guard let event = OrderEvent(step), !walk.takes(event) else { continue }
            self = walk.isConnected ? .illegalLater : .illegal
            return
        }
        self = walk.isConnected ? .legal : .illegal
    }
}

/// The part of a step that matters for the order.
private enum OrderEvent {
    case message(HandshakeType)
    /// A HelloRetryRequest (RFC 8446 §4.1.4).
    case retry
    case changeCipherSpec
    case applicationData

    init?(_ step: Step) {
        switch step {
        case .say(let message):
            if case .serverHello(let hello) = message.body, message.type == .serverHello,
                hello.random == ServerHello.retryRandom
            {
                self = .retry
            } else {
                self = .message(message.type)
            }
        case .record(type: ContentType.changeCipherSpec, _, _): self = .changeCipherSpec
        case .record(type: ContentType.applicationData, _, _): self = .applicationData
        default: return nil
        }
    }
}

private protocol ClientStates {
    var isConnected: Bool { get }
    /// Whether the message may come in this state; if it may, moves to the next state.
    mutating func takes(_ event: OrderEvent) -> Bool
}

/// The states of a TLS 1.3 client without resumption (RFC 8446 §A.1).
private struct NewestStates: ClientStates {
    private enum State {
        case start, startAfterRetry, waitExtensions, waitCertificateOrRequest, waitCertificate
        case waitVerify, waitFinished, connected
    }

    private var state = State.start

    var isConnected: Bool { state == .connected }

    mutating func takes(_ event: OrderEvent) -> Bool {
        switch (state, event) {
        // RFC 8446 §5: the client ignores ChangeCipherSpec, which is for middleboxes, until it has
        // the server's Finished.
        case (_, .changeCipherSpec) where !isConnected: return true
        // Before the ServerHello the client may still use TLS 1.2, whose clients ignore this
        // message.
        case (.start, .message(.helloRequest)): return true
        case (.start, .retry): state = .startAfterRetry
        case (.start, .message(.serverHello)), (.startAfterRetry, .message(.serverHello)):
            state = .waitExtensions
        case (.waitExtensions, .message(.encryptedExtensions)): state = .waitCertificateOrRequest
        case (.waitCertificateOrRequest, .message(.certificateRequest)): state = .waitCertificate
        case (.waitCertificateOrRequest, .message(.certificate)),
            (.waitCertificate, .message(.certificate)):
            state = .waitVerify
        case (.waitVerify, .message(.certificateVerify)): state = .waitFinished
        case (.waitFinished, .message(.finished)): state = .connected
        case (.connected, .message(.newSessionTicket)), (.connected, .message(.keyUpdate)),
            (.connected, .applicationData):
            break
        default: return false
        }
        return true
    }
}

/// The states of a TLS 1.2 client in a full handshake (RFC 5246 §7.3, RFC 6066 §8, RFC 5077 §3.3).
private struct OlderStates: ClientStates {
    private enum State {
        case waitHello, waitCertificate, waitStatusOrAfter, waitKeyExchange, waitRequestOrDone
        case waitDone, waitTicket, waitChange, waitFinished, connected
    }

    private var state = State.waitHello
    private let exchangesKeys: Bool
    /// Whether the ServerHello promises a NewSessionTicket, and whether it allows a
    /// CertificateStatus.
    private var promisesTicket = false
    private var mayStaple = false

    init(_ script: Script) {
        exchangesKeys = script.suite.keyExchange != .rsa
        for step in script.steps {
            guard case .say(let message) = step, case .serverHello(let hello) = message.body else {
                continue
            }
            let types = Set(hello.extensions?.map(\.type) ?? [])
            promisesTicket = types.contains(Extension.sessionTicket)
            mayStaple = types.contains(Extension.statusRequest)
        }
    }

    var isConnected: Bool { state == .connected }

    private var afterCertificate: State { exchangesKeys ? .waitKeyExchange : .waitRequestOrDone }

    mutating func takes(_ event: OrderEvent) -> Bool {
        // RFC 5246 §7.4.1.1: HelloRequest may come at any time, and is ignored during a handshake.
        if case .message(.helloRequest) = event { return true }
        switch (state, event) {
        case (.waitHello, .message(.serverHello)): state = .waitCertificate
        case (.waitCertificate, .message(.certificate)):
            state = mayStaple ? .waitStatusOrAfter : afterCertificate
        // RFC 6066 §8: the server may omit the message although it sent the extension.
        case (.waitStatusOrAfter, .message(.certificateStatus)): state = afterCertificate
        case (.waitStatusOrAfter, _):
            state = afterCertificate
            return takes(event)
        case (.waitKeyExchange, .message(.serverKeyExchange)): state = .waitRequestOrDone
        case (.waitRequestOrDone, .message(.certificateRequest)): state = .waitDone
        case (.waitRequestOrDone, .message(.serverHelloDone)),
            (.waitDone, .message(.serverHelloDone)):
            state = promisesTicket ? .waitTicket : .waitChange
        case (.waitTicket, .message(.newSessionTicket)): state = .waitChange
        case (.waitChange, .changeCipherSpec): state = .waitFinished
        case (.waitFinished, .message(.finished)): state = .connected
        case (.connected, .applicationData): break
        default: return false
        }
        return true
    }
}
