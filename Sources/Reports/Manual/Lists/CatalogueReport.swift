import Basics
import ClientModels
import Crypto

/// A catalogue as a list: one line for each word, or a JSON array with one object a line.
package struct CatalogueReport {
    private let entries: [Catalogue.Entry]

    package init(_ catalogue: Catalogue) {
        entries = catalogue.entries
    }

    /// Returns one line for each entry; if `isBrief`, the line has only the entry's name.
    package func text(isBrief: Bool, hasColour: Bool) -> String {
        let width = entries.map(\.name.count).max() ?? 0
        var text = TerminalText(hasColour: hasColour)
        for entry in entries {
            text.value(entry.name, .strong)
            if !isBrief {
                text.pad(to: width + 2)
                text.value(entry.about)
                if let source = entry.source { text.value(" (\(source))", .faint) }
                if let gain = entry.gain { text.value(" gains: \(gain.rawValue)", .faint) }
            }
            text.newLine()
            for omission in isBrief ? [] : entry.omissions {
                text.literal("  left out: ")
                text.value(omission, .faint)
                text.newLine()
            }
            for setting in isBrief ? [] : entry.settings { write(setting, to: &text) }
        }
        return text.text
    }

    private func write(_ setting: PolicyModel.Setting, to text: inout TerminalText) {
        text.literal("  ")
        text.value(setting.words)
        text.newLine()
        text.literal("      ")
        text.value(setting.aboutWithFallback)
        text.newLine()
    }

    /// The JSON array.
    package var json: String {
        JSONWriter.array(of: entries) { entry, json in
            json.member("name", entry.name)
            json.member("about", entry.about)
            json.member("source", entry.source)
            if let gain = entry.gain { json.member("gains", gain.rawValue) }
            if !entry.omissions.isEmpty {
                json.key("omissions")
                json.array { list in
                    for omission in entry.omissions { list.string(omission) }
                }
            }
            guard !entry.settings.isEmpty else { return }
            json.key("settings")
            json.array { settings in
                for setting in entry.settings {
                    settings.object { Self.write(setting, to: &$0) }
                }
            }
        }
    }

    private static func write(_ setting: PolicyModel.Setting, to json: inout JSONWriter) {
        json.member("name", setting.name)
        json.member("about", setting.about)
        json.member("values", setting.values)
        json.member("default", setting.fallback)
    }
}
