import FileFormat
import Models
import Policies
import Trust

extension PartyReference {
    /// The parties that a configuration file configures, one for each system whose notation it has and
    /// each of its entries there; none where no system knows it.
    ///
    /// - Parameter path: relative to the working directory.
    /// - Returns: them, in the order of the catalogue.
    /// - Throws: where the file cannot be read, or is meant to be XML and is not.
    package static func configured(by path: String) throws(Fault) -> [PartyReference] {
        var parties: [PartyReference] = []
        var faults: [Fault] = []
        var isUnderstood = false
        for model in PolicyModel.catalogue {
            guard let setting = model.configuration else { continue }
            let party = PartyReference(name: model.name, settings: [setting.name: path])
            do throws(Fault) {
                let party = try party.readingDocuments()
                guard let document = party.documents[setting.name] else { continue }
                isUnderstood = isUnderstood || !document.isMarkupUnread
                guard let entries = model.entries(document) else { continue }
                parties += entries.isEmpty ? [party] : entries.map { party.judging($0) }
            } catch {
                faults.append(error)
            }
        }
        if !isUnderstood, let fault = faults.first { throw fault }
        return parties
    }

    /// The same for the entry of one domain.
    private func judging(_ domain: String) -> PartyReference {
        var settings = settings
        settings["domain"] = domain
        var party = PartyReference(name: name, settings: settings, documents: documents)
        party.documentDigest = documentDigest
        return party
    }
}

extension PolicyDocument {
    /// Whether it is text or bytes that begin as XML does, which says nothing of whether it is any.
    fileprivate var isMarkupUnread: Bool {
        switch self {
        case .text(let text): text.first { !$0.isWhitespace } == "<"
        case .file(let bytes): bytes.first == UInt8(ascii: "<")
        case .propertyList, .markup: false
        }
    }
}
