import Basics
import Crypto
import Forge
import Runner
import ScenarioFormat
import TLS
import X509

/// The seeds of fuzz targets: certificates, CRLs and OCSP responses of cases, and the texts of the
/// cases.
package struct ForgedSeeds {
    /// A target and the file extension of its seeds.
    private enum Target: String, CaseIterable {
        case certificates = "DecodeCertificate"
        case lists = "DecodeCRL"
        case responses = "DecodeOCSPResponse"
        case texts = "DecodePEM"
        case files = "InspectFile"
        case scenarios = "LoadScenario"

        var ending: String {
            switch self {
            case .certificates, .lists, .responses: "der"
            case .texts, .files: "pem"
            case .scenarios: "yaml"
            }
        }
    }

    /// The time that relative times start from: a fixed time, so that seeds do not change from day
    /// to day.
    private static let now = Instant(seconds: 1_767_225_600)

    private let cache = ForgeCache()
    private var setups: Set<Setup> = []
    private var files: Set<String> = []
    private var inputs: [Target: Set<[UInt8]>] = [:]

    /// Forges the seeds of all scenarios below a folder.
    ///
    /// - Throws: `Failure` if a scenario has a mistake, a setup cannot be forged, or a file cannot
    ///   be read: some seeds would be missing.
    package init(of folder: String) async throws {
        let library = await ScenarioLibrary.load([folder])
        guard library.isSound, !library.scenarios.isEmpty else {
            throw Failure(
                .invalidScenario,
                "\(Shown.escaped(folder)) has no scenarios, or faulty ones",
                help: "hatpin lint shows the mistakes"
            )
        }
        for scenario in library.scenarios { try add(scenario) }
    }

    /// Adds what a client receives in a case, and the file of the case.
    private mutating func add(_ scenario: Scenario) throws {
        if files.insert(scenario.file).inserted {
            inputs[.scenarios, default: []].insert(try Files.read(scenario.file))
        }
        guard setups.insert(scenario.setup).inserted else { return }
        let challenge = try Challenge(scenario.setup, seed: 1, now: Self.now, cache: cache)
        let (pki, received) = (challenge.pki, try challenge.received())
        let staples = received.staples.compactMap(\.self)
        inputs[.certificates, default: []]
            .formUnion(pki.members.values.map(\.certificate) + received.chain)
        inputs[.lists, default: []].formUnion(pki.crls.values)
        inputs[.responses, default: []].formUnion(pki.responses.values + staples)
        let chain = received.chain.map { PEM.text("CERTIFICATE", $0) }.joined()
        inputs[.texts, default: []].insert(Array(chain.utf8))
        let evidence =
            pki.crls.values.map { PEM.text("X509 CRL", $0) }
            + staples.map { PEM.text("OCSP RESPONSE", $0) }
        inputs[.files, default: []].insert(Array((chain + evidence.sorted().joined()).utf8))
    }

    /// Writes the seeds of each target into a folder with the target's name.
    ///
    /// The name of a file is the SHA-256 digest of its content. Other files in the folder stay.
    package func write(below folder: String) throws {
        for target in Target.allCases {
            let place = "\(folder)/\(target.rawValue)"
            try Files.makeFolder(place)
            for seed in inputs[target] ?? [] {
                let name = try Array(Digest.sha256.hash(seed).prefix(16)).hex
                let path = "\(place)/\(name).\(target.ending)"
                if Files.exists(path), try Files.read(path) == seed { continue }
                try Files.write(seed, to: path)
            }
        }
    }
}
