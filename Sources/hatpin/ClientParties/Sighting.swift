import Process
import ScenarioFormat
import Synchronization

/// A look at what a program has loaded while its connection stands.
package final class Sighting: Sendable {
    private let seen = Mutex<[LoadedFiles]>([])

    package init() {}

    /// The processes of the last look that saw any.
    package var files: [LoadedFiles] { seen.withLock { $0 } }

    /// Looks at the processes whose home is this folder.
    func look(at home: String) {
        let files = LoadedFiles.all(with: "\(ProgramSite.ownVariable)=\(home)")
        if !files.isEmpty { seen.withLock { $0 = files } }
    }
}

extension [LibraryWords] {
    /// The TLS library of processes that were seen; nil where it is none of these.
    ///
    /// What was executed says more than what it has loaded, and of several libraries the one that was
    /// loaded first is the nearest to the program: others came with libraries of its libraries.
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
