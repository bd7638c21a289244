/// A part of work that several machines share: `2/8`.
package struct Shard: Hashable, Sendable, CustomStringConvertible {
    /// Which part it is, from 1, and of how many.
    package let number, count: UInt64

    /// All of it.
    package static let whole = Shard(number: 1, count: 1)

    /// The part of this number, from 1 to `count`.
    package init(number: UInt64, count: UInt64) {
        (self.number, self.count) = (number, count)
    }

    /// Reads `i/n`; nil for anything else, and where i is not from 1 to n.
    package init?(argument: String) {
        let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = UInt64(parts[0]), let count = UInt64(parts[1]),
            number >= 1, number <= count
        else { return nil }
        self.init(number: number, count: count)
    }

    package var description: String { "\(number)/\(count)" }
}
