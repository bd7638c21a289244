// AFNetworking.

extension AppleCodeTests {
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
            "AFN-001",
            "Two.m",
            """
            AFSecurityPolicy *pinned = [AFSecurityPolicy policyWithPinningMode:AFSSLPinningModePublicKey];
            AFSecurityPolicy *open = [AFSecurityPolicy defaultPolicy];
            open.allowInvalidCertificates = YES;
            [open setValidatesDomainName:NO];
            """,
            right: """
                AFSecurityPolicy *policy = [AFSecurityPolicy defaultPolicy];
                AFSecurityPolicy *pinned = [AFSecurityPolicy policyWithPinningMode:AFSSLPinningModePublicKey];
                """
        ),
        CodeCase(
            "AFN-002",
            "TwoKeys.swift",
            """
            import AFNetworking

            let policy = AFSecurityPolicy.default()
            policy.validatesDomainName = true
            let pinned: AFSecurityPolicy = AFSecurityPolicy(pinningMode: .publicKey)
            pinned.allowInvalidCertificates = true
            """,
            right: """
                import AFNetworking

                let pinned = AFSecurityPolicy(pinningMode: .publicKey)
                pinned.allowInvalidCertificates = false
                """
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
            isFixed: false
        ),
        CodeCase(
            "AFN-009",
            "Block.m",
            "[manager setSessionDidReceiveAuthenticationChallengeBlock:^(NSURLSession *s) { }];\n"
                + "AFURLSessionManager *m;",
            right: "AFURLSessionManager *m;",
            isFixed: false
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
        CodeCase(
            "AFN-005",
            "Empty.m",
            """
            AFSecurityPolicy *policy = [AFSecurityPolicy policyWithPinningMode:AFSSLPinningModePublicKey
                                                         withPinnedCertificates:[NSSet set]];
            manager.securityPolicy = policy;
            """,
            right: """
                AFSecurityPolicy *policy = [AFSecurityPolicy policyWithPinningMode:AFSSLPinningModePublicKey
                                                             withPinnedCertificates:certificates];
                """,
            "AFSecurityPolicy *policy = [AFSecurityPolicy policyWithPinningMode:AFSSLPinningModeCertificate];",
            "AFSecurityPolicy *policy = [AFSecurityPolicy defaultPolicy];\n"
                + "policy.pinnedCertificates = nil;",
            isFixed: false
        ),
        CodeCase(
            "AFN-005",
            "Empty.swift",
            """
            import AFNetworking

            let policy = AFSecurityPolicy(pinningMode: .publicKey)
            policy.pinnedCertificates = []
            """,
            right: """
                import AFNetworking

                let policy = AFSecurityPolicy(pinningMode: .publicKey)
                policy.pinnedCertificates = [certificate]
                """,
            isFixed: false
        ),
        CodeCase(
            "AFN-007",
            "Pem.m",
            """
            NSString *path = [[NSBundle mainBundle] pathForResource:@"api" ofType:@"pem"];
            NSData *data = [NSData dataWithContentsOfFile:path];
            AFSecurityPolicy *policy = [AFSecurityPolicy policyWithPinningMode:AFSSLPinningModeCertificate];
            policy.pinnedCertificates = [NSSet setWithObject:data];
            """,
            right: """
                NSString *path = [[NSBundle mainBundle] pathForResource:@"api" ofType:@"cer"];
                AFSecurityPolicy *policy = [AFSecurityPolicy policyWithPinningMode:AFSSLPinningModeCertificate];
                policy.pinnedCertificates = [NSSet setWithObject:[NSData dataWithContentsOfFile:path]];
                """,
            isFixed: false
        ),
    ]
}
