import ClientModels

extension ManualPage {
    /// The page of every model, its settings and its scope, generated from the models.
    static let parties = ManualPage(
        name: "parties",
        title: "Parties",
        about: """
            Every relying party: the sources it transcribes, its settings, what is modelled and \
            what is not. [Parties](../parties.md) explains how to choose and configure one.
            """
    ) {
        let sections = PolicyModel.catalogue.map(section) + platforms.map(section)
        return sections.joined(separator: "\n")
    }

    /// The platforms that the models are built on, in the order of the models.
    private static var platforms: [ModelPlatform] {
        PolicyModel.catalogue.compactMap(\.platform).reduce(into: []) { platforms, platform in
            if !platforms.contains(platform) { platforms.append(platform) }
        }
    }

    private static func section(of model: PolicyModel) -> String {
        let platform = model.platform.map {
            "It runs on [\($0.name)](#\(Markdown.anchor($0.name))).\n\n"
        }
        return """
            ## \(model.name)

            \(Markdown.cell(model.about))

            Transcribed from: \(Markdown.cell(model.source))

            \(platform ?? "")\(Markdown.table(head, model.settings.map(row)))
            \(text(of: model.scope))
            """
    }

    private static func section(of platform: ModelPlatform) -> String {
        """
        ## \(platform.name)

        Transcribed from: \(Markdown.cell(platform.source))

        \(text(of: platform.scope))
        """
    }

    private static func text(of scope: ModelScope) -> String {
        let lists = [
            ("Modelled", scope.modelled), ("Inferred, neither read nor tested", scope.inferred),
            ("Known differences from the original", scope.violations),
            ("Not modelled", scope.notModelled),
        ]
        return lists.filter { !$0.1.isEmpty }.map { heading, sentences in
            "\(heading):\n\n\(sentences.map { "- \(Markdown.cell($0))\n" }.joined())"
        }
        .joined(separator: "\n")
    }

    private static let head = ["setting", "values", "default", "means"]

    private static func row(of setting: PolicyModel.Setting) -> [String] {
        let values =
            switch setting.kind {
            case .word(let words): words.map(Markdown.code).joined(separator: ", ")
            case .text: "text"
            case .document(let notation): "the path of \(notation.noun)"
            }
        let fallback = setting.fallback.isEmpty ? "" : Markdown.code(setting.fallback)
        return [Markdown.code(setting.name), values, fallback, Markdown.cell(setting.about)]
    }
}
