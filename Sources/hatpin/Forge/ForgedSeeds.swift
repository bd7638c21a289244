import Basics
import Crypto
import Forge
import Reports
import Runner
import ScenarioFormat
import TLS
import X509

/// The seeds of fuzz targets: certificates, CRLs and OCSP responses of cases, and the texts of the
/// cases.
package struct ForgedSeeds {
    /// The default time that relative times start from: a fixed time, so that seeds do not change
    /// from day to day.
    package static let now = Instant(seconds: 1_767_225_600)

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

    private let seed: UInt64
    private let now: Instant
    private let cache = ForgeCache()
    private var setups: Set<Setup> = []
    private var files: Set<String> = []
    private var inputs: [Target: Set<[UInt8]>] = [:]

    /// Creates an empty set.
    ///
    /// - Parameters:
    ///   - seed: the seed of keys and serial numbers.
    ///   - now: the time that relative times start from.
    package init(seed: UInt64, now: Instant) {
        self.seed = seed
        self.now = now
    }

    /// Adds the certificates of a case, and its file.
    package mutating func add(_ scenario: Scenario) throws(Failure) {
        if files.insert(scenario.file).inserted {
            inputs[.scenarios, default: []].insert(try Files.read(scenario.file))
        }
        guard setups.insert(scenario.setup).inserted else { return }
        let forged = try ForgedCase(scenario, seed: seed, now: now, cache: cache)
        let pki = forged.challenge.pki
        let certificates = pki.members.values.map(\.certificate) + forged.received.chain
        inputs[.certificates, default: []].formUnion(certificates)
        inputs[.lists, default: []].formUnion(pki.crls.values)
        let staples = forged.received.staples.compactMap(\.self)
        inputs[.responses, default: []].formUnion(pki.responses.values + staples)
        let chain = forged.received.chain.map { PEM.text("CERTIFICATE", $0) }.joined()
        inputs[.texts, default: []].insert(Array(chain.utf8))
        let evidence =
            pki.crls.values.map { PEM.text("X509 CRL", $0) }
            + staples.map { PEM.text("OCSP RESPONSE", $0) }
        inputs[.files, default: []].insert(Array((chain + evidence.sorted().joined()).utf8))
    }

    /// Writes the seeds of each target into a folder of its name.
    ///
    /// - Returns: the number of seeds.
    package func write(below folder: String) throws(Failure) -> SeedFolders {
        try Files.makeFolder(folder)
        var folders: [SeedFolders.Folder] = []
        for target in Target.allCases {
            let seeds = inputs[target] ?? []
            guard !seeds.isEmpty else { continue }
            let place = "\(folder)/\(target.rawValue)"
            let written = try Self.write(seeds, into: place, ending: target.ending)
            let known = seeds.count - written
            folders.append(SeedFolders.Folder(place, seeds: seeds.count, known: known))
        }
        return SeedFolders(folders)
    }

    /// Writes the missing seeds, and returns their number.
    private static func write(
        _ seeds: Set<[UInt8]>,
        into folder: String,
        ending: String
    ) throws(Failure) -> Int {
        try Files.makeFolder(folder)
        var written = 0
        for seed in seeds {
            let path = "\(folder)/\(try name(of: seed)).\(ending)"
            guard Environment.exists(path) else {
                try Files.write(seed, to: path)
                written += 1
                continue
            }
            guard try Files.read(path) == seed else { throw foreign(path) }
        }
        return written
    }

    /// Returns the first 16 bytes of the seed's SHA-256, in hexadecimal.
    private static func name(of seed: [UInt8]) throws(Failure) -> String {
        do {
            return try Array(Digest.sha256.hash(seed).prefix(16)).hex
        } catch {
            throw Failure(.environment, "cannot hash a seed: \(error)")
        }
    }

    private static func foreign(_ path: String) -> Failure {
        Failure(
            .environment,
            "cannot write \(Shown.escaped(path)): the file exists, and hatpin forge "
                + "did not write it",
            help: "move it, or name another folder"
        )
    }
}
