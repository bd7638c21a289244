/// One decision of a model, or of the platform below it, by name.
///
/// Each can be left out, so that `hatpin mutants` finds out whether any scenario would notice.
package struct ModelCheck: Hashable, Sendable {
    /// Layer and decision: `afnetworking/domain-guard`, `platform/cut-at-bad-signature`.
    package let name: String
    package let about: String
    /// Project, version and file, or the rule's place.
    package let source: String

    package init(_ name: String, about: String, source: String) {
        self.name = name
        self.about = about
        self.source = source
    }
}

extension Presented {
    /// Whether `check` is asked; all are, but for the one that a mutant leaves out.
    package func asks(_ check: ModelCheck) -> Bool { leftOut != check.name }
}

extension [PathCheck] {
    /// These rules without the one of this name, which a mutant leaves out; nil for none.
    func leavingOut(_ name: String?) -> [PathCheck] {
        guard let name else { return self }
        return filter { $0.name != name }
    }
}

extension [RevocationCheck] {
    /// These rules without the one of this name, which a mutant leaves out; nil for none.
    func leavingOut(_ name: String?) -> [RevocationCheck] {
        guard let name else { return self }
        return filter { $0.name != name }
    }
}
