import Basics
import ClientModels
import Lint
import PathValidation
import Runner
import ScenarioFormat

/// Audits as one JSON document (version 2), which `--format json` writes.
///
/// Baselines, stopped audits, and the shards that `merge` joins are such documents.
package struct AuditDocument: JSONRecord {
    /// The version of the document's format.
    private static let version = 2

    /// The name and version of the program.
    package private(set) var tool = ""
    /// The findings in files.
    package private(set) var findings: [FindingRecord] = []
    private var unread: [UnreadRecord] = []
    private var filesRead = 0
    private var filesNotRead: [UnreadKindRecord] = []
    private var excluded = 0
    private var inForce: [String] = []
    private var files: [AuditedFile] = []
    private var audits: [ConfigurationRecord] = []
    private var systems: [SystemRecord] = []
    /// The shard of the audit; nil for a whole audit.
    package private(set) var shard: AuditShardRecord?

    static var blank: Self { Self() }

    mutating func describe<Form: RecordForm>(to form: inout Form) throws(Form.Fault) {
        try form.constant("version", .number("\(Self.version)"))
        try form.member("tool", &tool, "The name and version of the program.")
        try form.member("findings", &findings, "The findings in files.")
        try form.member("unread", &unread, "Places that could not be read.")
        try form.member("filesRead", &filesRead, "The number of files that were read for findings.")
        try form.member(
            "filesNotRead",
            &filesNotRead,
            "The source files that were not read, by kind."
        )
        try form.member(
            "excluded",
            &excluded,
            "Files and folders excluded by .gitignore, .hatpinignore or --exclude."
        )
        try form.member(
            "inForce",
            &inForce,
            "The options of hatpin.yaml that can turn a failed audit into a success."
        )
        try form.member("files", &files, "The files named on the command line.")
        try form.member(
            "audits",
            &audits,
            "Configurations, each with the hosts that get equal rules."
        )
        try form.member(
            "systems",
            &systems,
            "The systems themselves, independent of the configurations."
        )
        try form.optional("shard", &shard, "")
    }
}

extension AuditDocument {
    /// Makes the document of an audit.
    package init(_ results: AuditResults) {
        tool = Tool.name
        findings = FindingRecord.all(of: results.reviews)
        unread = UnreadRecord.all(of: results.reviews)
        filesRead = results.scope.readFiles
        filesNotRead = results.scope.unread.kinds.map {
            UnreadKindRecord(kind: $0.name, files: $0.files)
        }
        excluded = results.scope.excluded
        inForce = results.inForce.map(\.line)
        files = results.files
        audits = results.audits.map(ConfigurationRecord.init)
        systems = results.audits.systems.map(SystemRecord.init)
        shard = results.shard
    }

    /// Reads a document; returns nil for a text of any other kind.
    package init?(_ bytes: [UInt8]) {
        guard let json = try? JSONValue(bytes), let document = try? Self.read(json) else {
            return nil
        }
        self = document
    }

    /// The document and a newline.
    package var text: String {
        var json = JSONWriter(capacity: 16_384)
        write(to: &json)
        json.newLine()
        return String(decoding: json.bytes, as: UTF8.self)
    }

    /// The JSON Schema of the document, and a newline.
    package static let schemaText = DocumentSchema.text(
        id: "audit-\(version).schema.json",
        title: "An audit of configurations",
        schema
    )

    /// The results for each host of each configuration, and the results for each system.
    package var records: [AuditRecord] {
        let own = audits.flatMap { audit in
            let hosts = audit.hosts.isEmpty ? [nil] : audit.hosts.map(Optional.some)
            return hosts.map { host in
                AuditRecord(
                    AuditRecord.Subject(audit.party, host: host),
                    audit.weaknesses,
                    audit.refusals,
                    acceptsNothing: audit.acceptsNothing
                )
            }
        }
        let others = systems.map { system in
            AuditRecord(
                AuditRecord.Subject(system.name, host: nil),
                system.weaknesses,
                system.refusals,
                acceptsNothing: false
            )
        }
        return own + others
    }
}

extension AuditRecord {
    fileprivate init(
        _ subject: Subject,
        _ weaknesses: [WeaknessRecord],
        _ refusals: [RefusalRecord],
        acceptsNothing: Bool
    ) {
        var accepted: [String: Harm] = [:]
        for weakness in weaknesses {
            let harm = Harm(weakness.severity, attackerNeeds: weakness.attackerNeeds)
            for scenario in weakness.scenarios { accepted[scenario] = harm }
        }
        self.init(
            subject,
            accepted: accepted,
            refused: Set(refusals.map(\.scenario)),
            acceptsNothing: acceptsNothing
        )
    }
}

