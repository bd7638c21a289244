import Basics

/// A file for a web page of results, beside what standard output gets.
package struct PageFile: Sendable {
    fileprivate let path: String

    /// Reads `html=FILE`; nil for anything else.
    package init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, parts[0] == "html" else { return nil }
        path = String(parts[1])
    }
}

extension PageFile {
    /// As the command line has it.
    package var argument: String { "html=" + path }
}

extension [PageFile] {
    /// Sees to it that the files can be written, which is told before the work.
    package func prepare() throws(Failure) {
        for file in self { try OutputFile.prepare(file.path) }
    }

    /// Writes a page, which is made where there is a file for it.
    package func write(_ page: @autoclosure () -> String) throws(Failure) {
        guard !isEmpty else { return }
        let page = page()
        for file in self { try OutputFile.write(page, to: file.path) }
    }
}
