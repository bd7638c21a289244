// Alamofire 4 and 5.

extension AppleCodeTests {
    static func session(_ evaluator: String, host: String = "api.example.com") -> String {
        """
        import Alamofire

        let evaluators: [String: ServerTrustEvaluating] = [
            "\(host)": \(evaluator),
        ]
        let session = Session(serverTrustManager: ServerTrustManager(evaluators: evaluators))
        """
    }

    static let right = session("PublicKeysTrustEvaluator()")

    static let alamofire: [CodeCase] = [
        CodeCase(
            "ALA-001",
            "Network.swift",
            session("DisabledTrustEvaluator()"),
            right: right,
            """
            import Alamofire
            #if DEBUG
            let evaluator = DisabledTrustEvaluator()
            #else
            let evaluator = PublicKeysTrustEvaluator()
            #endif
            """,
            "import Alamofire // DisabledTrustEvaluator()"
        ),
        CodeCase(
            "ALA-001",
            "Old.swift",
            """
            let policies: [String: ServerTrustPolicy] = ["api.example.com": .disableEvaluation]
            let manager = ServerTrustPolicyManager(policies: policies)
            """,
            right: "let policy = ServerTrustPolicy.performDefaultEvaluation(validateHost: true)",
            "import Alamofire\nswitch policy {\ncase .disableEvaluation: warn()\ndefault: break\n}\n"
        ),
        CodeCase(
            "ALA-002",
            "Keys.swift",
            session("PublicKeysTrustEvaluator()", host: "https://api.example.com/v1"),
            right: right
        ),
        CodeCase(
            "ALA-003",
            "Other.swift",
            right + "\nAF.request(url).response { _ in }\n",
            right: right + "\nsession.request(url).response { _ in }\n",
            "import Alamofire\nAF.request(url)\n",
            isFixed: false
        ),
        CodeCase(
            "ALA-004",
            "Membership.swift",
            session(
                "PublicKeysTrustEvaluator(performDefaultValidation: false, validateHost: false)"
            ),
            right: session(
                "PublicKeysTrustEvaluator(performDefaultValidation: true, validateHost: true)"
            )
        ),
        CodeCase(
            "ALA-005",
            "Four.swift",
            """
            import Alamofire
            let policy = ServerTrustPolicy.pinPublicKeys(
                publicKeys: ServerTrustPolicy.publicKeys(),
                validateCertificateChain: false,
                validateHost: true
            )
            """,
            right: """
                import Alamofire
                let policy = ServerTrustPolicy.pinPublicKeys(
                    publicKeys: ServerTrustPolicy.publicKeys(),
                    validateCertificateChain: true,
                    validateHost: true
                )
                """
        ),
        CodeCase(
            "ALA-006",
            "Host.swift",
            session("PublicKeysTrustEvaluator(validateHost: false)"),
            right: right
        ),
        CodeCase(
            "ALA-007",
            "Composite.swift",
            session("CompositeTrustEvaluator(evaluators: [])"),
            right: session("CompositeTrustEvaluator(evaluators: [DefaultTrustEvaluator()])")
        ),
        CodeCase(
            "ALA-008",
            "Own.swift",
            """
            import Alamofire
            struct Lenient: ServerTrustEvaluating {
                func evaluate(_ trust: SecTrust, forHost host: String) throws {
                    // TODO
                }
            }
            """,
            right: """
                import Alamofire
                struct Strict: ServerTrustEvaluating {
                    func evaluate(_ trust: SecTrust, forHost host: String) throws {
                        try trust.af.evaluate(afterApplying: .default)
                    }
                }
                """,
            isFixed: false
        ),
        CodeCase(
            "ALA-009",
            "Others.swift",
            """
            import Alamofire
            let manager = ServerTrustManager(allHostsMustBeEvaluated: false, evaluators: evaluators)
            """,
            right: right,
            isFixed: false
        ),
        CodeCase(
            "ALA-010",
            "Sub.swift",
            session("PublicKeysTrustEvaluator()", host: "example.com"),
            right: session("PublicKeysTrustEvaluator()"),
            hosts: ["api.example.com"],
            isFixed: false
        ),
        CodeCase(
            "ALA-013",
            "Monitor.swift",
            """
            import Alamofire
            final class Pins: EventMonitor {
                func urlSession(_ s: URLSession, task: URLSessionTask,
                                didReceive challenge: URLAuthenticationChallenge) {
                    check(challenge)
                }
            }
            """,
            right: "import Alamofire\nfinal class Log: EventMonitor { func requestDidResume() {} }",
            isFixed: false
        ),
        CodeCase(
            "ALA-011",
            "Pem.swift",
            """
            import Alamofire

            let path = Bundle.main.path(forResource: "api", ofType: "pem")!
            let data = try Data(contentsOf: URL(fileURLWithPath: path))
            let certificates = [SecCertificateCreateWithData(nil, data as CFData)].compactMap { $0 }
            let evaluator = PinnedCertificatesTrustEvaluator(certificates: certificates)
            """,
            right: """
                import Alamofire

                let path = Bundle.main.path(forResource: "api", ofType: "cer")!
                let data = try Data(contentsOf: URL(fileURLWithPath: path))
                let certificate = SecCertificateCreateWithData(nil, data as CFData)
                """,
            """
            import Alamofire

            let url = Bundle.main.url(forResource: "api", withExtension: "pem")!
            let body = try String(contentsOf: url).split(separator: "\n").dropFirst().dropLast()
            let data = Data(base64Encoded: body.joined())!
            let certificate = SecCertificateCreateWithData(nil, data as CFData)
            """,
            isFixed: false
        ),
        CodeCase(
            "ALA-003",
            "Closure.swift",
            """
            import Alamofire

            enum API {
                static let session: Session = {
                    let evaluators = ["api.example.com": PublicKeysTrustEvaluator()]
                    return Session(serverTrustManager: ServerTrustManager(evaluators: evaluators))
                }()

                static func load() { AF.request("https://api.example.com/v1").resume() }
            }
            """,
            right: right
        ),
    ]
}
