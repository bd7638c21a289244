// Checks that belong to different answers to a challenge.

extension AppleCodeTests {
    private static let trusting =
        "completionHandler(.useCredential, URLCredential(trust: challenge.protectionSpace.serverTrust!))"

    private static func asynchronous(_ body: String) -> String {
        """
        extension Api: URLSessionDelegate {
            func urlSession(_ session: URLSession, didReceive challenge: URLAuthenticationChallenge) async
                -> (URLSession.AuthChallengeDisposition, URLCredential?) {
                \(body)
            }
        }
        """
    }

    private static func objectiveC(_ body: String) -> String {
        """
        - (void)URLSession:(NSURLSession *)session didReceiveChallenge:(NSURLAuthenticationChallenge *)challenge
         completionHandler:(void (^)(NSURLSessionAuthChallengeDisposition, NSURLCredential *))completionHandler
        {
            \(body)
        }
        """
    }

    private static func trustKit(
        _ negation: (before: String, after: String),
        _ answer: String
    )
        -> String
    {
        delegate(
            """
            let validator = TrustKit.sharedInstance().pinningValidator
                    if \(negation.before)validator.handle(challenge, completionHandler: completionHandler)\(negation.after) {
                        \(answer)
                    }
            """
        )
    }

    static let otherAnswers: [CodeCase] = [
        CodeCase(
            "URL-001",
            "Guarded.swift",
            delegate(
                """
                guard challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust,
                              let trust = challenge.protectionSpace.serverTrust else {
                            completionHandler(.performDefaultHandling, nil)
                            return
                        }
                        completionHandler(.useCredential, URLCredential(trust: trust))
                """
            ),
            right: delegate(
                """
                guard let trust = challenge.protectionSpace.serverTrust, isTrusted(trust) else {
                            completionHandler(.cancelAuthenticationChallenge, nil)
                            return
                        }
                        completionHandler(.useCredential, URLCredential(trust: trust))
                """
            ),
            isFixed: false
        ),
        CodeCase(
            "URL-001",
            "Else.swift",
            delegate(
                """
                if let trust = challenge.protectionSpace.serverTrust {
                            completionHandler(.useCredential, URLCredential(trust: trust))
                        } else {
                            completionHandler(.cancelAuthenticationChallenge, nil)
                        }
                """
            ),
            right: delegate(
                """
                if let trust = challenge.protectionSpace.serverTrust, SecTrustEvaluateWithError(trust, nil) {
                            completionHandler(.useCredential, URLCredential(trust: trust))
                        } else {
                            completionHandler(.cancelAuthenticationChallenge, nil)
                        }
                """
            ),
            isFixed: false
        ),
        CodeCase(
            "URL-001",
            "Switch.swift",
            delegate(
                """
                switch (challenge.protectionSpace.authenticationMethod) {
                        case NSURLAuthenticationMethodServerTrust:
                            \(trusting)
                        default:
                            completionHandler(.rejectProtectionSpace, nil)
                        }
                """
            ),
            right: delegate(
                """
                switch challenge.protectionSpace.authenticationMethod {
                        case NSURLAuthenticationMethodServerTrust:
                            pinner.decide(challenge) { isPinned in
                                if isPinned { \(trusting) } else { completionHandler(.rejectProtectionSpace, nil) }
                            }
                        default:
                            completionHandler(.performDefaultHandling, nil)
                        }
                """
            ),
            isFixed: false
        ),
        CodeCase(
            "URL-001",
            "Host.swift",
            delegate(
                """
                if challenge.protectionSpace.host == "api.example.com" {
                            let credential = URLCredential(trust: challenge.protectionSpace.serverTrust!)
                            challenge.sender?.use(credential, for: challenge)
                            completionHandler(.useCredential, credential)
                            return
                        }
                        completionHandler(.performDefaultHandling, nil)
                """
            ),
            right: delegate(
                """
                if challenge.protectionSpace.host == "api.example.com" {
                            completionHandler(.cancelAuthenticationChallenge, nil)
                            return
                        }
                        completionHandler(.performDefaultHandling, nil)
                """
            ),
            isFixed: false
        ),
        CodeCase(
            "URL-001",
            "Async.swift",
            asynchronous(
                """
                guard let trust = challenge.protectionSpace.serverTrust else { return (.performDefaultHandling, nil) }
                        return (.useCredential, URLCredential(trust: trust))
                """
            ),
            right: asynchronous(
                """
                guard let trust = challenge.protectionSpace.serverTrust, await pins.match(trust) else {
                            return (.cancelAuthenticationChallenge, nil)
                        }
                        return (.useCredential, URLCredential(trust: trust))
                """
            ),
            isFixed: false
        ),
        CodeCase(
            "URL-001",
            "Init.swift",
            delegate(
                "completionHandler(.useCredential, .init(trust: challenge.protectionSpace.serverTrust!))"
            ),
            right: delegate(
                "let checked = super.init(trust: trust)\n        evaluator.begin(checked)"
            ),
            isFixed: false
        ),
        CodeCase(
            "URL-001",
            "Guarded.m",
            objectiveC(
                """
                if ([challenge.protectionSpace.authenticationMethod isEqualToString:NSURLAuthenticationMethodServerTrust]) {
                        completionHandler(NSURLSessionAuthChallengeUseCredential,
                            [NSURLCredential credentialForTrust:challenge.protectionSpace.serverTrust]);
                    } else {
                        completionHandler(NSURLSessionAuthChallengeCancelAuthenticationChallenge, nil);
                    }
                """
            ),
            right: objectiveC(
                """
                if ([self.pinner accepts:challenge.protectionSpace.serverTrust]) {
                        completionHandler(NSURLSessionAuthChallengeUseCredential,
                            [NSURLCredential credentialForTrust:challenge.protectionSpace.serverTrust]);
                    } else {
                        completionHandler(NSURLSessionAuthChallengeCancelAuthenticationChallenge, nil);
                    }
                """
            ),
            isFixed: false
        ),
    ]

