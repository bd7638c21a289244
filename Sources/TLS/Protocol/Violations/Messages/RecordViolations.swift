import Crypto

extension Violation {
    /// Violations with records of wrong sizes, types or protection.
    static let records: [Violation] =
        [
            shaped(
                "wrong-tag",
                "changes a record after protecting it",
                gain: .secrecy,
                20,
                "TLS-089",
                .v1_2
            ) {
                $0.damage = [.flip]
            }
            .undecided(because: .record),
            shaped(
                "cut-record",
                "truncates a protected record",
                gain: .secrecy,
                20,
                "TLS-089",
                .v1_2
            ) {
                $0.damage = [.cut(1)]
            }
            .undecided(because: .record),
            shaped(
                "empty-record",
                "sends an empty protected record",
                gain: .secrecy,
                20,
                "TLS-089",
                .v1_2
            ) {
                $0.damage = [.empty]
            }
            .undecided(because: .record),
            shaped("record-twice", "sends a record twice", gain: .secrecy, 20, "TLS-089", .v1_2) {
                $0.copies = 2
            }
            .undecided(because: .record),
            shaped(
                "record-too-long",
                "pads a record beyond the maximum",
                gain: .nothing,
                22,
                "TLS-084"
            ) {
                $0.padding = 16_385
            },
            shaped(
                "inner-type-unknown",
                "protects a record of an unknown type",
                gain: .nothing,
                10,
                "TLS-086"
            ) {
                $0.innerType = 99
            },
            shaped(
                "inner-type-of-key-change",
                "protects messages in records of type ChangeCipherSpec",
                gain: .nothing,
                10,
                "TLS-086"
            ) { $0.innerType = 20 },
            shaped(
                "inner-type-of-data",
                "protects messages in records of application data",
                gain: .nothing,
                10,
                "TLS-086"
            ) {
                $0.innerType = 23
            },
            shaped(
                "outer-type-of-handshake",
                "sends the real type in the header of a protected record",
                gain: .nothing,
                10,
                "TLS-086"
            ) {
                $0.outerType = 22
            },
            shaped(
                "outer-type-unknown",
                "sends a record of an unknown type",
                gain: .nothing,
                10,
                "TLS-086",
                .v1_2
            ) {
                $0.outerType = 99
            },
            shaped(
                "alert-amid-message",
                "sends an alert in the middle of a message",
                gain: .nothing,
                10,
                "TLS-081"
            ) {
                $0.longest = 64
                $0.interlude = RecordShape.Interlude(type: 21, bytes: [1, 90])
            },
            shaped(
                "key-change-amid-message",
                "sends ChangeCipherSpec in the middle of a message",
                gain: .nothing,
                10,
                "TLS-081"
            ) {
                $0.longest = 64
                $0.interlude = RecordShape.Interlude(type: 20, bytes: [1], inPlaintext: true)
            },
            shaped(
                "data-amid-message",
                "sends data in the middle of a message",
                gain: .nothing,
                10,
                "TLS-081",
                .v1_2
            ) {
                $0.longest = 12
                $0.interlude = RecordShape.Interlude(type: 23, bytes: [0x61])
            }
            .undecided(because: .twoChecks),
            shaped(
                "heartbeat-record",
                "sends its messages in records of type heartbeat",
                gain: .nothing,
                10,
                "TLS-086",
                .v1_2
            ) {
                $0.outerType = 24
            },
        ] + among

    /// Returns a violation in the shape of protected records.
    ///
    /// These are the records of Certificate and of the messages after it in TLS 1.3, and the record
    /// of Finished in TLS 1.2.
    static func shaped(
        _ name: String,
        _ about: String,
        gain: Gain,
        _ alert: UInt8?,
        _ attack: String,
        _ older: TLSVersion? = nil,
        isAllowed: Bool = false,
        _ change: @escaping @Sendable (inout RecordShape) -> Void
    ) -> Violation {
        Violation(
            name,
            about: "The server \(about).",
            gain: gain,
            rule: "RFC 8446 §5",
            versions: older == nil ? [.v1_3] : [.v1_2, .v1_3],
            alert: alert,
            isAllowed: isAllowed,
            attacks: [attack]
        ) { (script, _) throws(NoOccasion) in
            let type: HandshakeType = script.version == .v1_3 ? .certificate : .finished
            var shape = RecordShape()
            change(&shape)
            script.steps.insert(.shape(shape), at: try script.place(of: type))
        }
    }

    // MARK: Records between messages

