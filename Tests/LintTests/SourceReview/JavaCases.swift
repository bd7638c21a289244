import TestSupport
import Testing

/// Java and Kotlin, with and without OkHttp.
struct JavaTests {
    private static let pinA = "r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E="
    private static let pinB = "YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg="

    private static func pinned(_ adds: String, _ client: String = "") -> String {
        """
        import okhttp3.CertificatePinner
        import okhttp3.OkHttpClient

        private const val PIN = "sha256/\(pinA)"
        private const val SPARE = "sha256/\(pinB)"

        val pinner = CertificatePinner.Builder()
            \(adds)
            .build()

        val client = OkHttpClient.Builder()
            .certificatePinner(pinner)\(client)
            .build()
        """
    }

    private static let right = pinned(#".add("api.example.com", PIN, SPARE)"#)

    static let okHttp: [CodeCase] = [
        CodeCase(
            "OKH-003",
            "Forgotten.kt",
            """
            val pinner = CertificatePinner.Builder()
                .add("api.example.com", "sha256/\(pinA)", "sha256/\(pinB)")
                .build()
            val client = OkHttpClient.Builder().connectTimeout(5, SECONDS).build()
            """,
            right: right,
            isFixed: false
        ),
        CodeCase(
            "OKH-004",
            "Url.kt",
            pinned(#".add("https://api.example.com/", PIN, SPARE)"#),
            right: right
        ),
        CodeCase(
            "OKH-005",
            "Star.kt",
            pinned(#".add("*.example.com", PIN, SPARE)"#),
            right: pinned(#".add("**.example.com", PIN, SPARE)"#),
            hosts: ["a.api.example.com"]
        ),
        CodeCase(
            "OKH-006",
            "Parent.kt",
            pinned(#".add("example.com", PIN, SPARE)"#),
            right: pinned(#".add("*.example.com", PIN, SPARE)"#),
            hosts: ["api.example.com"]
        ),
        CodeCase(
            "OKH-009",
            "Hex.kt",
            pinned(
                ".add(\"api.example.com\", PIN, "
                    + "\"sha256/60b87575447dcba2a36b7d11ac09fb24a9db406fee12d2cc90180517616e8a18\")"
            ),
            right: right
        ),
        CodeCase(
            "OKH-010",
            "Bare.kt",
            pinned(".add(\"api.example.com\", PIN, \"\(pinB)\")"),
            right: right
        ),
        CodeCase(
            "OKH-011",
            "Sample.kt",
            pinned(
                ".add(\"api.example.com\", PIN, \"sha256/\(String(repeating: "A", count: 43))=\")"
            ),
            right: right,
            isFixed: false
        ),
        CodeCase(
            "OKH-012",
            "One.kt",
            pinned(#".add("api.example.com", PIN)"#),
            right: pinned(
                #".add("api.example.com", PIN)"# + "\n    " + #".add("api.example.com", SPARE)"#
            ),
            pinned(#".add("api.example.com", PIN, REMOTE)"#),
            isFixed: false
        ),
        CodeCase(
            "OKH-016",
            "Dot.kt",
            pinned(#".add("api.example.com", PIN, SPARE)"#)
                + "\nval url = \"https://api.example.com./v1\"\n",
            right: right + "\nval url = \"https://api.example.com/v1.\"\n"
        ),
        CodeCase(
            "OKH-018",
            "Second.kt",
            right + "\nval images = OkHttpClient()\n",
            right: right + "\nval images = client.newBuilder().build()\n",
            isFixed: false
        ),
    ]

    static let cases = okHttp + ownManagers

    @Test(arguments: cases)
    func `reports and fixes each mistake`(test: CodeCase) { check(test) }

    @Test func `matches the recorded findings`() {
        expectSnapshot(Self.cases.map(\.outline).joined(separator: "\n"), named: "java.txt")
    }
}
