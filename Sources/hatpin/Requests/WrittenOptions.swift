import Basics

/// The options that are on the command line itself, as they are spelt.
///
/// The options of hatpin.yaml are not included, since they are for other command lines, too.
package struct WrittenOptions: Sendable {
    @TaskLocal package static var current = WrittenOptions([])

    private let spellings: Set<String>

    package init(_ spellings: Set<String>) { self.spellings = spellings }

    /// Refuses an option that has no effect, so that no option is silently ignored.
    ///
    /// - Parameters:
    ///   - options: the options, in each of their spellings.
    ///   - hasEffect: whether the options have an effect.
    ///   - why: the reason, without a full stop.
    /// - Throws: a `usage` failure with the name of the option.
    package func refuse(
        _ options: [String],
        unless hasEffect: Bool,
        because why: String
    ) throws(Failure) {
        guard !hasEffect, let option = options.first(where: spellings.contains) else { return }
        throw Failure(.usage, "\(option) would have no effect", help: why)
    }
}