    /// Violations that send a record between handshake messages.
    ///
    /// Anyone can send application data that a client accepts before Finished.
    private static let among: [Violation] =
        ([
            (
                "data-before-hello", "application data before its hello", .secrecy, 23, [0x61],
                .serverHello
            ),
            (
                "data-before-certificate", "application data before its certificate", .secrecy, 23,
                [0x61], .certificate
            ),
            (
                "data-before-finished", "application data before Finished", .secrecy, 23, [0x61],
                .finished
            ),
            (
                "clear-data-before-finished", "application data in plaintext", .secrecy, 23, [0x61],
                nil
            ),
            (
                "empty-handshake-record", "an empty handshake record", .nothing, 22, [],
                .certificate
            ),
            ("unknown-record", "a record of an unknown type", .nothing, 99, [0], .certificate),
            ("heartbeat", "a heartbeat", .nothing, 24, [1, 0, 0], .certificate),
        ] as [(String, String, Gain, UInt8, [UInt8], HandshakeType?)]).map {
            name,
            about,
            gain,
            type,
            content,
            place in
            // A client that expects protection cannot decrypt a plaintext record.
            place == nil
                ? record(
                    name,
                    about,
                    gain: gain,
                    "TLS-080",
                    (type, content),
                    place,
                    alert: 20,
                    or: [10]
                )
                .undecided(because: .twoChecks)
                : record(name, about, gain: gain, "TLS-082", (type, content), place)
        } + [
            // A record of type 0 without content consists only of zeros (RFC 8446 §5.4).
            record(
                "inner-type-zero",
                "a record with only padding",
                gain: .nothing,
                "TLS-082",
                (0, []),
                .certificate,
                [.v1_3]
            ),
            // RFC 6520 §4: no heartbeat may come before both ends have agreed on heartbeats.
            record(
                "heartbleed",
                "a heartbeat that claims 16384 bytes and has none",
                gain: .secrecy,
                "TLS-023",
                (ContentType.heartbeat, [1, 0x40, 0]),
                .certificate
            ),
        ]

    /// Returns a violation that sends a record before the message `place`.
    ///
    /// If `place` is nil, the record is in plaintext and comes before Finished.
    private static func record(
        _ name: String,
        _ about: String,
        gain: Gain,
        _ attack: String,
        _ content: (type: UInt8, bytes: [UInt8]),
        _ place: HandshakeType?,
        _ versions: Set<TLSVersion> = [.v1_2, .v1_3],
        alert: UInt8? = 10,
        or otherAlerts: Set<UInt8> = []
    ) -> Violation {
        Violation(
            name,
            about: "The server sends \(about).",
            gain: gain,
            rule: "RFC 8446 §5.1",
            versions: versions,
            alert: alert,
            or: otherAlerts,
            attacks: [content.type == 23 ? "TLS-080" : attack]
        ) { (script, _) throws(NoOccasion) in
            let step = Step.record(
                type: content.type,
                content.bytes,
                inPlaintext: place == nil
            )
            script.steps.insert(step, at: try script.place(of: place ?? .finished))
        }
    }

    // MARK: Alerts

    /// Violations that send an alert in the middle of the server's flight and then continue the
    /// flight.
    static let alerts: [Violation] = [
        alert("fatal-alert", "a fatal alert", "TLS-096", [2, 40], alert: nil),
        alert("close-notify", "close_notify", "TLS-096", [1, 0], alert: nil),
        alert(
            "fatal-close-notify",
            "close_notify as a fatal alert",
            "TLS-096",
            [2, 0],
            alert: nil
        ),
        alert(
            "error-as-warning",
            "an error as a warning",
            "TLS-097",
            [1, 40],
            [.v1_3],
            alert: nil
        ),
        alert("short-alert", "an alert of one byte", "TLS-099", [2], alert: 50),
        alert("empty-alert", "an alert of no bytes", "TLS-099", [], alert: 50),
        alert("two-alerts", "two alerts in a record", "TLS-099", [1, 90, 1, 90], alert: 50),
        alert(
            "unknown-alert-level",
            "an alert of level 3",
            "TLS-099",
            [3, 90],
            [.v1_2],
            alert: 47
        ),
        record(
            "clear-alert",
            "an alert in plaintext where records must be protected",
            gain: .nothing,
            "TLS-100",
            (21, [1, 90]),
            nil,
            [.v1_3]
        ),
    ]

    private static func alert(
        _ name: String,
        _ about: String,
        _ attack: String,
        _ bytes: [UInt8],
        _ versions: Set<TLSVersion> = [.v1_2, .v1_3],
        alert: UInt8?
    ) -> Violation {
        record(
            name,
            about,
            gain: .nothing,
            attack,
            (21, bytes),
            .certificate,
            versions,
            alert: alert
        )
    }
}
