import TestSupport
import Testing

/// Alamofire, AFNetworking, URLSession.
struct AppleCodeTests {
    private static func session(_ evaluator: String, host: String = "api.example.com") -> String {
        """
        import Alamofire

        let evaluators: [String: ServerTrustEvaluating] = [
            "\(host)": \(evaluator),
        ]
        let session = Session(serverTrustManager: ServerTrustManager(evaluators: evaluators))
        """
    }

    private static let right = session("PublicKeysTrustEvaluator()")

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
            right: "let policy = ServerTrustPolicy.performDefaultEvaluation(validateHost: true)"
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
            isMended: false
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
            isMended: false
        ),
        CodeCase(
            "ALA-009",
            "Others.swift",
            """
            import Alamofire
            let manager = ServerTrustManager(allHostsMustBeEvaluated: false, evaluators: evaluators)
            """,
            right: right,
            isMended: false
        ),
        CodeCase(
            "ALA-010",
            "Sub.swift",
            session("PublicKeysTrustEvaluator()", host: "example.com"),
            right: session("PublicKeysTrustEvaluator()"),
            hosts: ["api.example.com"],
            isMended: false
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
            isMended: false
        ),
    ]

    static let afNetworking: [CodeCase] = [
        CodeCase(
            "AFN-001",
            "Client.m",
            """
            AFSecurityPolicy *policy = [AFSecurityPolicy defaultPolicy];
            policy.allowInvalidCertificates = YES;
            policy.validatesDomainName = NO;
            """,
            right: "// policy.allowInvalidCertificates = YES;\n"
                + "AFSecurityPolicy *policy = [AFSecurityPolicy defaultPolicy];"
        ),
        CodeCase(
            "AFN-002",
            "Keys.m",
            """
            AFSecurityPolicy *p = [AFSecurityPolicy policyWithPinningMode:AFSSLPinningModePublicKey];
            [p setAllowInvalidCertificates:YES];
            """,
            right: """
                AFSecurityPolicy *p = [AFSecurityPolicy policyWithPinningMode:AFSSLPinningModePublicKey];
                [p setAllowInvalidCertificates:NO];
                """
        ),
        CodeCase(
            "AFN-003",
            "Names.m",
            """
            AFSecurityPolicy *p = [AFSecurityPolicy policyWithPinningMode:AFSSLPinningModePublicKey];
            p.validatesDomainName = NO;
            """,
            right: "AFSecurityPolicy *p; p.validatesDomainName = YES;"
        ),
        CodeCase(
            "AFN-004",
            "None.m",
            """
            AFSecurityPolicy *p = [AFSecurityPolicy policyWithPinningMode:AFSSLPinningModeNone];
            p.pinnedCertificates = certificates;
            """,
            right:
                "AFSecurityPolicy *p = [AFSecurityPolicy policyWithPinningMode:AFSSLPinningModeNone];"
        ),
        CodeCase(
            "AFN-006",
            "Refuses.m",
            """
            AFSecurityPolicy *policy = [AFSecurityPolicy defaultPolicy];
            policy.allowInvalidCertificates = YES;
            """,
            right: "AFSecurityPolicy *policy = [AFSecurityPolicy defaultPolicy];"
        ),
        CodeCase(
            "AFN-008",
            "Podfile.lock",
            "PODS:\n  - AFNetworking (2.5.1):\n    - AFNetworking/Security (= 2.5.1)\n",
            right: "PODS:\n  - AFNetworking (4.0.1):\n",
            isMended: false
        ),
        CodeCase(
            "AFN-009",
            "Block.m",
            "[manager setSessionDidReceiveAuthenticationChallengeBlock:^(NSURLSession *s) { }];\n"
                + "AFURLSessionManager *m;",
            right: "AFURLSessionManager *m;",
            isMended: false
        ),
        CodeCase(
            "AFN-011",
            "Base.m",
            """
            AFHTTPSessionManager *m = [[AFHTTPSessionManager alloc]
                initWithBaseURL:[NSURL URLWithString:@"http://api.example.com"]];
            m.securityPolicy = [AFSecurityPolicy policyWithPinningMode:AFSSLPinningModePublicKey];
            """,
            right: """
                AFHTTPSessionManager *m = [[AFHTTPSessionManager alloc]
                    initWithBaseURL:[NSURL URLWithString:@"https://api.example.com"]];
                m.securityPolicy = [AFSecurityPolicy policyWithPinningMode:AFSSLPinningModePublicKey];
                """
        ),
    ]

    private static func delegate(_ body: String) -> String {
        """
        final class Pins: NSObject, URLSessionDelegate {
            func urlSession(_ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
                            completionHandler: @escaping (Disposition, URLCredential?) -> Void) {
                \(body)
            }
        }
        """
    }

    private static let checked = """
        guard let trust = challenge.protectionSpace.serverTrust,
                      SecTrustEvaluateWithError(trust, nil) else {
                    completionHandler(.cancelAuthenticationChallenge, nil)
                    return
                }
                completionHandler(.useCredential, URLCredential(trust: trust))
        """

    private static func caught(then answer: String) -> String {
        """
        let trust = challenge.protectionSpace.serverTrust!
                do {
                    let pins = try Data(contentsOf: file)
                    check(trust, pins, completionHandler)
                } catch {
                    completionHandler(\(answer))
                }
        """
    }

    /// Challenges of other kinds are left to the system first, as they should be.
    private static func pinned(orElse disposition: String) -> String {
        """
        guard let trust = challenge.protectionSpace.serverTrust else {
                    completionHandler(.performDefaultHandling, nil)
                    return
                }
                guard SecTrustEvaluateWithError(trust, nil),
                      let leaf = SecTrustGetCertificateAtIndex(trust, 0), isPinned(leaf) else {
                    completionHandler(.\(disposition), nil)
                    return
                }
                completionHandler(.useCredential, URLCredential(trust: trust))
        """
    }

    static let urlSession: [CodeCase] = [
        CodeCase(
            "URL-001",
            "Delegate.swift",
            delegate(
                "completionHandler(.useCredential, URLCredential(trust: "
                    + "challenge.protectionSpace.serverTrust!))"
            ),
            right: delegate(checked),
            "// completionHandler(.useCredential, URLCredential(trust: trust))\nlet s = URLSession.shared",
            isMended: false
        ),
        CodeCase(
            "URL-001",
            "Delegate.m",
            """
            - (void)URLSession:(NSURLSession *)session didReceiveChallenge:(NSURLAuthenticationChallenge *)challenge {
                NSURLCredential *c = [NSURLCredential credentialForTrust:challenge.protectionSpace.serverTrust];
                completionHandler(NSURLSessionAuthChallengeUseCredential, c);
            }
            """,
            right: "- (void)run:(NSURLSession *)session { }",
            isMended: false
        ),
        CodeCase(
            "URL-002",
            "Dropped.swift",
            delegate(
                "_ = SecTrustEvaluateWithError(trust, nil)\n        "
                    + "completionHandler(.useCredential, URLCredential(trust: trust))"
            ),
            right: delegate(checked),
            isMended: false
        ),
        CodeCase(
            "URL-005",
            "Policy.swift",
            "let policy = SecPolicyCreateSSL(true, nil)\nSecTrustSetPolicies(trust, policy)\n",
            right: "let policy = SecPolicyCreateSSL(true, host as CFString)\n",
            isMended: false
        ),
        CodeCase(
            "URL-007",
            "Exceptions.swift",
            "func open() {\n    let exceptions = SecTrustCopyExceptions(trust)\n"
                + "    SecTrustSetExceptions(trust, exceptions)\n}\n",
            right: "func open() {\n    SecTrustSetExceptions(trust, nil)\n}\n"
        ),
        CodeCase(
            "URL-008",
            "Suffix.swift",
            delegate(
                "guard challenge.protectionSpace.host.hasSuffix(\"example.com\") else { return }\n"
                    + "        " + checked
            ),
            right: delegate(
                "guard challenge.protectionSpace.host.hasSuffix(\".example.com\") else { return }\n"
                    + "        " + checked
            ),
            isMended: false
        ),
        CodeCase(
            "URL-009",
            "Anchors.swift",
            "SecTrustSetAnchorCertificates(trust, own)\nSecTrustSetAnchorCertificatesOnly(trust, false)\n",
            right: "SecTrustSetAnchorCertificatesOnly(trust, true)\n"
        ),
        CodeCase(
            "URL-010",
            "Hash.swift",
            "import Security // SecTrust\nlet t: SecTrust\n"
                + "let data = SecKeyCopyExternalRepresentation(key, nil)\nlet h = SHA256.hash(data: data)\n",
            right: "let t: SecTrust\nlet data = SecKeyCopyExternalRepresentation(key, nil)\n"
                + "let h = SHA256.hash(data: rsa2048Asn1Header + data)\n",
            isMended: false
        ),
        CodeCase(
            "URL-003",
            "Missing.swift",
            delegate(
                """
                let trust = challenge.protectionSpace.serverTrust!
                        guard let pins = Bundle.main.url(forResource: "pins", withExtension: "plist") else {
                            completionHandler(.useCredential, URLCredential(trust: trust))
                            return
                        }
                        check(trust, pins, completionHandler)
                """
            ),
            right: delegate(
                """
                let trust = challenge.protectionSpace.serverTrust!
                        guard let pins = Bundle.main.url(forResource: "pins", withExtension: "plist") else {
                            completionHandler(.cancelAuthenticationChallenge, nil)
                            return
                        }
                        check(trust, pins, completionHandler)
                """
            ),
            isMended: false
        ),
        CodeCase(
            "URL-003",
            "Caught.swift",
            delegate(caught(then: ".useCredential, URLCredential(trust: trust)")),
            right: delegate(caught(then: ".cancelAuthenticationChallenge, nil")),
            isMended: false
        ),
        CodeCase(
            "URL-004",
            "Default.swift",
            delegate(pinned(orElse: "performDefaultHandling")),
            right: delegate(pinned(orElse: "cancelAuthenticationChallenge"))
        ),
        CodeCase(
            "URL-012",
            "Shared.swift",
            delegate("SecTrustGetCertificateAtIndex(trust, 0)\n        " + checked)
                + "\nlet task = URLSession.shared.dataTask(with: url)\n",
            right: delegate("SecTrustGetCertificateAtIndex(trust, 0)\n        " + checked),
            isMended: false
        ),
        CodeCase(
            "URL-014",
            "Block.swift",
            """
            sec_protocol_options_set_verify_block(options, { _, _, complete in
                complete(true)
            }, .main)
            """,
            right: """
                sec_protocol_options_set_verify_block(options, { _, trust, complete in
                    complete(evaluate(trust))
                }, .main)
                """,
            isMended: false
        ),
        CodeCase(
            "URL-015",
            "Recoverable.swift",
            "let t: SecTrust\nif result == .unspecified || result == .recoverableTrustFailure { go() }\n",
            right: "let t: SecTrust\nif result == .unspecified || result == .proceed { go() }\n",
            isMended: false
        ),
        CodeCase(
            "URL-017",
            "Web.swift",
            """
            func webView(_ webView: WKWebView, didReceive challenge: URLAuthenticationChallenge) {
                completionHandler(.useCredential, URLCredential(trust: trust))
            }
            """,
            right: """
                func webView(_ webView: WKWebView, didReceive challenge: URLAuthenticationChallenge) {
                    completionHandler(.performDefaultHandling, nil)
                }
                """,
            isMended: false
        ),
    ]

    static let cases = alamofire + afNetworking + urlSession

    @Test(arguments: cases)
    func `a mistake is named, and mended`(test: CodeCase) { check(test) }

    @Test func `its words`() {
        expectSnapshot(Self.cases.map(\.outline).joined(separator: "\n"), named: "apple.txt")
    }
}