/// A kind of source files that were not read.
private struct UnreadKindRecord: JSONRecord {
    var kind = ""
    var files = 0

    static var blank: Self { Self() }

    mutating func describe<Form: RecordForm>(to form: inout Form) throws(Form.Fault) {
        try form.member("kind", &kind, "The file extension, such as .rb, or a name without one.")
        try form.member("files", &files, "The number of files of this kind.")
    }
}

/// A file that was audited.
package struct AuditedFile: JSONRecord, Sendable {
    package private(set) var path: String
    package private(set) var kinds, unpinned: [String]

    /// - Parameters:
    ///   - path: the path as on the command line.
    ///   - kinds: the kinds of configuration in the file.
    ///   - unpinned: the hosts that the file leaves without a pin.
    package init(path: String, kinds: [String], unpinned: [String]) {
        (self.path, self.kinds, self.unpinned) = (path, kinds, unpinned)
    }

    static var blank: Self { Self(path: "", kinds: [], unpinned: []) }

    mutating func describe<Form: RecordForm>(to form: inout Form) throws(Form.Fault) {
        try form.member("file", &path, "The path of the file, as given on the command line.")
        try form.member("kinds", &kinds, "The kinds of configuration in the file.")
        try form.member("unpinned", &unpinned, "Hosts of a pinned domain that have no pin.")
    }
}

/// A configuration, with hosts for which it gives the same verdicts.
private struct ConfigurationRecord: JSONRecord {
    var party = ""
    var hosts: [String] = []
    var judged = 0, notApplicable = 0, failed = 0
    var untried: Int?
    var acceptsNothing = false
    var objection: String?
    var pinning: PinningRecord?
    var opened = 0
    var system: String?
    var weaknesses: [WeaknessRecord] = []
    var refusals: [RefusalRecord] = []

    static var blank: Self { Self() }

    mutating func describe<Form: RecordForm>(to form: inout Form) throws(Form.Fault) {
        try form.member("party", &party, "The configuration.")
        try form.member("hosts", &hosts, "The hosts that the audit tested.")
        try form.member("judged", &judged, "Test cases with a verdict.")
        try form.member("notApplicable", &notApplicable, "Test cases that are not applicable.")
        try form.member("failed", &failed, "Test cases without a verdict.")
        try form.optional("untried", &untried, "Test cases that an interrupted audit did not try.")
        try form.member(
            "acceptsNothing",
            &acceptsNothing,
            "Whether the configuration rejects every valid server: an outage of high severity."
        )
        try form.optional(
            "objection",
            &objection,
            "Why the configuration rejects every server, in the words of its system."
        )
        try form.optional("pinning", &pinning, "")
        try form.member(
            "opened",
            &opened,
            "Attacks that the configuration accepts, and its system without it rejects."
        )
        try form.optional("system", &system, "The system with which the configuration is compared.")
        try form.member(
            "weaknesses",
            &weaknesses,
            "The weaknesses of the configuration itself, most severe first."
        )
        try form.member("refusals", &refusals, "Valid servers that only the configuration rejects.")
    }
}

extension ConfigurationRecord {
    init(_ audit: Audit) {
        (party, hosts) = (audit.title, audit.hosts)
        (judged, notApplicable) = (audit.judged, audit.notApplicable)
        failed = audit.obstructions.count
        untried = audit.untried > 0 ? audit.untried : nil
        (acceptsNothing, objection) = (audit.acceptsNothing, audit.objection)
        pinning = audit.pinning.map {
            PinningRecord(pins: $0.pins, attacks: $0.attacks, held: $0.held)
        }
        (opened, system) = (audit.opened, audit.system?.name)
        weaknesses = audit.weaknesses.map(WeaknessRecord.init)
        refusals = audit.refusals.map(RefusalRecord.init)
    }
}

/// A system with its weaknesses, which do not depend on a configuration.
private struct SystemRecord: JSONRecord {
    var name = ""
    var weaknesses: [WeaknessRecord] = []
    var refusals: [RefusalRecord] = []

    static var blank: Self { Self() }

