import OpenSSL
import TLSFormat

/// The operations by which deviations change scripts, and which files may name by themselves.
extension Script {
    /// Where a message is said first.
    package func place(of type: HandshakeType) throws(NoOccasion) -> Int {
        guard let place = steps.firstIndex(where: { $0.said == type }) else {
            throw .noMessage(type)
        }
        return place
    }

    /// Leaves a message out.
    package mutating func drop(_ type: HandshakeType) throws(NoOccasion) {
        steps.remove(at: try place(of: type))
    }

    /// Says a message twice.
    package mutating func `repeat`(_ type: HandshakeType) throws(NoOccasion) {
        let place = try place(of: type)
        steps.insert(steps[place], at: place)
    }

    /// Says two messages in each other's place.
    package mutating func swap(
        _ first: HandshakeType,
        _ second: HandshakeType
    ) throws(NoOccasion) {
        steps.swapAt(try place(of: first), try place(of: second))
    }

    /// Changes a message.
    package mutating func edit(
        _ type: HandshakeType,
        _ change: (inout Message) throws(NoOccasion) -> Void
    ) throws(NoOccasion) {
        let place = try place(of: type)
        guard case .say(var message) = steps[place] else { throw .noMessage(type) }
        try change(&message)
        steps[place] = .say(message)
    }

    /// Changes the server's proof of its key, in whichever message it stands.
    package mutating func editProof(
        _ change: (inout Proof) throws(NoOccasion) -> Void
    ) throws(NoOccasion) {
        let type: HandshakeType = version == .v1_3 ? .certificateVerify : .serverKeyExchange
        try edit(type) { (message) throws(NoOccasion) in
            switch message.body {
            case .certificateVerify(var proof):
                try change(&proof)
                message.body = .certificateVerify(proof)
            case .serverKeyExchange(var plan):
                try change(&plan.proof)
                message.body = .serverKeyExchange(plan)
            default: throw .noMessage(type)
            }
        }
    }

    /// Changes the certificates that are shown.
    package mutating func editCertificates(
        _ change: (inout [CertificateList.Entry]) throws(NoOccasion) -> Void
    ) throws(NoOccasion) {
        try edit(.certificate) { (message) throws(NoOccasion) in
            guard case .certificate(var list) = message.body else {
                throw .noMessage(.certificate)
            }
            try change(&list.entries)
            message.body = .certificate(list)
        }
    }

    /// Changes the Finished.
    package mutating func editFinished(
        _ change: (inout FinishedPlan) -> Void
    ) throws(NoOccasion) {
        try edit(.finished) { (message) throws(NoOccasion) in
            guard case .finished(var plan) = message.body else { throw .noMessage(.finished) }
            change(&plan)
            message.body = .finished(plan)
        }
    }

    /// Changes the ServerHello that is said last, behind a retry.
    package mutating func editHello(
        _ change: (inout ServerHello) throws(NoOccasion) -> Void
    ) throws(NoOccasion) {
        guard let place = steps.lastIndex(where: { $0.said == .serverHello }),
            case .say(var message) = steps[place], case .serverHello(var hello) = message.body
        else { throw .noMessage(.serverHello) }
        try change(&hello)
        message.body = .serverHello(hello)
        steps[place] = .say(message)
    }

    /// Changes the extensions of the message that answers the client's: the EncryptedExtensions of
    /// TLS 1.3, the ServerHello of older versions.
    package mutating func editExtensions(
        _ change: (inout [Extension]) throws(NoOccasion) -> Void
    ) throws(NoOccasion) {
        guard version == .v1_3 else {
            return try editHello { (hello) throws(NoOccasion) in
                var extensions = hello.extensions ?? []
                try change(&extensions)
                hello.extensions = extensions
            }
        }
        try edit(.encryptedExtensions) { (message) throws(NoOccasion) in
            guard case .encryptedExtensions(var extensions) = message.body else {
                throw .noMessage(.encryptedExtensions)
            }
            try change(&extensions)
            message.body = .encryptedExtensions(extensions)
        }
    }
}
