import Synchronization

/// The last value that was made of an input, for policies that read one configuration for every
/// connection.
///
/// One is enough: configurations are judged one after the other. Equal inputs mostly share their
/// storage, so that comparing them costs nothing.
package final class LastMade<Input: Equatable & Sendable, Output: Sendable>: Sendable {
    private let last = Mutex<(input: Input, output: Output)?>(nil)

    package init() {}

    /// The value of `input`, made by `make` where it is not the last one.
    package func value(of input: Input, _ make: (Input) -> Output) -> Output {
        if let known = last.withLock({ $0 }), known.input == input { return known.output }
        let output = make(input)
        last.withLock { $0 = (input, output) }
        return output
    }
}
