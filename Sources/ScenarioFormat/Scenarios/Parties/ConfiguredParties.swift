import ClientModels
import PathValidation

extension PartyReference {
    /// The parties that a configuration file configures, one for each system whose notation it has and
    /// each host there; none where no system knows it.
    ///
    /// - Parameters:
    ///   - path: relative to the working directory.
    ///   - hosts: those that are asked about; those that its entries are meant for where there is none.
    ///   - bytes: in place of what the file holds; nil for that.
    /// - Returns: them, in the order of the catalogue.
    /// - Throws: where the file cannot be read, or is meant to be XML and is not.
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

    /// The hosts that a configuration is asked about; none where its system knows no hosts.
    private func hosts(
        asked: [String],
        in document: PolicyDocument,
        of model: PolicyModel
    ) -> [String] {
        guard model.settings.contains(where: { $0.name == PolicyModel.hostSetting }) else {
            return []
        }
        return asked.isEmpty ? model.audit?.hosts(document) ?? [] : asked
    }

    /// The same for one host.
    private func asking(_ host: String) -> PartyReference {
        var settings = settings
        settings[PolicyModel.hostSetting] = host
        var party = PartyReference(name: name, settings: settings, documents: documents)
        party.documentDigest = documentDigest
        return party
    }
}

extension PolicyDocument {
    /// A document of the file at a path.
    ///
    /// - Throws: where it is not in the notation.
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

    /// Whether it is text or bytes that begin as XML does, which says nothing of whether it is any.
    fileprivate var isMarkupUnread: Bool {
        switch self {
        case .text(let text): text.first { !$0.isWhitespace } == "<"
        case .file(let bytes): bytes.first == UInt8(ascii: "<")
        case .propertyList, .markup: false
        }
    }
}
