import Basics
import ScenarioFormat
import Testing
import X509

@testable import Lint

/// Reviews of Swift and Objective-C: the circumstances that make a finding a note, the fixes, and
/// what a review says without ast-grep.
@Suite struct AppleSourceTests {
    private static let context = {
        var context = ReviewContext(now: ReviewTests.now)
        context.search = SourceSearch(.builtIn)
        return context
    }()

    private func review(_ text: String, named name: String) -> Review {
        Review.file(Array(text.utf8), named: name, context: Self.context)
    }

    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let file: String
        let text: String
        let severity: Severity
        var hasEdits = false

        init(
            _ description: String,
            _ file: String,
            _ severity: Severity,
            hasEdits: Bool = false,
            _ text: String
        ) {
            (testDescription, self.file, self.text) = (description, file, text)
            (self.severity, self.hasEdits) = (severity, hasEdits)
        }
    }

    private static func swift(_ condition: String) -> String {
        """
        import Alamofire
        \(condition)
        let evaluator = DisabledTrustEvaluator()
        #else
        let evaluator = PublicKeysTrustEvaluator()
        #endif
        """
    }

    private static func objectiveC(_ body: String) -> String {
        "void f(AFSecurityPolicy *policy) {\n\(body)\n}\n"
    }

    private static let setting = "policy.validatesDomainName = NO;"

    @Test(arguments: [
        Example("debug builds of Swift", "a.swift", .note, hasEdits: true, swift("#if DEBUG")),
        Example(
            "release builds of Swift",
            "a.swift",
            .critical,
            hasEdits: true,
            swift("#if !DEBUG")
        ),
        Example("a platform of Swift", "a.swift", .critical, hasEdits: true, swift("#if os(iOS)")),
        Example(
            "after the debug builds of Swift",
            "a.swift",
            .critical,
            hasEdits: true,
            "#if DEBUG\nlet a = 1\n#endif\nlet e = DisabledTrustEvaluator()\n"
        ),
        Example(
            "debug builds of Objective-C",
            "a.m",
            .note,
            hasEdits: true,
            objectiveC("#ifdef DEBUG\n\(setting)\n#endif")
        ),
        Example(
            "release builds of Objective-C",
            "a.m",
            .critical,
            hasEdits: true,
            objectiveC("#ifndef DEBUG\n\(setting)\n#endif")
        ),
        Example(
            "the other branch of debug builds",
            "a.m",
            .critical,
            hasEdits: true,
            objectiveC("#if DEBUG\n[self log];\n#else\n\(setting)\n#endif")
        ),
        Example(
            "an option",
            "a.m",
            .note,
            objectiveC("if (options.skipVerification)\n\(setting)")
        ),
        Example(
            "a condition about the peer",
            "a.m",
            .critical,
            hasEdits: true,
            objectiveC("if (hasOwnCertificate) {\n\(setting)\n}")
        ),
        Example(
            "a condition on whether a value exists",
            "a.m",
            .critical,
            hasEdits: true,
            objectiveC("if (policy == nil) {\n\(setting)\n}")
        ),
    ])
    func `code that runs only in debug builds or with an option is a note`(example: Example) {
        let findings = review(example.text, named: example.file).findings
        #expect(!findings.isEmpty)
        #expect(findings.allSatisfy { $0.severity == example.severity }, "\(findings)")
        #expect(findings.allSatisfy { $0.fix?.edits.isEmpty != example.hasEdits }, "\(findings)")
    }

    @Test(arguments: [
        (
            "let e = SecTrustCopyExceptions(trust)\n    SecTrustSetExceptions(trust, e)",
            Severity.critical
        ),
        ("SecTrustSetExceptions(trust, SecTrustCopyExceptions(trust))", .critical),
        (
            "if let e = SecTrustCopyExceptions(trust) {\n    SecTrustSetExceptions(trust, e)\n}",
            .critical
        ),
        (
            "if accepted { store.save(SecTrustCopyExceptions(trust)) }\n"
                + "    let e = store.load()\n    SecTrustSetExceptions(trust, e)",
            .note
        ),
        (
            "SecTrustSetExceptions(trust, stored)\n}\nfunc save() {\n"
                + "    stored = SecTrustCopyExceptions(trust)",
            .note
        ),
    ])
    func `stored exceptions apply to one certificate`(body: String, severity: Severity) {
        let findings = review("func open() {\n    \(body)\n}\n", named: "a.swift").findings
        #expect(findings.filter { $0.rule == "URL-007" }.map(\.severity) == [severity])
    }

    @Test(arguments: [
        (
            "nio.swift",
            "import NIOSSL\nvar tls = TLSConfiguration.makeClientConfiguration()\n"
                + "tls.certificateVerification = .none\n",
            "import NIOSSL\nvar tls = TLSConfiguration.makeClientConfiguration()\n"
                + "tls.certificateVerification = .fullVerification\n"
        ),
        (
            "host.swift",
            "import Alamofire\nlet m = ServerTrustManager(evaluators: "
                + "[\"https://a.example/v1\": PublicKeysTrustEvaluator()])\n",
            "import Alamofire\nlet m = ServerTrustManager(evaluators: "
                + "[\"a.example\": PublicKeysTrustEvaluator()])\n"
        ),
        (
            "session.swift",
            """
            import Alamofire
            enum API {
                static let pinned = Session(serverTrustManager: ServerTrustManager(evaluators: [:]))
                static func load() { AF.request("https://a.example").resume() }
            }
            """,
            """
            import Alamofire
            enum API {
                static let pinned = Session(serverTrustManager: ServerTrustManager(evaluators: [:]))
                static func load() { pinned.request("https://a.example").resume() }
            }
            """
        ),
        // Only one of two sessions has the pins of this host, and Hatpin does not know which.
        (
            "sessions.swift",
            """
            import Alamofire
            enum API {
                static let a = Session(serverTrustManager: ServerTrustManager(evaluators: [:]))
                static let b = Session(serverTrustManager: ServerTrustManager(evaluators: [:]))
                static func load() { AF.request("https://a.example").resume() }
            }
            """,
            nil
        ),
        // A static function does not see an instance's session.
        (
            "instance.swift",
            """
            import Alamofire
            class API {
                let pinned = Session(serverTrustManager: ServerTrustManager(evaluators: [:]))
                static func load() { AF.request("https://a.example").resume() }
            }
            """,
            nil
        ),
        (
            "base.m",
            "void f(void) {\n    AFHTTPSessionManager *m = [[AFHTTPSessionManager alloc]\n"
                + "        initWithBaseURL:[NSURL URLWithString:@\"http://api.example.com\"]];\n"
                + "    m.securityPolicy = "
                + "[AFSecurityPolicy policyWithPinningMode:AFSSLPinningModePublicKey];\n}\n",
            "void f(void) {\n    AFHTTPSessionManager *m = [[AFHTTPSessionManager alloc]\n"
                + "        initWithBaseURL:[NSURL URLWithString:@\"https://api.example.com\"]];\n"
                + "    m.securityPolicy = "
                + "[AFSecurityPolicy policyWithPinningMode:AFSSLPinningModePublicKey];\n}\n"
        ),
    ])
    func `proposes the edits of a fix`(file: String, text: String, edited: String?) {
        let review = review(text, named: file)
        let fixable = review.fixable
        #expect(!review.findings.isEmpty)
        #expect(fixable.isEmpty == (edited == nil), "\(review.findings)")
        let patch = FilePatch(fixable, of: review.bytes)
        #expect(String(decoding: patch.result, as: UTF8.self) == edited ?? text)
    }

    struct Unknown: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String
        let reasons: [String]
    }

    @Test(arguments: [
        Unknown(
            testDescription: "a host of another file",
            text: "let m = ServerTrustManager(evaluators: [Hosts.api: PublicKeysTrustEvaluator()])",
            reasons: ["Hosts.api is not a literal of this file; set it with --define"]
        ),
        Unknown(
            testDescription: "a dictionary of another file",
            text: "let m = ServerTrustManager(evaluators: Pins.load())",
            reasons: ["Pins.load() is not a literal of this file"]
        ),
        Unknown(
            testDescription: "a parameter",
            text: "func f(evaluators: [String: X]) {\n"
                + "    use(ServerTrustManager(evaluators: evaluators))\n}\n",
            reasons: ["evaluators is not a literal of this file"]
        ),
        Unknown(
            testDescription: "a host of this file",
            text: "let api = \"a.example\"\n"
                + "let m = ServerTrustManager(evaluators: [api: PublicKeysTrustEvaluator()])",
            reasons: []
        ),
    ])
    func `reports hosts that are not literals of the file`(example: Unknown) {
        let review = review(example.text, named: "a.swift")
        #expect(review.unread.map(\.why) == example.reasons)
        #expect(review.findings == [])
    }

    @Test func `uses the host that --define states`() {
        var context = Self.context
        context.defines = ["api": "https://a.example"]
        let text = "let m = ServerTrustManager(evaluators: [Hosts.api: PublicKeysTrustEvaluator()])"
        let review = Review.file(Array(text.utf8), named: "a.swift", context: context)
        #expect(review.findings.map(\.problem) == ["`https://a.example` matches no host"])
        #expect(review.unread == [])
    }

    @Test(arguments: [
        ("Podfile.lock", "PODS:\n  - AFNetworking (2.5.1):\n", ["AFN-008"]),
        ("Podfile.lock", "PODS:\n  - AFNetworking (4.0.1):\n", []),
        ("Podfile", "pod 'AFNetworking', '2.5.1'\n", ["AFN-008"]),
        ("other.lock", "PODS:\n  - AFNetworking (2.5.1):\n", []),
    ])
    func `reads the versions of CocoaPods`(file: String, text: String, rules: [String]) {
        #expect(review(text, named: file).findings.map(\.rule) == rules)
    }

    @Test func `reviews a truncated file to its end`() {
        let text = """
            import Alamofire
            enum API {
                static let hosts = ["https://a.example": PublicKeysTrustEvaluator()]
                static let pinned = Session(serverTrustManager: ServerTrustManager(evaluators: hosts))
                static func load() { AF.request("https://a.example").resume() }
            }
            """
        let cut = text.indices.filter { "{([".contains(text[$0]) }.flatMap { place in
            [String(text[place...]), String(text[...place]) + " }"]
        }
        let files = cut.enumerated().map { (path: "\($0).swift", bytes: Array($1.utf8)) }
        let reviews = Review.files(files, context: Self.context)
        #expect(reviews.count == files.count)
        #expect(reviews.allSatisfy { $0.findings.count < 100 })
    }

    @Test func `reports the files that cannot be read without ast-grep`() throws {
        let folder = try ScratchFolder()
        defer { folder.remove() }
        let files = ["a.swift": "let e = DisabledTrustEvaluator()", "b.m": "// SecTrustRef"]
        for (name, text) in files {
            try Files.write(Array(text.utf8), to: "\(folder.path)/\(name)", mode: 0o644)
        }
        var context = ReviewContext(now: ReviewTests.now)
        context.search = SourceSearch(.builtIn, in: folder.path)
        let review = try FolderReview(folder.path, context: context)
        #expect(review.files == 0)
        #expect(review.reviews.flatMap(\.findings) == [])
        let words = review.unread.words
        #expect(words.hasPrefix("1 .m, 1 .swift (ast-grep is not installed; "), "\(words)")
    }
}