    static let handedOn: [CodeCase] = [
        CodeCase(
            "URL-001",
            "TrustKit.swift",
            trustKit(("!", ""), trusting),
            right: trustKit(("!", ""), "completionHandler(.performDefaultHandling, nil)"),
            trustKit(("", " == false"), "completionHandler(.performDefaultHandling, nil)"),
            isFixed: false
        ),
        CodeCase(
            "URL-001",
            "TrustKit.m",
            objectiveC(
                """
                if (![[[TrustKit sharedInstance] pinningValidator] handleChallenge:challenge completionHandler:completionHandler]) {
                        completionHandler(NSURLSessionAuthChallengeUseCredential,
                            [NSURLCredential credentialForTrust:challenge.protectionSpace.serverTrust]);
                    }
                """
            ),
            right: objectiveC(
                """
                if (![[[TrustKit sharedInstance] pinningValidator] handleChallenge:challenge completionHandler:completionHandler]) {
                        completionHandler(NSURLSessionAuthChallengePerformDefaultHandling, nil);
                    }
                """
            ),
            isFixed: false
        ),
    ]

    private static func byKind(_ match: String, then rest: String) -> String {
        delegate(
            """
            let method = challenge.protectionSpace.authenticationMethod
                    if method == NSURLAuthenticationMethodServerTrust, let trust = challenge.protectionSpace.serverTrust {
                        let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate] ?? []
                        if SecTrustEvaluateWithError(trust, nil), Pins.match(chain) {
                            completionHandler(.useCredential, URLCredential(trust: trust))
                            return
                        }
                        \(match)
                    }\(rest)
            """
        )
    }

    static let otherPaths: [CodeCase] = [
        CodeCase(
            "URL-004",
            "Falls.swift",
            byKind("log(chain)", then: "\n        completionHandler(.performDefaultHandling, nil)"),
            right: byKind(
                "completionHandler(.cancelAuthenticationChallenge, nil); return",
                then: "\n        completionHandler(.performDefaultHandling, nil)"
            ),
            byKind(
                "completionHandler(.cancelAuthenticationChallenge, nil)",
                then: """
                     else if method == NSURLAuthenticationMethodClientCertificate {
                                completionHandler(.useCredential, identity)
                            } else {
                                completionHandler(.performDefaultHandling, nil)
                            }
                    """
            ),
            delegate(
                """
                switch challenge.protectionSpace.authenticationMethod {
                        case NSURLAuthenticationMethodServerTrust:
                            let chain = SecTrustCopyCertificateChain(challenge.protectionSpace.serverTrust!)
                            pins.decide(chain, completionHandler)
                        default:
                            completionHandler(.performDefaultHandling, nil)
                        }
                """
            ),
            asynchronous(
                """
                if let trust = challenge.protectionSpace.serverTrust {
                            let chain = SecTrustCopyCertificateChain(trust)
                            return (pins.decide(chain), nil)
                        }
                        return (.performDefaultHandling, nil)
                """
            )
        )
    ]

    static let policies: [CodeCase] = [
        CodeCase(
            "URL-005",
            "Basic.swift",
            """
            func check(_ trust: SecTrust) {
                SecTrustSetPolicies(trust, SecPolicyCreateBasicX509())
            }

            func check(_ trust: SecTrust, host: String) {
                SecTrustSetPolicies(trust, SecPolicyCreateSSL(true, host as CFString))
            }
            """,
            right: """
                func policy(for host: String?) -> SecPolicy {
                    guard let host else { return SecPolicyCreateBasicX509() }
                    return SecPolicyCreateSSL(true, host as CFString)
                }
                """,
            isFixed: false
        )
    ]

    static let forgotten: [CodeCase] = [
        CodeCase(
            "URL-002",
            "Forgotten.swift",
            delegate(
                """
                let trust = challenge.protectionSpace.serverTrust!
                        let isValid = SecTrustEvaluateWithError(trust, nil)
                        completionHandler(.useCredential, URLCredential(trust: trust))
                """
            ),
            right: delegate(
                """
                let trust = challenge.protectionSpace.serverTrust!
                        let isValid = SecTrustEvaluateWithError(trust, nil)
                        completionHandler(isValid ? .useCredential : .cancelAuthenticationChallenge,
                                          URLCredential(trust: trust))
                """
            ),
            isFixed: false
        )
    ]
}
