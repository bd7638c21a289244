import Lint

// Challenges without an answer or evaluation, and connections without a delegate.

extension AppleCodeTests {
    static let connections: [CodeCase] = [
        CodeCase(
            "URL-006",
            "Searched.swift",
            delegate(
                """
                guard let trust = challenge.protectionSpace.serverTrust else {
                            completionHandler(.performDefaultHandling, nil)
                            return
                        }
                        for index in 0..<SecTrustGetCertificateCount(trust) {
                            if let certificate = SecTrustGetCertificateAtIndex(trust, index),
                               pins.contains(SecCertificateCopyData(certificate) as Data) {
                                completionHandler(.useCredential, URLCredential(trust: trust))
                                return
                            }
                        }
                        completionHandler(.cancelAuthenticationChallenge, nil)
                """
            ),
            right: delegate(
                """
                guard let trust = challenge.protectionSpace.serverTrust,
                              SecTrustEvaluateWithError(trust, nil) else {
                            completionHandler(.cancelAuthenticationChallenge, nil)
                            return
                        }
                        let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate] ?? []
                        if chain.contains(where: { pins.contains(SecCertificateCopyData($0) as Data) }) {
                            completionHandler(.useCredential, URLCredential(trust: trust))
                        } else {
                            completionHandler(.cancelAuthenticationChallenge, nil)
                        }
                """
            ),
            isFixed: false
        ),
        CodeCase(
            "URL-016",
            "Copied.swift",
            delegate(
                """
                guard let trust = challenge.protectionSpace.serverTrust,
                              let leaf = SecTrustGetCertificateAtIndex(trust, 0),
                              SecCertificateCopyData(leaf) as Data == bundled else {
                            completionHandler(.cancelAuthenticationChallenge, nil)
                            return
                        }
                        completionHandler(.useCredential, URLCredential(trust: trust))
                """
            ),
            right: delegate(pinned(orElse: "cancelAuthenticationChallenge")),
            isFixed: false
        ),
        CodeCase(
            "URL-016",
            "CopiedKey.swift",
            delegate(
                """
                guard let trust = challenge.protectionSpace.serverTrust,
                              let leaf = SecTrustGetCertificateAtIndex(trust, 0),
                              let key = SecCertificateCopyKey(leaf),
                              SecKeyCopyExternalRepresentation(key, nil) as Data? == pinned else {
                            completionHandler(.cancelAuthenticationChallenge, nil)
                            return
                        }
                        completionHandler(.useCredential, URLCredential(trust: trust))
                """
            ),
            right: delegate(pinned(orElse: "cancelAuthenticationChallenge")),
            isFixed: false
        ),
        CodeCase(
            "URL-016",
            "Copied.m",
            """
            - (void)URLSession:(NSURLSession *)session didReceiveChallenge:(NSURLAuthenticationChallenge *)challenge
             completionHandler:(void (^)(NSURLSessionAuthChallengeDisposition, NSURLCredential *))completionHandler {
                SecTrustRef trust = challenge.protectionSpace.serverTrust;
                NSData *served = CFBridgingRelease(SecCertificateCopyData(SecTrustGetCertificateAtIndex(trust, 0)));
                if ([served isEqualToData:self.bundled]) {
                    completionHandler(NSURLSessionAuthChallengeUseCredential, [NSURLCredential credentialForTrust:trust]);
                } else {
                    completionHandler(NSURLSessionAuthChallengeCancelAuthenticationChallenge, nil);
                }
            }
            """,
            right: """
                - (void)URLSession:(NSURLSession *)session didReceiveChallenge:(NSURLAuthenticationChallenge *)challenge
                 completionHandler:(void (^)(NSURLSessionAuthChallengeDisposition, NSURLCredential *))completionHandler {
                    SecTrustRef trust = challenge.protectionSpace.serverTrust;
                    if (SecTrustEvaluateWithError(trust, NULL)) {
                        completionHandler(NSURLSessionAuthChallengeUseCredential, [NSURLCredential credentialForTrust:trust]);
                    } else {
                        completionHandler(NSURLSessionAuthChallengeCancelAuthenticationChallenge, nil);
                    }
                }
                """,
            isFixed: false
        ),
        CodeCase(
            "URL-011",
            "Silent.swift",
            delegate(
                """
                guard challenge.protectionSpace.authenticationMethod
                            == NSURLAuthenticationMethodServerTrust else { return }
                        \(checked)
                """
            ),
            right: delegate(checked),
            "func urlSession(_ s: URLSession, didReceive challenge: URLAuthenticationChallenge) async\n"
                + "    -> (URLSession.AuthChallengeDisposition, URLCredential?) {\n"
                + "    guard isKnown else { return (.performDefaultHandling, nil) }\n"
                + "    return (.cancelAuthenticationChallenge, nil)\n}\n"
        ),
        CodeCase(
            "URL-011",
            "NoElse.swift",
            delegate(
                """
                if challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust {
                            if validator.evaluate(challenge.protectionSpace.serverTrust) {
                                completionHandler(.performDefaultHandling, nil)
                            } else {
                                completionHandler(.cancelAuthenticationChallenge, nil)
                            }
                        }
                """
            ),
            right: delegate(
                """
                if challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust {
                            check(challenge, completionHandler)
                        } else {
                            completionHandler(.performDefaultHandling, nil)
                        }
                """
            ),
            delegate(
                """
                var disposition = URLSession.AuthChallengeDisposition.performDefaultHandling
                        defer { completionHandler(disposition, nil) }
                        if !isPinned(challenge) {
                            disposition = .cancelAuthenticationChallenge
                        }
                """
            )
        ),
        CodeCase(
            "URL-011",
            "Silent.m",
            """
            - (void)URLSession:(NSURLSession *)session didReceiveChallenge:(NSURLAuthenticationChallenge *)challenge
             completionHandler:(void (^)(NSURLSessionAuthChallengeDisposition, NSURLCredential *))completionHandler
            {
                if ([challenge.protectionSpace.authenticationMethod isEqualToString:NSURLAuthenticationMethodServerTrust]) {
                    [self check:challenge then:completionHandler];
                }
            }
            """,
            right: """
                - (void)URLSession:(NSURLSession *)session didReceiveChallenge:(NSURLAuthenticationChallenge *)challenge
                 completionHandler:(void (^)(NSURLSessionAuthChallengeDisposition, NSURLCredential *))completionHandler
                {
                    if ([challenge.protectionSpace.authenticationMethod isEqualToString:NSURLAuthenticationMethodServerTrust]) {
                        [self check:challenge then:completionHandler];
                        return;
                    }
                    completionHandler(NSURLSessionAuthChallengePerformDefaultHandling, nil);
                }
                """
        ),
        CodeCase(
            "URL-013",
            "Second.swift",
            delegate("SecTrustGetCertificateAtIndex(trust, 0)\n        " + checked)
                + "\nlet plain = URLSession(configuration: .ephemeral)\n",
            right: delegate("SecTrustGetCertificateAtIndex(trust, 0)\n        " + checked)
                + "\nlet pinned = URLSession(configuration: .default, delegate: Pins(), delegateQueue: nil)\n",
            "let plain = URLSession(configuration: .ephemeral)\n",
            isFixed: false
        ),
        CodeCase(
            "ATS-022",
            "Stream.swift",
            """
            import Network

            let connection = NWConnection(host: "push.example.com", port: 443, using: .tls)
            """,
            right: """
                import Network

                let connection = NWConnection(host: "printer.local", port: 9100, using: .tcp)
                """,
            """
            import Network

            sec_protocol_options_set_verify_block(options, { _, trust, complete in
                complete(evaluate(trust))
            }, .main)
            let connection = NWConnection(to: endpoint, using: NWParameters(tls: tls))
            """,
            project: [.pinnedDomains: ["App/Info.plist"]],
            isFixed: false
        ),
    ]
}
