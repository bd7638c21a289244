import Testing
import WorstCases
import X509

@testable import PathValidation

/// No chain costs more than the budget; time is not measured here.
@Suite struct WorstCaseTests {
    @Test(arguments: WorstCase.catalogue)
    func `each worst case gets the expected verdict within the budget`(_ test: WorstCase) throws {
        let chain = try test.chain()
        let validator = PathValidator(
            anchors: try chain.anchors.map { try Certificate(der: $0) },
            cache: SignatureCache()
        )
        let evaluation = validator.evaluate(
            chain.presented,
            for: chain.identity,
            at: chain.verifyDate
        )
        switch evaluation.result {
        case .success: #expect(test.rejection == nil)
        case .failure(let rejection): #expect(test.rejection == rejection)
        }
        let spent = WorstCase.Spent(validator.budget, leaving: evaluation.budget)
        #expect(spent == test.spent)
    }
}

extension WorstCase: CustomTestStringConvertible {
    /// The phrase that describes the chain.
    public var testDescription: String { name }
}
