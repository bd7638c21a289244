import Basics
import ClientModels
import Crypto
import PathValidation
import X509

/// Reads the files that settings of parties name; reads each file once.
struct DocumentFiles {
    /// The size limit in bytes, the same as that of a scenario file.
    ///
    /// The largest `Info.plist` of an application has a tenth of that size.
    private static let maximumSize = YAMLReader.maximumSize

    /// A fault of a file that a setting names.
    struct Failure: Error, Hashable {
        let setting: String
        let fault: Fault
    }

    /// The content of a file, with the certificates that it refers to.
    private struct Contents {
        var documents: [String: PolicyDocument]
        /// SHA-256 over everything that was read.
        var digest: [UInt8]
    }

    private struct Key: Hashable {
        let path: String
        let notation: PolicyDocument.Notation
    }

    /// The files that may be read.
    private enum Reach {
        /// Files named on the command line, relative to the working directory.
        case anywhere
        /// Files named in a scenario, under its root and relative to its file.
        case beside(Source)
    }

    private let reach: Reach
    private var known: [Key: Result<Contents, Fault>] = [:]

    /// Creates a reader of files that the command line names.
    init() {
        reach = .anywhere
    }

    /// Creates a reader of files that a scenario names.
    init(beside source: Source) {
        reach = .beside(source)
    }

    /// Returns the party with the contents of its files, and their digest.
    mutating func complete(_ party: PartyReference) throws(Failure) -> PartyReference {
        let settings = PolicyModel.catalogue.first { $0.name == party.name }?.settings ?? []
        var completed = party
        var digests: [UInt8] = []
        for setting in settings {
            guard case .document(let notation) = setting.kind,
                let path = party.stated(setting)
            else { continue }
            do throws(Fault) {
                let contents = try contents(Key(path: path, notation: notation))
                for (name, document) in contents.documents {
                    completed.documents[name.isEmpty ? setting.name : name] = document
                }
                digests += contents.digest
            } catch {
                throw Failure(setting: setting.name, fault: error)
            }
        }
        completed.documentDigest = digests
        return completed
    }

    private mutating func contents(_ key: Key) throws(Fault) -> Contents {
        if let known = known[key] { return try known.get() }
        let result: Result<Contents, Fault>
        do throws(Fault) {
            result = .success(try read(key))
        } catch {
            result = .failure(error)
        }
        known[key] = result
        return try result.get()
    }

    private func read(_ key: Key) throws(Fault) -> Contents {
        let (path, bytes) = try file(key.path)
        let document: PolicyDocument
        do throws(NotationError) {
            document = try PolicyDocument(bytes, in: key.notation)
        } catch {
            throw .badDocument(key.path, key.notation, error.reason)
        }
        var contents = Contents(documents: ["": document], digest: bytes)
        for name in document.resourceNames.sorted() {
            guard let resource = try resource(name, beside: path) else { continue }
            contents.documents[name] = .file(resource)
            contents.digest += Array(name.utf8) + resource
        }
        contents.digest = fingerprint(contents.digest)
        return contents
    }

    /// Returns the file of a setting: its path and bytes.
    private func file(_ name: String) throws(Fault) -> (path: String, bytes: [UInt8]) {
        do {
            let path = path(of: name)
            return (path, try bytes(at: path))
        } catch {
            throw .unreadableDocument(name, error, isOfScenario: isOfScenario)
        }
    }

    private func path(of name: String) -> String {
        switch reach {
        case .anywhere: name
        case .beside(let source): name.hasPrefix("/") ? name : source.folder + name
        }
    }

    private func bytes(at path: String) throws(FileError) -> [UInt8] {
        switch reach {
        case .anywhere:
            return try Files.readRegular(path, limit: Self.maximumSize)
        case .beside(let source):
            guard let root = source.root else { throw .outOfReach }
            return try Files.readRegular(path, limit: Self.maximumSize, inside: root)
        }
    }

    private var isOfScenario: Bool {
        if case .beside = reach { true } else { false }
    }

    /// Returns the bytes of an Android resource such as `@raw/my_ca`; nil if there is no file.
    ///
    /// The file is in the folder `raw` next to the folder of the configuration, as in an
    /// application's `res`, or next to the configuration itself.
    private func resource(_ name: String, beside path: String) throws(Fault) -> [UInt8]? {
        let folder = Self.folder(of: path)
        let file = String(name.dropFirst(PolicyDocument.rawResource.count))
        for place in [folder + "../raw/", folder] {
            for ending in WrittenPin.fileEndings {
                let path = place + file + ending
                do {
                    return try bytes(at: path)
                } catch {
                    if error.isAbsence { continue }
                    throw .unreadableDocument(path, error, isOfScenario: isOfScenario)
                }
            }
        }
        return nil
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    }
}

extension PartyReference {
    /// Whether one of the party's settings names a file.
    package var namesFiles: Bool {
        let settings = PolicyModel.catalogue.first { $0.name == name }?.settings ?? []
        return settings.contains { setting in
            guard case .document = setting.kind else { return false }
            return stated(setting) != nil
        }
    }

    /// Returns the party with the contents of its files, which are relative to the working
    /// directory.
    ///
    /// - Throws: if a file cannot be read, or has no entry for the setting `domain`. The party runs
    ///   in all setups, so a domain without an entry would match no host.
    package func readingDocuments() throws(Fault) -> PartyReference {
        var files = DocumentFiles()
        let party: PartyReference
        do {
            party = try files.complete(self)
        } catch {
            throw error.fault
        }
        try party.requireJudgedEntry()
        return party
    }

    private func requireJudgedEntry() throws(Fault) {
        guard let domain = stated(EntrySetting.domain.setting),
            let model = PolicyModel.catalogue.first(where: { $0.name == name }),
            let setting = model.configuration,
            let path = stated(setting),
            let entries = documents[setting.name].flatMap(model.entries),
            !entries.contains(domain)
        else { return }
        throw .unknownEntry(domain, in: path, known: entries)
    }
}

extension PolicyDocument {
    /// The prefix of references to Android's raw resources.
    static let rawResource = "@raw/"

    /// The raw resources that attributes refer to, such as `@raw/my_ca`.
    ///
    /// Android's names are lower-case letters, digits and underscores, so that none leads to
    /// another folder.
    fileprivate var resourceNames: Set<String> {
        guard case .markup(let root) = self else { return [] }
        return root.resourceNames
    }
}

extension MarkupElement {
    fileprivate var resourceNames: Set<String> {
        let own = attributes.values.filter { value in
            guard value.hasPrefix(PolicyDocument.rawResource) else { return false }
            let name = value.utf8.dropFirst(PolicyDocument.rawResource.utf8.count)
            return !name.isEmpty
                && name.allSatisfy { byte in
                    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                        || byte == UInt8(ascii: "_")
                }
        }
        return children.reduce(into: Set(own)) { $0.formUnion($1.resourceNames) }
    }
}

/// SHA-256 of bytes, or the bytes themselves if OpenSSL cannot hash; equal inputs stay equal.
func fingerprint(_ bytes: [UInt8]) -> [UInt8] {
    do {
        return try Digest.sha256.hash(bytes)
    } catch {
        return bytes
    }
}
