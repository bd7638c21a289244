import Synchronization

/// The last value that was made of an input, for policies that read one configuration for every
/// connection.
///
/// One is enough: configurations are judged one after the other. Equal inputs mostly share their
/// storage, so that comparing them costs nothing; of those that do not, the later one is kept, since
/// more of its kind follow.
package final class LastMade<Input: Equatable & Sendable, Output: Sendable>: Sendable {
    private let last = Mutex<(input: Input, output: Output)?>(nil)

    package init() {}

    /// The value of `input`, made by `make` where it is not the last one.
    package func value(of input: Input, _ make: (Input) -> Output) -> Output {
        let known = last.withLock { $0 }
        let output = known.flatMap { $0.input == input ? $0.output : nil } ?? make(input)
        last.withLock { $0 = (input, output) }
        return output
    }
}
