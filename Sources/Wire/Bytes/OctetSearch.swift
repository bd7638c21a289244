extension [UInt8] {
    /// Where `octets`, of which there is one at least, first stand in a row; nil if nowhere.
    ///
    /// The standard library's search compares elements of any type through their metadata, a hundred
    /// times as slowly, and a server searches all that a client sends.
    func firstPlace(of octets: some BidirectionalCollection<UInt8>) -> Range<Int>? {
        guard let first = octets.first else { return nil }
        var start = startIndex
        while let place = self[start...].firstIndex(of: first) {
            if self[place...].starts(with: octets) { return place..<place + octets.count }
            start = place + 1
        }
        return nil
    }

    /// Whether they have the octets of `text`, which is not empty, in a row.
    func holds(_ text: String) -> Bool { firstPlace(of: text.utf8) != nil }
}
