import Models
import Policies

extension ManualPage {
    /// Every model with its settings, from the models.
    static let parties = ManualPage(
        name: "parties",
        title: "Parties",
        about: """
            Every relying party, the sources it transcribes and its settings. \
            [Parties](../parties.md) says how to choose and configure one.
            """
    ) {
        PolicyModel.catalogue.map(section).joined(separator: "\n")
    }

    private static func section(of model: PolicyModel) -> String {
        """
        ## \(model.name)

        \(Markdown.cell(model.about))

        Transcribed from: \(Markdown.cell(model.source))

        \(Markdown.table(["setting", "values", "default", "means"], model.settings.map(row)))
        """
    }

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
