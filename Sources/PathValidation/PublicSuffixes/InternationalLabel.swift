import CPublicSuffix

/// Labels of international names, according to libidn2.
package enum InternationalLabel {
    /// Whether a registry may accept `label`, whose ASCII form is `encoded` (RFC 5891 §4.2).
    ///
    /// The label must be in normalization form C, have only characters that IDNA2008 allows in
    /// their contexts (RFC 5892), and obey the rule on directions (RFC 5893). A character that
    /// libidn2 does not know yet counts as allowed: newer tables may have it.
    ///
    /// - Parameters:
    ///   - label: a U-label.
    ///   - encoded: its A-label in lower case, with its `xn--`.
    /// - Returns: whether the label is valid; false if `encoded` is not its ASCII form.
    package static func isRegistrable(_ label: String, as encoded: String) -> Bool {
        let code = idn2_register_u8(label, encoded, nil, 0)
        return [IDN2_OK, IDN2_UNASSIGNED].contains { $0.rawValue == code }
    }
}
