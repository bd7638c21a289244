// ClientModels contains models of clients, which decide as the clients do, the strict policy
// `reference`, and the catalogue of all models. A model transcribes the decision of a client's
// source code, in the same order and with the same names.

extension PolicyModel {
    /// Every model; the strict policy is the first.
    package static let catalogue: [PolicyModel] = [
        .reference,
        .afnetworking,
        .alamofire,
        .alamofire5,
        .urlsession,
        .infoPlist,
        .curl,
        .android,
        .trustkit,
        .okhttp,
    ]

    /// Returns the model with this name and these settings, such as `mode: public-key`, and with
    /// defaults for the other settings.
    ///
    /// - Parameters:
    ///   - name: the name of a model in the catalogue.
    ///   - stated: values by setting; the path for a document.
    ///   - documents: the content of the files, by setting.
    ///   - standsIn: see `Settings.standsIn`.
    /// - Returns: the model with every setting present.
    /// - Throws: `PolicyModelError` for an unknown name or word.
    package static func resolve(
        _ name: String,
        settings stated: [String: String] = [:],
        documents: [String: PolicyDocument] = [:],
        standsIn: Bool = false
    ) throws(PolicyModelError) -> ConfiguredModel {
        guard let model = catalogue.first(where: { $0.name == name }) else {
            throw .unknownModel(name, known: catalogue.map(\.name))
        }
        return try model.configured(stated, documents: documents, standsIn: standsIn)
    }
}
