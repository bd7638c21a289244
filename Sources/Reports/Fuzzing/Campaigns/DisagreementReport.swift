import Basics
import Campaigns
import PathValidation
import ScenarioFormat

/// A disagreement that no known difference explains, with the files of its folder of findings.
package struct DisagreementReport: Sendable {
    /// The verdicts of an oracle and of Hatpin, and the defects of the setup.
    package let bucket: Disagreement
    private let seed: UInt64
    /// The number of the case.
    package let index: UInt64
    private let shown: ShownSetup
    private let peers, parties: [String]
    /// The arguments that name the tested programs; nil if no program was tested.
    private let programs: String?
    private let kind: CampaignKind

    /// - Parameters:
    ///   - bucket: the verdicts and the defects.
    ///   - seed: the seed of the campaign.
    ///   - index: the number of the case.
    ///   - shown: the smallest setup that shows the disagreement.
    ///   - peers: the programs that verify chains, as `--peer` takes them.
    ///   - parties: the parties that give verdicts, as `--party` takes them.
    ///   - programs: the arguments that name the tested programs; nil if no program was tested.
    ///   - kind: the kind of the campaign's cases.
    package init(
        _ bucket: Disagreement,
        seed: UInt64,
        index: UInt64,
        shown: ShownSetup,
        peers: [String],
        parties: [String],
        programs: String? = nil,
        kind: CampaignKind = .chains
    ) {
        (self.programs, self.kind) = (programs, kind)
        (self.bucket, self.seed, self.index, self.shown) = (bucket, seed, index, shown)
        (self.peers, self.parties) = (peers, parties)
    }

    /// The name of the folder: the oracle, the verdicts and the number of the case; long words are
    /// cut.
    package var name: String {
        // The oracle's name has a version, which the folder's name leaves out.
        let oracle = bucket.oracle.split(separator: " ").filter { $0.first?.isLetter == true }
        let words =
            (kind.target.map { [$0[...]] } ?? []) + oracle.prefix(3)
            + [bucket.ours[...], bucket.theirs[...]]
        let plain = words.map { word in
            let kept = word.lowercased().prefix(48).map {
                $0.isASCII && ($0.isLetter || $0.isWholeNumber) ? $0 : "-"
            }
            return String(kept).split(separator: "-").joined(separator: "-")
        }
        return (plain.filter { !$0.isEmpty } + ["\(seed)", "\(index)"]).joined(separator: "-")
    }

    /// The files of the folder: the report, and the scenario if the format can express the setup.
    package var files: [String: [UInt8]] {
        var report = command + "\n\n" + said + "\n"
        if let remark { report += remark + "\n" }
        guard let scenario else {
            report += "\nThe setup cannot be written as a scenario.\n"
            return ["report.txt": Array(report.utf8)]
        }
        report += "\n\(scenario)"
        return ["report.txt": Array(report.utf8), "scenario.yaml": Array(scenario.utf8)]
    }

    /// The reason why the setup may not be the smallest, in a sentence; nil if it is the smallest.
    package var remark: String? {
        shown.remark.map { "The setup is not the smallest: \($0)." }
    }

    /// The smallest setup as a scenario file; nil if the format cannot express it.
    package var scenario: String? { scenario(named: "scenario") }

    /// Returns the setup as a scenario file; nil if the format cannot express it.
    func scenario(named name: String) -> String? {
        var text = ScenarioText(name, about: said, in: shown.setup)
        if bucket.ours == "accept" {
            text.expect = [.init(Expectation(verdict: .accept))]
        } else if kind == .handshakes {
            // The reason for a rejection depends on the point at which a client notices the
            // violation, so the scenario accepts both reasons.
            let reasons: [Rejection.Code] = [.brokenHandshake, .handshakeSignature]
            text.expect = [.init(Expectation(verdict: .reject(reasons)))]
            text.sources = HandshakeRules.sources(of: shown.setup.handshake)
        } else {
            guard let code = Rejection.Code(rawValue: bucket.ours) else { return nil }
            text.expect = [.init(Expectation(verdict: .reject([code])))]
            text.sources = code.sources
        }
        if kind == .chains { text.party = PartyReference(name: "reference") }
        return try? text.file()
    }

    /// The command that repeats the case.
    package var command: String {
        let oracles =
            peers.map { " --peer " + Prose.shellQuoted($0) }
            + parties.map { " --party " + Prose.shellQuoted($0) }
            + [programs.map { " " + $0 } ?? ""]
        return kind.command.joined(separator: " ")
            + " --campaign \(seed) --range \(index)..\(index)" + oracles.joined()
    }

    /// The verdicts of the oracle and of Hatpin, in sentences.
    package var said: String {
        let ours = bucket.ours == "accept" ? "accepts" : "rejects it (\(bucket.ours))"
        let theirs = bucket.theirs == "accept" ? "accepts it" : "says \(bucket.theirs)"
        guard kind == .chains else {
            let rule = bucket.ours == "accept" ? "may go on after it" : "must reject it"
            return "\(bucket.defects.joined(separator: ", ")): a client \(rule), and "
                + "\(bucket.oracle) \(theirs). Case \(index) of campaign \(seed)."
        }
        return "The reference policy \(ours) where \(bucket.oracle) \(theirs). "
            + "Case \(index) of campaign \(seed)."
    }
}
