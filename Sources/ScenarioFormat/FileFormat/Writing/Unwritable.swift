/// A value that the format has no text for.
package struct Unwritable: Error, Hashable, Sendable {
    /// A sentence's fragment that says how it could be written instead.
    package let advice: String

    package init(_ advice: String) { self.advice = advice }
}
