/// Returns a hint with the known word that was probably meant, or with the first twelve known
/// words.
///
/// `noun` is the plural noun for the words; without `noun`, the hint lists no words, and the result
/// is nil if no known word is similar.
package func didYouMean(_ word: String, _ known: [String], _ noun: String? = nil) -> String? {
    if let meant = closest(to: word, among: known, limit: max(1, word.count / 3)).first {
        return "did you mean '\(meant)'?"
    }
    guard let noun, !known.isEmpty else { return nil }
    let shown = known.prefix(12).joined(separator: ", ")
    return "known \(noun): \(shown)" + (known.count > 12 ? ", … (\(known.count))" : "")
}

/// Returns the words at most `limit` edits away, nearest first; equally near words keep their
/// order.
///
/// If `word` has no slash, it is also compared with the last component of each id.
package func closest(to word: String, among words: [String], limit: Int) -> [String] {
    let hasFolder = word.contains("/")
    let letters = Array(word)
    return words.enumerated()
        .map { place, known in
            let name = hasFolder ? nil : known.split(separator: "/").last
            let whole = alignmentDistance(letters, Array(known))
            let distance = name.map { min(whole, alignmentDistance(letters, Array($0))) } ?? whole
            return (word: known, distance: distance, place: place)
        }
        .filter { $0.distance <= limit }
        .sorted { ($0.distance, $0.place) < ($1.distance, $1.place) }
        .map(\.word)
}

/// Returns the number of edits (insert, delete, substitute, swap neighbours) between two words,
/// without editing a substring twice.
func alignmentDistance(_ left: [Character], _ right: [Character]) -> Int {
    // A file may contain a "word" of a million letters, but no vocabulary does.
    guard left.count <= 100, right.count <= 100 else { return .max }
    guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
    var beforePrevious = [Int](repeating: 0, count: right.count + 1)
    var previous = Array(0...right.count)
    for i in 1...left.count {
        var current = [i] + [Int](repeating: 0, count: right.count)
        for j in 1...right.count {
            let cost = left[i - 1] == right[j - 1] ? 0 : 1
            current[j] = min(previous[j] + 1, current[j - 1] + 1, previous[j - 1] + cost)
            if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
                current[j] = min(current[j], beforePrevious[j - 2] + 1)
            }
        }
        (beforePrevious, previous) = (previous, current)
    }
    return previous[right.count]
}
