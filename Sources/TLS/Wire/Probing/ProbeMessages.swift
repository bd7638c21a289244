// Parts of probes that several protocols have.

extension ProbeProtocol.Step {
    /// The end with a server that does not speak the protocol.
    static func isNot(_ name: String) -> Self { .refuses("an answer that is not \(name)") }
}

extension [UInt8] {
    /// Splits what has come into complete messages.
    ///
    /// - Parameter length: returns the length that the first message states; nil if its length has
    ///   not come.
    /// - Returns: nil if a message states a length that no message has.
    func messages(of length: ([UInt8]) -> Int?) -> [[UInt8]]? {
        var messages: [[UInt8]] = []
        var rest = self
        while let stated = length(rest) {
            guard (1...ApplicationProtocol.longestMessage).contains(stated) else { return nil }
            guard stated <= rest.count else { break }
            messages.append(Array(rest.prefix(stated)))
            rest = Array(rest.dropFirst(stated))
        }
        return messages
    }

    /// The complete lines, without their ends.
    var lines: [ArraySlice<UInt8>] {
        guard let end = lastIndex(of: 10) else { return [] }
        return self[..<end].split(separator: 10, omittingEmptySubsequences: false)
            .map { $0.last == 13 ? $0.dropLast() : $0 }
    }
}
