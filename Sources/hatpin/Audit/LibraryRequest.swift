import Basics
import Process
import Runner
import ScenarioFormat

/// Finds the library that each program of an audit is compared with.
struct LibraryRequest: Sendable {
    let survey: SurveyRequest
    /// The client that `--like` names, or nil without this option.
    let like: String?
    /// The replies of all shards, which show whether a library was tested, or nil if no shards are
    /// merged.
    let replies: AuditReplies?

    /// Returns the library to compare a program with.
    ///
    /// `--like` or the program's definition names the library; otherwise the library that the
    /// program has loaded is used.
    ///
    /// - Throws: a `usage` or `invalidScenario` failure if a named client is not available.
    func choice(
        _ program: NamedClient,
        _ loaded: [LoadedFiles]
    ) throws(Failure) -> ChosenLibrary? {
        guard let chosen = try chosen(program, loaded) else { return nil }
        guard let absence = chosen.absence else { return chosen }
        try StandardStream.error.write(chosen.note(because: absence))
        return nil
    }

    /// Returns the library of a program that does not run, because the shards have the program's
    /// replies.
    func standIn(for program: NamedClient) throws(Failure) -> ProgramLibrary? {
        guard let chosen = try chosen(program, []), let replies,
            chosen.isStated || replies.isLibrary(chosen.client.name)
        else { return nil }
        return ProgramLibrary(.standIn(chosen.client.name), title: chosen.title)
    }

    private func chosen(
        _ program: NamedClient,
        _ loaded: [LoadedFiles]
    ) throws(Failure) -> ChosenLibrary? {
        let named = like ?? program.client.like.map { NamedClient.prefix + $0 }
        if let named {
            return named == program.name ? nil : try client(named, isStated: like != nil)
        }
        if let plain = program.client.plain {
            return try client(NamedClient.prefix + plain, isStated: false)
        }
        guard !loaded.isEmpty else { return nil }
        let known = try ClientLibrary.inForce(named: survey.programs.clients).libraries
        guard let library = known.library(of: loaded), let plain = library.plain else {
            try StandardStream.error.write(
                "hatpin: the program's TLS library is unknown, so its faults count as the program's\n"
                    + "  help: name a client with the library's defaults: --like client/libssl\n"
            )
            return nil
        }
        return try client(NamedClient.prefix + plain, isStated: false, library.shownName)
    }

    private func client(
        _ name: String,
        isStated: Bool,
        _ title: String? = nil
    ) throws(Failure) -> ChosenLibrary? {
        let found: NamedClient?
        do {
            found = try survey.programs.named([name], survey.colour).first
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure(.invalidScenario, "the definition of \(Shown.escaped(name)) has mistakes")
        }
        return found.map {
            ChosenLibrary($0, title: title ?? $0.client.libraryTitle ?? name, isStated: isStated)
        }
    }
}

extension AuditReplies {
    /// Whether programs were compared with this party.
    fileprivate func isLibrary(_ name: String) -> Bool {
        all.keys.contains { $0.party == name && $0.role == .system }
    }
}
