import Crypto

extension Violation {
    /// Unusual but correct tickets and sessions, which a client must tolerate.
    static let sessionHabits: [Violation] =
        ticketHabits.map { $0.needing(.tickets) } + earlyDataHabits

    private static let ticketHabits: [Violation] = [
        habit("early-ticket", "sends a ticket before the client's Finished", "RES-032") {
            (script, facts) throws(NoOccasion) in
            // The server cannot predict the transcript if the client sends a certificate.
            guard !facts.settings.asksForCertificate else { throw .noStep }
            let place = try script.place(of: .newSessionTicket)
            let ticket = script.steps.remove(at: place)
            // The server sends the ticket under the keys for application data, so these keys must
            // be in use.
            guard let end = script.steps.firstIndex(of: .expect(.finished)) else { throw .noStep }
            script.steps.insert(ticket, at: end)
        },
        habit("ticket-without-lifetime", "sends a ticket with lifetime 0", "RES-034") {
            (script, _) throws(NoOccasion) in
            try script.editTicket { $0.policy.lifetime = 0 }
        },
        habit(
            "ticket-with-unknown-extension",
            "sends a ticket with an unknown extension",
            "RES-036"
        ) {
            (script, _) throws(NoOccasion) in
            try script.editTicket { $0.extensions.append(Extension(0xfade, [7])) }
        },
        habit("two-tickets", "sends two tickets", "RES-040") {
            (script, _) throws(NoOccasion) in try script.addTicket { $0.nonce[0] ^= 1 }
        },
        habit("two-tickets-of-one-nonce", "sends two tickets with the same nonce", "RES-040") {
            (script, _) throws(NoOccasion) in try script.addTicket { $0.filling = 1 }
        },
        // RFC 8446 §4.6.1: a ticket has up to 2^16 - 1 bytes; the engine's own content takes fewer
        // than 512.
        habit("largest-ticket", "sends a ticket of nearly 64 KiB", "RES-040") {
            (script, _) throws(NoOccasion) in
            try script.editTicket { $0.filling = (1 << 16) - 512 }
        },
        habit("many-tickets", "sends ten thousand more tickets", "RES-040") {
            (script, _) throws(NoOccasion) in
            let place = try script.place(of: .newSessionTicket)
            script.steps.insert(contentsOf: (0..<10_000).map(uselessTicket), at: place)
        },
        habit("early-data-of-one-byte", "sends a ticket for one byte of early data", "RES-048") {
            (script, facts) throws(NoOccasion) in
            guard facts.settings.tickets?.earlyData != nil else { throw .noStep }
            try script.editTicket { $0.policy.earlyData = 1 }
        },
        Violation(
            "no-master-secret",
            about: "The server does not agree on extended_master_secret.",
            gain: .nothing,
            rule: "RFC 7627 §5.3",
            versions: [.v1_2],
            alert: nil,
            isAllowed: true,
            attacks: ["RES-031"]
        ) { (script, _) throws(NoOccasion) in
            guard script.hasExtendedMasterSecret, script.resumption == nil else { throw .noStep }
            script.hasExtendedMasterSecret = false
            try script.editHello { (hello) throws(NoOccasion) in
                hello.extensions?.leaveOut(Extension.extendedMasterSecret)
            }
        },
    ]

    /// Returns a step that sends a ticket without a session; ten thousand such tickets cost the
    /// server little.
    private static func uselessTicket(_ number: Int) -> Step {
        let mark = [UInt8](UInt16(truncatingIfNeeded: number))
        let ticket = SessionTicket(
            lifetime: 7_200,
            newest: SessionTicket.Newest(ageAdd: 0, nonce: [1] + mark),
            ticket: [UInt8](repeating: 0, count: 30) + mark
        )
        var message = Message(.newSessionTicket, .newSessionTicket(ticket))
        message.isHashed = false
        return .say(message)
    }

    private static func habit(
        _ name: String,
        _ about: String,
        _ attack: String,
        _ change: @escaping @Sendable (inout Script, Facts) throws(NoOccasion) -> Void
    ) -> Violation {
        Violation(
            name,
            about: "The server \(about).",
            gain: .nothing,
            rule: "RFC 8446 §4.6.1",
            versions: [.v1_3],
            alert: nil,
            isAllowed: true,
            attacks: [attack],
            apply: change
        )
    }
}

extension Script {
    /// Changes the first ticket.
    fileprivate mutating func editTicket(
        _ change: (inout TicketPlan) -> Void
    ) throws(NoOccasion) {
        try edit(.newSessionTicket) { (message) throws(NoOccasion) in
            guard case .ticket(var plan) = message.body else {
                throw .noMessage(.newSessionTicket)
            }
            change(&plan)
            message.body = .ticket(plan)
        }
    }

    /// Sends a changed copy of the first ticket before the first ticket.
    fileprivate mutating func addTicket(
        _ change: (inout TicketPlan) -> Void
    ) throws(NoOccasion) {
        let place = try place(of: .newSessionTicket)
        let first = steps[place]
        try editTicket(change)
        steps.insert(first, at: place + 1)
    }
}
