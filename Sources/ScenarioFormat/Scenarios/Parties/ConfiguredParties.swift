import ClientModels
import PathValidation

extension PartyReference {
    /// Returns the parties of a configuration file, one for each host on each system that reads the
    /// format; empty if no system reads the format.
    ///
    /// - Parameters:
    ///   - path: the path relative to the working directory.
    ///   - hosts: the hosts to audit for; if empty, the hosts in the entries of the file.
    ///   - bytes: the content to use instead of the file's content; nil to read the file.
    /// - Returns: the parties in the order of the catalogue.
    /// - Throws: if the file cannot be read, or looks like XML but is not valid XML.
    package static func configured(
        by path: String,
        asking hosts: [String] = [],
        holding bytes: [UInt8]? = nil
    ) throws(Fault) -> [PartyReference] {
        var parties: [PartyReference] = []
        var faults: [Fault] = []
        var isUnderstood = false
        for model in PolicyModel.catalogue {
            guard let setting = model.configuration,
                case .document(let notation) = setting.kind
            else { continue }
            let party = PartyReference(name: model.name, settings: [setting.name: path])
            do throws(Fault) {
                var party = try party.readingDocuments()
                if let bytes {
                    party.documents[setting.name] = try PolicyDocument(bytes, path, notation)
                }
                guard let document = party.documents[setting.name] else { continue }
                isUnderstood = isUnderstood || !document.isMarkupUnread
                guard model.entries(document) != nil else { continue }
                let asked = party.hosts(asked: hosts, in: document, of: model)
                parties += asked.isEmpty ? [party] : asked.map { party.asking($0) }
            } catch {
                faults.append(error)
            }
        }
        if !isUnderstood, let fault = faults.first { throw fault }
        return parties
    }

    /// Returns the hosts that a configuration is audited for; empty if its system has no hosts.
    private func hosts(
        asked: [String],
        in document: PolicyDocument,
        of model: PolicyModel
    ) -> [String] {
        guard model.asksHosts else { return [] }
        return asked.isEmpty ? model.audit?.hosts(document) ?? [] : asked
    }

    /// Returns the party for one host.
    private func asking(_ host: String) -> PartyReference {
        let settings = settings.merging(EntrySetting.host.stating(host)) { $1 }
        var party = PartyReference(name: name, settings: settings, documents: documents)
        party.documentDigest = documentDigest
        return party
    }
}

extension PolicyDocument {
    /// Reads a file as a document.
    ///
    /// - Throws: if the file does not have the format.
    fileprivate init(
        _ bytes: [UInt8],
        _ path: String,
        _ notation: Notation
    ) throws(Fault) {
        do {
            try self.init(bytes, in: notation)
        } catch {
            throw .badDocument(path, notation, error.reason)
        }
    }

    /// Whether the file starts like XML, but was not read as XML.
    fileprivate var isMarkupUnread: Bool {
        switch self {
        case .text(let text): text.first { !$0.isWhitespace } == "<"
        case .file(let bytes): bytes.first == UInt8(ascii: "<")
        case .propertyList, .markup: false
        }
    }
}
