/// Settings to search for, in files whose names match.
package struct SettingPattern: Sendable {
    /// How a settings file is written.
    package enum Form: String, CaseIterable, Sendable {
        /// A setting in each line, below `[section]` or in `<section>`, as of git, pip or Apache.
        case lines
        /// Settings that end with a semicolon, in braces, as of nginx or apt.
        case blocks
    }

    /// Another setting, which makes the found one right.
    package struct Other: Sendable {
        package var key: Expression?
        package var value: Expression?
    }

    /// The names of the files, in the format of `.gitignore`; empty for another kind of search.
    package var files: [String] = []
    package var form = Form.lines
    /// The name of the section; nil for all settings.
    package var section: Expression?
    /// The key; nil if the search is not for settings.
    package var key: Expression?
    /// The value; nil for any value, and for none.
    package var value: Expression?
    /// Settings that make the found one right: in the same section, one around it, or one inside.
    package var unless: [Other] = []
}
