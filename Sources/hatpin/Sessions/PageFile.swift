import Basics

/// The file of a web page of results, in addition to standard output.
package struct PageFile: Sendable {
    fileprivate let path: String

    /// Parses `html=FILE`; returns nil for any other text.
    package init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, parts[0] == "html" else { return nil }
        path = String(parts[1])
    }
}

extension PageFile {
    /// The value, as on the command line.
    package var argument: String { "html=" + path }
}

extension [PageFile] {
    /// Checks that the files can be written, before the work starts.
    package func prepare() throws(Failure) {
        for file in self { try OutputFile.prepare(file.path) }
    }

    /// Writes the page to each of these files; the page is only made if there is a file.
    package func write(_ page: @autoclosure () -> String) throws(Failure) {
        guard !isEmpty else { return }
        let page = page()
        for file in self { try OutputFile.write(page, to: file.path) }
    }
}
