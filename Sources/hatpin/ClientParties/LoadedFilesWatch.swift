import Process
import ScenarioFormat
import Synchronization

/// Records what a program has loaded while it is connected.
package final class LoadedFilesWatch: Sendable {
    private let seen = Mutex<[LoadedFiles]>([])

    package init() {}

    /// The loaded files of the processes that the last successful search found.
    package var files: [LoadedFiles] { seen.withLock { $0 } }

    /// Records what the processes with this home directory have loaded.
    func look(at home: String) {
        let files = LoadedFiles.all(with: "\(ProgramSite.ownVariable)=\(home)")
        if !files.isEmpty { seen.withLock { $0 = files } }
    }
}

extension [LibraryWords] {
    /// Returns the TLS library of the processes, or nil if they use no library that Hatpin knows.
    ///
    /// The executable takes precedence over loaded libraries. If a program has loaded several TLS
    /// libraries, the first library is the program's own; the program's dependencies loaded the
    /// other libraries.
    package func library(of processes: [LoadedFiles]) -> LibraryWords? {
        for process in processes {
            if let library = first(where: { $0.isExecuted(by: process) }) { return library }
            for file in process.loaded {
                if let library = first(where: { $0.loads?.firstMatch(in: file) != nil }) {
                    return library
                }
            }
        }
        return nil
    }
}

extension LibraryWords {
    fileprivate func isExecuted(by process: LoadedFiles) -> Bool {
        loads?.firstMatch(in: process.executable) != nil
            || contains.map(process.executableContains) == true
    }
}
