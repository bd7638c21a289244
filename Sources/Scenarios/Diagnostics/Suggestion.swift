/// The word that was probably meant, or nil where none is close.
///
/// Close is an optimal string alignment distance of at most a third of the length, and at least 1.
package func suggestion(for word: String, among words: [String]) -> String? {
    let limit = max(1, word.count / 3)
    var best: (word: String, distance: Int)?
    for candidate in words {
        let distance = alignmentDistance(Array(word), Array(candidate))
        if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.word
}

/// Edits (insert, delete, substitute, swap neighbours) that turn one word into the other, no
/// substring being edited twice.
package func alignmentDistance(_ left: [Character], _ right: [Character]) -> Int {
    // A file may hold a "word" of a million letters; no vocabulary does.
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
