import Lint
import Testing

/// Branches that run only in debug builds.
struct DebugRegionTests {
    enum Branch: Sendable { case first, second, neither }

    @Test(arguments: [
        ("BuildConfig.DEBUG", Branch.first),
        ("BuildConfig.DEBUG && isLocal", .first),
        ("isLocal && !BuildConfig.DEBUG.not()", .first),
        ("BuildConfig.DEBUG == true", .first),
        ("false != BuildConfig.DEBUG", .neither),
        ("BuildConfig.DEBUG && !isRecorded", .first),
        ("BuildConfig.BUILD_TYPE == \"debug\"", .first),
        ("\"debug\".equals(BuildConfig.BUILD_TYPE)", .first),
        ("Builds.isDebugBuild()", .first),
        ("!BuildConfig.DEBUG", .second),
        ("BuildConfig.DEBUG == false", .second),
        ("BuildConfig.DEBUG.not()", .second),
        ("BuildConfig.BUILD_TYPE != \"debug\"", .second),
        ("!BuildConfig.DEBUG && isLocal", .neither),
        ("BuildConfig.DEBUG || isLocal", .neither),
        ("BuildConfig.BUILD_TYPE == \"release\"", .neither),
        ("BuildConfig.FLAVOR == \"prod\"", .neither),
        ("BuildConfig.ALLOW_INSECURE", .neither),
        ("level == Log.DEBUG", .neither),
    ])
    func `recognizes which branch of a condition is for debug builds`(
        condition: String,
        branch: Branch
    ) {
        let text = "if (\(condition)) { a() } else { b() }"
        let file = SourceFile(Array(text.utf8), .kotlin)
        let isDebug = ["a", "b"].map { name in
            file.occurrences(of: name).contains { file.isDebug(file.tokens[$0].range.lowerBound) }
        }
        #expect(isDebug == [branch == .first, branch == .second])
    }
}
