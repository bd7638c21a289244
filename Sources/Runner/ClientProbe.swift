import Basics
import Process
import ScenarioFormat

/// The result of looking for a client on this machine.
package enum ClientState: Hashable, Sendable {
    /// The client is installed. The version is nil if it is unknown, such as if the definition does
    /// not say how to find it, or is not trusted.
    case installed(version: String?)
    /// The client is not installed, for this reason.
    case missing(String)
}

/// Checks whether clients are installed, and looks up their versions.
package struct ClientProbe: Sendable {
    /// The time limit for printing a version: more than any client needs.
    ///
    /// The limit also ends programs that open a window instead of printing a version.
    private static let limit = Duration.seconds(5)

    private let search: String

    /// - Parameter search: the folders to search for programs, separated by colons.
    package init(search: String) { self.search = search }

    /// Looks for the client's programs, then runs the command that gets the version.
    ///
    /// Starts no program if the definition is not trusted.
    ///
    /// Blocks the calling thread for at most the time limit.
    package func state(of client: ClientDefinition) -> ClientState {
        do throws(ProgramError) {
            try require(client)
            guard client.isTrusted else { return .installed(version: nil) }
            return try version(of: client)
        } catch {
            return .missing(error.description)
        }
    }

    /// Checks that the programs of all the client's commands exist, and the files that the commands
    /// name.
    ///
    /// - Throws: an error about the first file that is missing.
    package func require(_ client: ClientDefinition) throws(ProgramError) {
        let words = try? client.command.words.first?.text(filling: client.folders)
        // A command without a path separator is searched for in the user's working directory.
        let here = (try? Files.absolute(".")) ?? "/"
        _ = try Executable.path(of: words ?? "", in: search, from: here)
        let programs = client.helpers.compactMap {
            try? $0.words.first?.text(filling: client.folders)
        }
        for program in programs { _ = try Executable.path(of: program, in: search, from: here) }
        for command in [client.command] + client.helpers {
            for file in command.files(filling: client.folders)
            where (try? Files.absolute(file)) == nil {
                throw .missing(file)
            }
        }
    }

    private func version(of client: ClientDefinition) throws(ProgramError) -> ClientState {
        switch client.version {
        case nil: return .installed(version: nil)
        case .package(let package): return try version(ofPackage: package)
        case .command(let command, let pattern):
            guard let words = try? command.words(filling: client.folders) else {
                return .installed(version: nil)
            }
            let end = try run(words)
            let output = text(end.standardOutput) + "\n" + text(end.standardError)
            guard end.cause == .exited(0) else { return .missing(end.reason(of: words)) }
            return .installed(version: pattern.firstMatch(in: output))
        }
    }

    private func version(ofPackage package: String) throws(ProgramError) -> ClientState {
        let query = ["dpkg-query", "-W", "-f", "${db:Status-Status} ${Version}\n", package]
        // Only Debian and its derivatives have this package database.
        guard (try? Executable.path(of: query[0], in: search, from: "/")) != nil else {
            return .installed(version: nil)
        }
        let words = text(try run(query).standardOutput).split { $0 == " " || $0 == "\n" }
        guard words.count >= 2, words[0] == "installed" else {
            return .missing("the package \(package) is not installed")
        }
        return .installed(version: String(words[1]))
    }

    /// Runs a program without the user's settings, which might change what it prints.
    private func run(_ words: [String]) throws(ProgramError) -> ProgramEnd {
        let environment = ["PATH": search, "HOME": "/nonexistent", "LC_ALL": "C"]
        let program = ProgramInvocation(words, environment: environment, workingDirectory: "/")
        return try program.run(until: .now + Self.limit)
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

extension ProgramEnd {
    /// Returns the reason why the program printed no version: the last line on standard error, or
    /// how the program exited.
    fileprivate func reason(of words: [String]) -> String {
        let output = String(decoding: standardError, as: UTF8.self)
        let last = output.split(whereSeparator: \.isNewline).last.map(String.init)
        let end =
            switch cause {
            case .exited(let code): last ?? "exit code \(code)"
            case .signalled(let number): "signal \(number)"
            case .stopped: "it was stopped"
            case .timedOut: "it did not exit within 5 s"
            case .flooded: "it printed too much"
            }
        return "\(words.joined(separator: " ")): \(end)"
    }
}
