import ScenarioFormat
import Testing

@testable import Lint

/// Branches that run only in debug builds.
struct DebugConditionTests {
    typealias Branch = SourceCondition.Branch

    @Test(arguments: [
        ("BuildConfig.DEBUG", Branch.first),
        ("(BuildConfig.DEBUG)", .first),
        ("DEBUG", .first),
        ("__DEV__ && isLocal", .first),
        ("BuildConfig.DEBUG && isLocal", .first),
        ("isLocal && !BuildConfig.DEBUG.not()", .first),
        ("BuildConfig.DEBUG == true", .first),
        ("BuildConfig.DEBUG && !isRecorded", .first),
        ("BuildConfig.BUILD_TYPE == \"debug\"", .first),
        ("\"debug\".equals(BuildConfig.BUILD_TYPE)", .first),
        ("Builds.isDebugBuild()", .first),
        ("!BuildConfig.DEBUG", .second),
        ("BuildConfig.DEBUG == false", .second),
        ("BuildConfig.DEBUG.not()", .second),
        ("BuildConfig.BUILD_TYPE != \"debug\"", .second),
        ("false != BuildConfig.DEBUG", .first),
        ("!BuildConfig.DEBUG && isLocal", nil),
        ("BuildConfig.DEBUG || isLocal", nil),
        ("BuildConfig.BUILD_TYPE == \"release\"", nil),
        ("BuildConfig.FLAVOR == \"prod\"", nil),
        ("BuildConfig.ALLOW_INSECURE", nil),
        ("level == Log.DEBUG", nil),
    ])
    func `recognizes which branch of a condition is for debug builds`(
        condition: String,
        branch: Branch?
    ) {
        #expect(SourceCondition.debugBranch(condition) == branch)
    }

    @Test(arguments: [
        ("if (BuildConfig.DEBUG) {\n  CALL\n}", true),
        ("if (!BuildConfig.DEBUG) {\n  CALL\n}", false),
        ("if (BuildConfig.DEBUG) {\n  f()\n} else {\n  CALL\n}", false),
        ("if (!BuildConfig.DEBUG) {\n  f()\n} else {\n  CALL\n}", true),
    ])
    func `lowers a finding in debug builds to a note`(body: String, isNote: Bool) {
        let call = "builder.hostnameVerifier { _, _ -> true }"
        let text =
            "fun build(builder: OkHttpClient.Builder) {\n"
            + body.replacing("CALL", with: call) + "\n}\n"
        let findings = SourceReviews.review(text, named: "a.kt").findings
        #expect(findings.map { $0.severity == .note } == [isNote])
    }
}
