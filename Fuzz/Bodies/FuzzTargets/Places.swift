import X509

// Properties of every decoded value and of every rejection.

/// Requires that an error is inside the bytes, or directly after them.
func checkPlace(of error: DERError, in bytes: [UInt8]) {
    invariant(
        (0...bytes.count).contains(error.offset),
        "the error at \(error.offset) is outside \(bytes.count) bytes"
    )
}

/// Requires that `places` are in order, without overlap, inside `whole`.
func checkOrder(_ places: [Range<Int>], in whole: Range<Int>) {
    var end = whole.lowerBound
    for place in places {
        invariant(place.lowerBound >= end, "\(place) begins before the previous field ends")
        end = place.upperBound
    }
    invariant(end <= whole.upperBound, "a field ends outside \(whole)")
}

/// Requires that each range of `places` is inside `whole`; the ranges may have any order.
func checkPlaces(_ places: [Range<Int>], in whole: Range<Int>) {
    for place in places { checkOrder([place], in: whole) }
}

/// Whether no two extensions have the same identifier.
func isWithoutRepetition(_ list: [Extension], _ der: [UInt8]) -> Bool {
    firstRepetition(list, der) == nil
}

/// Returns the first extension that repeats an earlier identifier.
func firstRepetition(_ list: [Extension], _ der: [UInt8]) -> Extension? {
    // Short lists are compared in pairs, because this is fast for them and allocates nothing.
    guard list.count > 16 else {
        return list.indices.first { index in
            list[..<index].contains { der[$0.identifier] == der[list[index].identifier] }
        }
        .map { list[$0] }
    }
    var seen: Set<Bytes> = []
    return list.first { !seen.insert(Bytes(der[$0.identifier])).inserted }
}