    mutating func describe<Form: RecordForm>(to form: inout Form) throws(Form.Fault) {
        try form.member("system", &name, "The name of the system.")
        try form.member(
            "weaknesses",
            &weaknesses,
            "The weaknesses of the system, most severe first."
        )
        try form.member("refusals", &refusals, "Valid servers that the system rejects.")
    }
}

extension SystemRecord {
    init(_ system: Audit.System) {
        name = system.name
        weaknesses = system.weaknesses.map(WeaknessRecord.init)
        refusals = system.refusals.map(RefusalRecord.init)
    }
}

extension Audit.Pinning.Pins: JSONRepresentable {}

/// The effect of a configuration's pins.
private struct PinningRecord: JSONRecord {
    var pins = Audit.Pinning.Pins.none
    var attacks = 0, held = 0

    static var blank: Self { Self() }

    mutating func describe<Form: RecordForm>(to form: inout Form) throws(Form.Fault) {
        try form.member(
            "pins",
            &pins,
            "Whether the configuration or the test cases state the pins, or nothing does."
        )
        try form.member("attacks", &attacks, "Attacks that a pin stops.")
        try form.member(
            "held",
            &held,
            "The number of these attacks that the configuration rejects."
        )
    }
}

extension Rejection.Code: JSONRepresentable {}

private struct WeaknessRecord: JSONRecord {
    var severity = Severity.low
    var reasons = JSONMap<Int>(members: [])
    var attackerNeeds = "", advice = ""
    var scenarios: [String] = []
    var covers: [String] = []
    var remedy: RemedyRecord?

    static var blank: Self { Self() }

    mutating func describe<Form: RecordForm>(to form: inout Form) throws(Form.Fault) {
        try form.member(
            "severity",
            &severity,
            .choice(Severity.harmful.map(\.rawValue), "The severity.")
        )
        try form.require(severity != .note, "severity")
        try form.member(
            "reasons",
            &reasons,
            "The number of attacks for each reason to reject them."
        )
        try form.member(
            "attackerNeeds",
            &attackerNeeds,
            "What an attacker needs besides a position on the network path."
        )
        try form.member("advice", &advice, "General advice.")
        try form.member("scenarios", &scenarios, "The cases that show the weakness.")
        try form.member("covers", &covers, "The ids of these attacks in the catalogue.")
        try form.optional("remedy", &remedy, "")
    }
}

extension WeaknessRecord {
    init(_ weakness: Audit.Weakness) {
        severity = weakness.exposure.severity
        reasons.members = weakness.reasons.map { ($0.reason.rawValue, $0.setups) }
        attackerNeeds = weakness.exposure.attackerNeeds
        advice = weakness.exposure.advice
        scenarios = weakness.scenarios.map(\.id)
        covers = Set(weakness.scenarios.flatMap(\.covers)).sorted()
        guard let remedy = weakness.remedy else { return }
        var record = RemedyRecord(fixed: remedy.fixed, setups: remedy.setups)
        for change in remedy.changes {
            switch change {
            case .setting(let name, let word): record.changes.members.append((name, word))
            case .file(_, let words): record.fixes.append(words)
            }
        }
        self.remedy = record
    }
}

private struct RemedyRecord: JSONRecord {
    var changes = JSONMap<String>(members: [])
    var fixes: [String] = []
    var fixed = 0, setups = 0

    static var blank: Self { Self() }

    mutating func describe<Form: RecordForm>(to form: inout Form) throws(Form.Fault) {
        try form.member("changes", &changes, "Settings and their new values.")
        try form.member("fixes", &fixes, "Changes to the configuration's file.")
        try form.member("fixed", &fixed, "Attacks that are rejected after the changes.")
        try form.member("setups", &setups, "Attacks that were tried with the changes.")
    }
}

private struct RefusalRecord: JSONRecord {
    var scenario = ""
    var reason = Rejection.Code.expired
    var words: String?

    static var blank: Self { Self() }

    mutating func describe<Form: RecordForm>(to form: inout Form) throws(Form.Fault) {
        try form.member("scenario", &scenario, "The case.")
        try form.member("reason", &reason, "Why the valid server is rejected.")
        try form.optional("words", &words, "The message of the system.")
    }
}

extension RefusalRecord {
    init(_ refusal: Audit.Refusal) {
        (scenario, reason, words) = (refusal.scenario.id, refusal.reason, refusal.words)
    }
}
