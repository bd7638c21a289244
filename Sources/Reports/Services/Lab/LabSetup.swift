import Basics
import Runner
import ScenarioFormat

/// A setup that `hatpin lab` serves to a client.
package struct LabSetup: Hashable, Sendable {
    /// The number that a request for the verdict names.
    package private(set) var id: Int
    /// The id of the case.
    package private(set) var scenario: String
    /// Whether this is the control of the case, which the client must accept.
    package private(set) var isControl: Bool
    /// What a correct client does.
    package private(set) var expected: String
    /// The port of the server.
    package private(set) var port: Int
    /// The values of placeholders.
    private let values: [ClientPlaceholder: String]
    /// The hashes of each pin, by the placeholders of their notations; nil without pins.
    private let pins: [[ClientPlaceholder: String]]?
    /// The host names that the client meets, separated by spaces, as a hosts file has them.
    package private(set) var hosts: String
    /// The features that the client must use, such as `client-certificate`.
    package private(set) var options: [String]

    /// - Parameters:
    ///   - id: the number that a request for the verdict names.
    ///   - scenario: the id of the case.
    ///   - isControl: whether it is the control of the case.
    ///   - expected: what a correct client does.
    ///   - values: the values of placeholders.
    ///   - pins: the hashes of each pin; nil without pins.
    ///   - hosts: the host names that the client meets.
    ///   - options: the features that the client must use.
    package init(
        id: Int,
        scenario: String,
        isControl: Bool,
        expected: String,
        values: [ClientPlaceholder: String],
        pins: [[ClientPlaceholder: String]]?,
        hosts: String,
        options: [String]
    ) {
        (self.id, self.scenario, self.isControl) = (id, scenario, isControl)
        (self.expected, self.options) = (expected, options)
        self.hosts = hosts
        port = values[.port].flatMap(Int.init) ?? 0
        (self.values, self.pins) = (values, pins)
    }

    private static func map(
        _ placeholders: [ClientPlaceholder],
        of values: [ClientPlaceholder: String]
    ) -> JSONMap<String> {
        JSONMap(
            members: placeholders.compactMap { placeholder in
                values[placeholder].map { (placeholder.rawValue, $0) }
            }
        )
    }

    /// The placeholders whose values are members.
    package static let placeholders: [ClientPlaceholder] = [
        .url, .host, .address, .path, .token, .domain, .anchors, .anchorDER, .anchorPKCS12,
        .anchorJKS, .clientCertificate, .clientKey, .crls, .starttls, .pinnedCertificates, .home,
    ]
}

extension LabSetup: JSONRecord {
    static var blank: LabSetup {
        LabSetup(
            id: 0,
            scenario: "",
            isControl: false,
            expected: "",
            values: [:],
            pins: nil,
            hosts: "",
            options: []
        )
    }

    mutating func describe<Form: RecordForm>(to form: inout Form) throws(Form.Fault) {
        try form.constant("type", .string("setup"))
        try form.member("id", &id, "The number that a request for the verdict names.")
        try form.member("case", &scenario, "The id of the case.")
        try form.member("control", &isControl, "Whether this is the control of the case.")
        try form.member("expected", &expected, "What a correct client does: accept or reject: why.")
        try form.member("port", &port, "The server's port.")
        // Only the lab makes setups, so readers need not set these two.
        var values = Self.map(Self.placeholders, of: values)
        var pins = pins.map { $0.map { Self.map(ClientPlaceholder.pinHashes, of: $0) } }
        try form.texts(
            Self.placeholders.map(\.rawValue),
            &values,
            "The value of the placeholder of this name in client definitions."
        )
        try form.optional("pins", &pins, "The pins, each in the notations of client definitions.")
        try form.member("hosts", &hosts, "The host names of all steps, separated by spaces.")
        try form.list("options", &options, "The features that the client must use here.")
    }
}
