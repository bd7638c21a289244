/// A part of work that several machines share, such as `2/8`.
package struct Shard: Hashable, Sendable, CustomStringConvertible {
    /// The number of this part, from 1, and the number of all parts.
    package let number, count: UInt64

    /// All of the work.
    package static let whole = Shard(number: 1, count: 1)

    /// Creates the part of this number, from 1 to `count`.
    package init(number: UInt64, count: UInt64) {
        (self.number, self.count) = (number, count)
    }

    /// Parses `i/n`; returns nil for any other text, and if i is not from 1 to n.
    package init?(argument: String) {
        let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = UInt64(parts[0]), let count = UInt64(parts[1]),
            number >= 1, number <= count
        else { return nil }
        self.init(number: number, count: count)
    }

    package var description: String { "\(number)/\(count)" }
}
