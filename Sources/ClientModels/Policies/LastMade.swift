import Synchronization

/// The last value made from an input, for policies that read one configuration for every
/// connection.
///
/// One value is enough, because configurations are tested one after the other. Equal inputs usually
/// share their storage, so comparing them is fast. If an equal input has other storage, the later
/// input is kept, since inputs with the later storage will follow.
package final class LastMade<Input: Equatable & Sendable, Output: Sendable>: Sendable {
    private let last = Mutex<(input: Input, output: Output)?>(nil)

    package init() {}

    /// Returns the value of `input`, which `make` makes unless `input` equals the last input.
    package func value(of input: Input, _ make: (Input) -> Output) -> Output {
        let known = last.withLock { $0 }
        let output = known.flatMap { $0.input == input ? $0.output : nil } ?? make(input)
        last.withLock { $0 = (input, output) }
        return output
    }
}
