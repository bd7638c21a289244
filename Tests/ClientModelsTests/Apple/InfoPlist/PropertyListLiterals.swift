import ClientModels
import PathValidation

// Property lists as literals.

extension PropertyListValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// `<true/>` or `<false/>`.
    package init(booleanLiteral value: Bool) { self = .boolean(value) }
    /// `<integer>`.
    package init(integerLiteral value: Int) { self = .integer(value) }
    /// `<string>`.
    package init(stringLiteral value: String) { self = .string(value) }
    /// `<array>`.
    package init(arrayLiteral elements: PropertyListValue...) { self = .array(elements) }
    /// `<dict>`; if a key is stated twice, the first counts.
    package init(dictionaryLiteral elements: (String, PropertyListValue)...) {
        self = .dictionary(Dictionary(elements) { first, _ in first })
    }
}
