import Findings
import Testing

@testable import ConfigurationReview

// Verifiers and strategies that are always true, as they are written in other ways.

extension JavaTests {
    private static func okHttp(if condition: String, _ call: String) -> String {
        """
        fun build(builder: OkHttpClient.Builder) {
            if (\(condition)) {
                builder.\(call)
            }
        }
        """
    }

    static let buildTypes: [CodeCase] = [
        CodeCase(
            "OKH-001",
            "Release.kt",
            okHttp(
                if: "BuildConfig.BUILD_TYPE == \"release\"",
                "hostnameVerifier { _, _ -> true }"
            ),
            right: okHttp(
                if: "BuildConfig.BUILD_TYPE == \"debug\"",
                "hostnameVerifier { _, _ -> true }"
            ),
            okHttp(if: "BuildConfig.ENABLE_PINNING", "certificatePinner(pinner)"),
            okHttp(if: "BuildConfig.BUILD_TYPE == \"release\"", "certificatePinner(pinner)")
        )
    ]

    static let verifiers = buildTypes

    @Test func `a verifier that is set is one finding`() {
        let set = CodeCase("JVA-002", "Set.java", "connection.setHostnameVerifier((h, s) -> true);")
        #expect(set.review(set.wrong.utf8).findings.map(\.rule) == ["JVA-002"])
    }
}
