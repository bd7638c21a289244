import Basics

/// An option, and the options that would have no effect next to it.
///
/// Hatpin refuses a command line with two such options, so that it ignores no option silently. If
/// one option is in hatpin.yaml and the other on the command line, the command line decides.
package struct OptionConflict: Sendable {
    /// The command that the options belong to; nil for every command that has them.
    private let command: String?
    /// The options as they are written, such as `--fix` and `-v`.
    private let option: String
    private let others: [String]
    private let why: String

    /// - Parameters:
    ///   - option: the option as it is written on a command line.
    ///   - others: the options that would have no effect next to `option`, in all spellings.
    ///   - command: the command that the options belong to; nil for every command that has them.
    ///   - why: the reason, as a sentence without a full stop.
    package init(
        _ option: String,
        without others: [String],
        of command: String? = nil,
        because why: String
    ) {
        (self.command, self.option, self.others, self.why) = (command, option, others, why)
    }

    fileprivate func isOf(_ command: String) -> Bool { self.command.map { $0 == command } ?? true }

    /// Returns the options that the given options leave without effect.
    fileprivate func silenced(by given: Set<String>) -> [String] {
        (given.contains(option) ? others : []) + (given.isDisjoint(with: others) ? [] : [option])
    }

    /// - Throws: a usage error if the given options conflict.
    fileprivate func refuse(_ given: Set<String>) throws(Failure) {
        guard given.contains(option), let other = others.first(where: given.contains) else {
            return
        }
        throw Failure(.usage, "\(option) and \(other) cannot be combined", help: why)
    }
}

extension [OptionConflict] {
    /// Returns the options that a command line leaves without effect, in all spellings.
    func silenced(by given: Set<String>, of command: String) -> Set<String> {
        Set(filter { $0.isOf(command) }.flatMap { $0.silenced(by: given) })
    }

    /// - Throws: a usage error if two options of a command line conflict.
    package func refuse(in arguments: [String]) throws(Failure) {
        guard let command = arguments.first else { return }
        let given = CommandLineDefaults.spellings(in: arguments.dropFirst())
        for conflict in self where conflict.isOf(command) { try conflict.refuse(given) }
    }
}
