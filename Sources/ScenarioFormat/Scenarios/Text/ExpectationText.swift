import ClientModels
import PathValidation

extension Expectation {
    /// Returns the expectation as in `expect`.
    ///
    /// - Parameter because: why the party must accept; nil for a rejection, or if no reason is
    ///   stated.
    /// - Returns: only the word of the verdict if nothing else is stated, otherwise a mapping.
    func written(because: String?) -> Written {
        let fields = fields(because: because)
        let isBare = because == nil && verdict == .accept && fields.entries.count == 1
        return isBare ? .word("accept") : fields
    }

    /// Returns the expectation as a mapping, even if one word would be enough.
    func fields(because: String?) -> Written {
        let reasons = verdict.reasons
        return .fields([
            "accept": reasons == nil ? .text(because ?? "nothing is wrong") : nil,
            "reject": reasons.map { Written.words($0).orOne },
            "disposition": disposition.map { .word($0.rawValue) },
            "trust-result": trustResult.map { .word($0.rawValue) },
            "error": error.map(Written.text),
            "alert": alert.map { Written.words($0).orOne },
            "hello": hello.isEmpty ? nil : try? HelloForm.hello.write(hello),
            "client-certificate": clientCertificate.map { .word($0.rawValue) },
            "answer": answer.map { .word($0.rawValue) },
            "heartbeat": heartbeat.map { .word($0.rawValue) },
            "or": alternatives.isEmpty ? nil : Written.words(alternatives.map(\.rawValue)).orOne,
            "path": path.map(Written.texts),
            "connections": connections.map(Written.number),
            "config-error": configurationError.map(Written.text),
        ])
    }
}

extension PartyReference {
    /// The party in the notation of the key `party`, with the settings in the order of the model.
    var written: Written {
        let known = PolicyModel.catalogue.first { $0.name == name }?.settings.map(\.name) ?? []
        let names = known + settings.keys.filter { !known.contains($0) }.sorted()
        let stated = names.compactMap { name in
            settings[name].map { value in
                let isFlag = value == "true" || value == "false"
                return Written.Entry(key: name, value: isFlag ? .word(value) : .text(value))
            }
        }
        return stated.isEmpty ? .text(name) : .fields([name: .mapping(stated)])
    }

    /// The party in the notation of `when` and `--party`.
    var writtenInline: String {
        let stated = settings.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        return name + (stated.isEmpty ? "" : ":" + stated.joined(separator: ","))
    }
}
