/// Settings to search for, in files whose names match.
package struct SettingPattern: Sendable {
    /// How a settings file is written.
    package enum Form: String, CaseIterable, Sendable {
        /// One setting in each line, below `[section]` or in `<section>`, as in files of git or
        /// Apache.
        case lines
        /// Settings that end with a semicolon, in blocks with braces, as in files of nginx or apt.
        case blocks
        /// One setting in each line, in blocks with braces, as in files of Caddy, lighttpd or NATS.
        case braces
    }

    /// Another setting, which the mistake also needs, or which makes the found setting right.
    package struct Other: Sendable {
        /// The name of its section; nil for all.
        package var section: Expression?
        package var key: Expression?
        package var value: Expression?
        /// Where it counts; nil for the same section, the sections around it, and the sections
        /// inside it.
        package var scope: Scope?
    }

    /// Where another setting counts.
    package enum Scope: String, CaseIterable, Sendable {
        /// In the same section.
        case here
        /// In a section around it.
        case around
        /// In a section inside it.
        case inside
        /// Anywhere in the file.
        case file
    }

    /// The names of the files, in the format of `.gitignore`; empty for another kind of search.
    package var files: [String] = []
    package var form = Form.lines
    /// Keys that each begin a section, such as `frontend` of HAProxy; only in the form `lines`.
    package var begins: Expression?
    /// The name of the section; nil for all settings.
    package var section: Expression?
    /// The key; nil if the search is not for settings.
    package var key: Expression?
    /// The value; nil if any value, or no value, matches.
    package var value: Expression?
    /// Settings that must all be there, too, each in its scope, for a finding.
    package var also: [Other] = []
    /// Settings any of which makes the found setting right.
    package var unless: [Other] = []
}
