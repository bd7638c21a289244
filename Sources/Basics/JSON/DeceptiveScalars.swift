extension Unicode.Scalar {
    /// Whether this scalar deceives a reader: it is invisible, or changes how other text looks.
    ///
    /// Such scalars are control characters (C0, DEL, C1), line and paragraph separators,
    /// bidirectional controls, scalars without width, tags, and unassigned and private-use scalars.
    package var isDeceptive: Bool {
        switch value {
        case 0x00...0x1f, 0x7f...0x9f, 0xad, 0x034f, 0x061c, 0x115f...0x1160, 0x17b4...0x17b5,
            0x180b...0x180f, 0x200b...0x200f, 0x2028...0x202e, 0x2060...0x206f, 0x3164,
            0xfe00...0xfe0f,
            0xfeff, 0xffa0, 0xfff0...0xfffb, 0x1d173...0x1d17a, 0xe0000...0xe0fff:
            true
        // Latin letters, and the punctuation, arrows and mathematical signs used in prose.
        case 0x20...0x024f, 0x2010...0x2027, 0x2030...0x205e, 0x2190...0x22ff:
            false
        default:
            properties.generalCategory == .unassigned || properties.generalCategory == .privateUse
        }
    }
}
