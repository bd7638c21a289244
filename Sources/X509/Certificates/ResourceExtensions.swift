// The extensions of RFC 3779, which bind addresses and autonomous-system numbers to a subject. Path
// validation does not read them, so only their syntax is checked.

extension DERReader {
    /// Skips IPAddrBlocks (RFC 3779 §2.2.3).
    mutating func skipAddressBlocks() throws(DERError) {
        try skipEach { reader throws(DERError) in
            let outer = try reader.enter(.sequence)
            let family = try field("addressFamily", reader.content(.octetString))
            // The address family, with an optional Subsequent Address Family Identifier (§2.2.3.3).
            guard [2, 3].contains(family.count) else {
                throw DERError(.badValue, at: family.lowerBound, in: "addressFamily")
            }
            try field(
                "ipAddressChoice",
                reader.skipResources { prefix throws(DERError) in _ = try prefix.bitString() }
            )
            try reader.leave(outer)
        }
    }

    /// Skips ASIdentifiers (RFC 3779 §3.2.3).
    mutating func skipSystemNumbers() throws(DERError) {
        let outer = try enter(.sequence)
        try field("asnum", skipSystemNumbers(0))
        try field("rdi", skipSystemNumbers(1))
        try leave(outer)
    }

    private mutating func skipSystemNumbers(_ tag: UInt8) throws(DERError) {
        _ = try explicit(tag) { reader throws(DERError) in
            try reader.skipResources { number throws(DERError) in
                _ = try number.nonNegativeInteger()
            }
        }
    }

    /// Skips a NULL, which means the issuer's resources, or a list of single resources and ranges.
    private mutating func skipResources(
        _ skip: (inout DERReader) throws(DERError) -> Void
    ) throws(DERError) {
        guard nextTag != .null else { return try null() }
        try skipEach { reader throws(DERError) in
            guard reader.nextTag == .sequence else { return try skip(&reader) }
            let outer = try reader.enter(.sequence)
            try field("min", skip(&reader))
            try field("max", skip(&reader))
            try reader.leave(outer)
        }
    }

    /// Skips a SEQUENCE OF that may be empty.
    private mutating func skipEach(
        _ skip: (inout DERReader) throws(DERError) -> Void
    ) throws(DERError) {
        let outer = try enter(.sequence)
        var index = 0
        while !isAtEnd {
            try entry(index, skip(&self))
            index += 1
        }
        try leave(outer)
    }
}
