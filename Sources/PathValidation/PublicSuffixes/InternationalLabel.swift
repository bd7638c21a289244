import CPublicSuffix

/// Labels of international names, as libidn2 judges them.
package enum InternationalLabel {
    /// Whether a registry may take `label`, whose ASCII form is `encoded` (RFC 5891 §4.2).
    ///
    /// It is in normalization form C, of characters that IDNA2008 allows in their contexts (RFC 5892),
    /// and keeps the rule on directions (RFC 5893). A character that libidn2 does not know yet counts as
    /// allowed: newer tables may have it.
    ///
    /// - Parameters:
    ///   - label: a U-label.
    ///   - encoded: its A-label in lower case, with its `xn--`.
    /// - Returns: false for other forms of the two, too.
    package static func isRegistrable(_ label: String, as encoded: String) -> Bool {
        let code = idn2_register_u8(label, encoded, nil, 0)
        return [IDN2_OK, IDN2_UNASSIGNED].contains { $0.rawValue == code }
    }
}
