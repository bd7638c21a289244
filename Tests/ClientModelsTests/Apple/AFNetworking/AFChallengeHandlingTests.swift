import Testing

@testable import ClientModels
@testable import PathValidation

/// The answers of the managers to challenges, by release and class.
struct AFChallengeHandlingTests {
    typealias Handling = AFChallengeHandling

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let version: AFNetworkingVersion
        var api = Handling.API.urlSession
        var handlerResult: Handling.HandlerResult?
        var method = Handling.Challenge.Method.serverTrust
        var previousFailureCount = 0
        var hasCredential = false
        let answer: Handling.Answer
    }

    static let defaults: [Case] = [
        Case(
            testDescription: "the policy decides on a server trust",
            version: .v4_0_1,
            answer: .evaluateServerTrust
        ),
        Case(
            testDescription: "a session leaves other methods to the platform",
            version: .v2_4_1,
            method: .httpBasic,
            hasCredential: true,
            answer: .performDefaultHandling
        ),
        Case(
            testDescription: "the newest session leaves other methods to the platform",
            version: .v4_0_1,
            method: .clientCertificate,
            answer: .performDefaultHandling
        ),
        Case(
            testDescription: "a connection uses its credential",
            version: .v2_7_0,
            api: .urlConnection,
            method: .httpDigest,
            hasCredential: true,
            answer: .useCredential
        ),
        Case(
            testDescription: "a connection uses its credential only once",
            version: .v2_7_0,
            api: .urlConnection,
            method: .httpDigest,
            previousFailureCount: 1,
            hasCredential: true,
            answer: .continueWithoutCredential
        ),
        Case(
            testDescription: "a connection without a credential continues without one",
            version: .v1_3_4,
            method: .ntlm,
            answer: .continueWithoutCredential
        ),
        Case(
            testDescription: "3.0 has no connections",
            version: .v3_0_4,
            api: .urlConnection,
            method: .httpBasic,
            hasCredential: true,
            answer: .performDefaultHandling
        ),
    ]

    static let handlers: [Case] = [
        Case(
            testDescription: "a credential is used",
            version: .v4_0_1,
            handlerResult: .credential,
            answer: .useCredential
        ),
        Case(
            testDescription: "an NSError cancels, and the application gets it",
            version: .v4_0_1,
            handlerResult: .error("ExampleErrorDomain 7"),
            answer: .cancel(error: "ExampleErrorDomain 7")
        ),
        Case(
            testDescription: "nil: the handler answers itself",
            version: .v4_0_1,
            handlerResult: .nothing,
            answer: .leftToHandler
        ),
        Case(
            testDescription: "an NSNumber is a disposition",
            version: .v4_0_1,
            handlerResult: .disposition(.cancel),
            answer: .cancel(error: "NSURLErrorDomain -999")
        ),
        Case(
            testDescription: "the default disposition leaves a server trust to the policy",
            version: .v4_0_1,
            handlerResult: .disposition(.performDefaultHandling),
            answer: .evaluateServerTrust
        ),
        Case(
            testDescription: "the default disposition decides on other methods",
            version: .v4_0_1,
            handlerResult: .disposition(.performDefaultHandling),
            method: .httpBasic,
            answer: .performDefaultHandling
        ),
        Case(
            testDescription: "a block of older releases replaces the policy",
            version: .v3_2_1,
            handlerResult: .disposition(.performDefaultHandling),
            answer: .performDefaultHandling
        ),
        Case(
            testDescription: "a rejected protection space",
            version: .v4_0_1,
            handlerResult: .disposition(.rejectProtectionSpace),
            answer: .rejectProtectionSpace
        ),
        Case(
            testDescription: "any other object",
            version: .v4_0_1,
            handlerResult: .other,
            answer: .exception("NSInternalInconsistencyException")
        ),
        Case(
            testDescription: "a connection that the block cancels",
            version: .v2_5_0,
            api: .urlConnection,
            handlerResult: .disposition(.cancel),
            answer: .cancel(error: "NSURLErrorDomain -1012")
        ),
    ]

    @Test(arguments: defaults + handlers)
    func `answers each challenge as AFNetworking does`(_ test: Case) {
        let handling = Handling(
            version: test.version,
            api: test.api,
            handlerResult: test.handlerResult
        )
        let challenge = Handling.Challenge(
            method: test.method,
            previousFailureCount: test.previousFailureCount,
            hasCredential: test.hasCredential
        )
        #expect(handling.answer(to: challenge) == test.answer)
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let version: AFNetworkingVersion
        var api = Handling.API.urlSession
        var disposition = Disposition.cancel
        let code: Int

        var testDescription: String { "\(version.name) \(api.rawValue)" }
    }

    @Test(
        arguments: [
            Refusal(version: .v1_2_0, code: -1012),
            Refusal(version: .v1_3_4, code: -1012),
            Refusal(version: .v2_0_3, code: -999),
            Refusal(version: .v2_0_3, api: .urlConnection, code: -1012),
            Refusal(version: .v2_7_0, code: -999),
            Refusal(version: .v2_7_0, api: .urlConnection, code: -1012),
            Refusal(version: .v3_0_4, disposition: .rejectProtectionSpace, code: -1202),
            Refusal(version: .v3_1_0, code: -999),
            Refusal(version: .v3_1_0, api: .urlConnection, code: -999),
            Refusal(version: .v3_2_1, code: -999),
            Refusal(version: .v4_0_1, code: -1202),
        ]
    )
    func `fails with AFNetworking's error if the policy returns NO`(_ test: Refusal) {
        let handling = Handling(version: test.version, api: test.api)
        #expect(handling.refusal.disposition == test.disposition)
        #expect(handling.refusal.error == "NSURLErrorDomain \(test.code)")
    }
}
