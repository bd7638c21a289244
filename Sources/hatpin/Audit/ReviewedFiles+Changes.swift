import ClientModels
import Lint
import Runner
import ScenarioFormat

extension ReviewedFiles {
    /// Returns the fixes of a configuration's file, each of which may remove weaknesses.
    ///
    /// - Parameters:
    ///   - path: the path as given.
    ///   - party: the configuration.
    /// - Returns: nil if the file was not reviewed, or if the party's model reads no file.
    func changes(of path: String, as party: Party) -> FileChanges? {
        guard let review = reviews.first(where: { $0.file == path }),
            case .document(let notation)? = party.model?.model.configuration?.kind
        else { return nil }
        let bytes = review.bytes
        let findings = FilePatch(review.fixable, of: bytes).fixed
        return FileChanges(findings.map(\.fixWords)) { model, numbers in
            let patch = FilePatch(numbers.map { findings[$0] }, of: bytes)
            return (try? PolicyDocument(patch.result, in: notation)).flatMap(model.replacing)
        }
    }
}

extension Finding {
    /// The text `line 4: delete the attribute (NSC-013)`.
    fileprivate var fixWords: String {
        let line = place.map { "line \($0.mark.line): " } ?? ""
        return line + (fix?.words ?? problem) + " (\(rule))"
    }
}
