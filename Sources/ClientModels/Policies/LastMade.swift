import Synchronization

/// The last value made from an input, for policies that read one configuration for every
/// connection.
///
/// One is enough: configurations are tested one after the other. Equal inputs usually share their
/// storage, so comparing them is fast; of those that do not, the later one is kept, since more of
/// its kind follow.
package final class LastMade<Input: Equatable & Sendable, Output: Sendable>: Sendable {
    private let last = Mutex<(input: Input, output: Output)?>(nil)

    package init() {}

    /// The value of `input`, made by `make` unless it is the last one.
    package func value(of input: Input, _ make: (Input) -> Output) -> Output {
        let known = last.withLock { $0 }
        let output = known.flatMap { $0.input == input ? $0.output : nil } ?? make(input)
        last.withLock { $0 = (input, output) }
        return output
    }
}
