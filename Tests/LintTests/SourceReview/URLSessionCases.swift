// URLSession, Network.framework, WKWebView.

extension AppleCodeTests {
    static func delegate(_ body: String) -> String {
        """
        final class Pins: NSObject, URLSessionDelegate {
            func urlSession(_ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
                            completionHandler: @escaping (Disposition, URLCredential?) -> Void) {
                \(body)
            }
        }
        """
    }

    static let checked = """
        guard let trust = challenge.protectionSpace.serverTrust,
                      SecTrustEvaluateWithError(trust, nil) else {
                    completionHandler(.cancelAuthenticationChallenge, nil)
                    return
                }
                completionHandler(.useCredential, URLCredential(trust: trust))
        """

    private static let refusal = """
                    completionHandler(.cancelAuthenticationChallenge, nil)
                    return
                }

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

    /// Returns a delegate that correctly leaves other kinds of challenges to the system first.
    static func pinned(orElse disposition: String) -> String {
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
            isFixed: false
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
            isFixed: false
        ),
        CodeCase(
            "URL-002",
            "Dropped.swift",
            delegate(
                "_ = SecTrustEvaluateWithError(trust, nil)\n        "
                    + "completionHandler(.useCredential, URLCredential(trust: trust))"
            ),
            right: delegate(checked),
            isFixed: false
        ),
        CodeCase(
            "URL-005",
            "Policy.swift",
            "let policy = SecPolicyCreateSSL(true, nil)\nSecTrustSetPolicies(trust, policy)\n",
            right: "let policy = SecPolicyCreateSSL(true, host as CFString)\n",
            isFixed: false
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
                "guard challenge.protectionSpace.host.hasSuffix(\"example.com\") else {\n"
                    + refusal + checked
            ),
            right: delegate(
                "guard challenge.protectionSpace.host.hasSuffix(\".example.com\") else {\n"
                    + refusal + checked
            ),
            isFixed: false
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
            isFixed: false
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
            isFixed: false
        ),
        CodeCase(
            "URL-003",
            "Caught.swift",
            delegate(caught(then: ".useCredential, URLCredential(trust: trust)")),
            right: delegate(caught(then: ".cancelAuthenticationChallenge, nil")),
            isFixed: false
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
            isFixed: false
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
            isFixed: false
        ),
        CodeCase(
            "URL-015",
            "Recoverable.swift",
            "let t: SecTrust\nif result == .unspecified || result == .recoverableTrustFailure { go() }\n",
            right: "let t: SecTrust\nif result == .unspecified || result == .proceed { go() }\n",
            isFixed: false
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
            isFixed: false
        ),
        CodeCase(
            "URL-002",
            "DroppedLeaf.swift",
            delegate(
                """
                guard let trust = challenge.protectionSpace.serverTrust else {
                            completionHandler(.performDefaultHandling, nil)
                            return
                        }
                        SecTrustEvaluateWithError(trust, nil)
                        let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate]
                        if let leaf = chain?.first, SecCertificateCopyData(leaf) as Data == bundled {
                            completionHandler(.useCredential, URLCredential(trust: trust))
                        } else {
                            completionHandler(.cancelAuthenticationChallenge, nil)
                        }
                """
            ),
            right: delegate(checked),
            isFixed: false
        ),
    ]
}
