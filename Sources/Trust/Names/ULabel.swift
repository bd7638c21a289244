/// Labels of international names (RFC 5890 §2.3.2.1).
enum ULabel {
    /// Whether a label that begins with `xn--` is Punycode of a label that IDNA2008 allows.
    ///
    /// Rules on the context of a character (RFC 5892 Appendix A) and on the direction of scripts (RFC
    /// 5893) are not asked.
    static func isALabel(_ label: ArraySlice<UInt8>) -> Bool {
        // The case of an A-label says nothing (RFC 5890 §2.4).
        let encoded = label.dropFirst(4).map(lowercased)
        guard let scalars = Punycode.decode(encoded[...]), isAllowed(scalars) else { return false }
        // An A-label is what an encoder makes of the U-label, and that alone (RFC 5891 §5.4).
        return Punycode.encode(scalars)?.utf8.elementsEqual(encoded) ?? false
    }

    /// RFC 5891 §4.2.
    private static func isAllowed(_ scalars: [Unicode.Scalar]) -> Bool {
        guard let first = scalars.first, !isMark(first), first != "-", scalars.last != "-",
            !scalars.dropFirst(2).starts(with: ["-", "-"])
        else { return false }
        return scalars.allSatisfy(isAllowed)
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    /// Whether the derived property is PVALID, CONTEXTJ or CONTEXTO (RFC 5892 §3).
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        if exceptions.contains(scalar.value) { return true }
        if disallowed.contains(scalar.value) { return false }
        if scalar.isASCII {
            let octet = UInt8(truncatingIfNeeded: scalar.value)
            return isDigit(octet) || (0x61...0x7a).contains(octet) || scalar == "-"
        }
        // Unstable under compatibility composition and case folding.
        guard !scalar.properties.changesWhenNFKCCaseFolded else { return false }
        switch scalar.properties.generalCategory {
        case .lowercaseLetter, .otherLetter, .modifierLetter, .decimalNumber, .nonspacingMark,
            .spacingMark:
            return true
        // A character without a meaning yet may have one to a newer table.
        case .unassigned: return true
        default: return false
        }
    }

    /// RFC 5892 §2.6: PVALID and CONTEXTO; and §2.8, the two joiners.
    private static let exceptions: Set<UInt32> = [
        0xdf, 0x3c2, 0x6fd, 0x6fe, 0xf0b, 0x3007, 0xb7, 0x375, 0x5f3, 0x5f4, 0x30fb, 0x200c, 0x200d,
    ]

    /// RFC 5892 §2.6: DISALLOWED.
    private static let disallowed: Set<UInt32> = [
        0x640, 0x7fa, 0x302e, 0x302f, 0x3031, 0x3032, 0x3033, 0x3034, 0x3035, 0x303b,
    ]
}
