/// A value that the format cannot express.
package struct Unwritable: Error, Hashable, Sendable {
    /// Advice on what to write instead, as a fragment of a sentence.
    package let advice: String

    package init(_ advice: String) { self.advice = advice }
}
