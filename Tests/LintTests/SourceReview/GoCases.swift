// Go.

extension WebTests {
    static let go: [CodeCase] = [
        CodeCase(
            "GOL-001",
            "client.go",
            """
            tr := &http.Transport{
                TLSClientConfig: &tls.Config{InsecureSkipVerify: true},
            }
            """,
            right: "// InsecureSkipVerify: true\ncfg := &tls.Config{RootCAs: pool}",
            "var s = `InsecureSkipVerify: true`",
            """
            cfg := &tls.Config{
                InsecureSkipVerify: true,
                VerifyConnection: func(cs tls.ConnectionState) error { return verify(cs) },
            }
            """,
            """
            func config() *tls.Config {
                cfg := &tls.Config{InsecureSkipVerify: true}
                cfg.VerifyConnection = func(cs tls.ConnectionState) error { return verify(cs) }
                return cfg
            }
            """
        ),
        CodeCase(
            "GOL-001",
            "unchecked.go",
            """
            cfg := &tls.Config{
                InsecureSkipVerify: true,
                VerifyConnection: func(cs tls.ConnectionState) error { return nil },
            }
            """,
            right: """
                cfg := &tls.Config{
                    VerifyConnection: func(cs tls.ConnectionState) error { return nil },
                }
                """
        ),
        CodeCase(
            "GOL-001",
            "nil.go",
            """
            func a() { cfg := &tls.Config{InsecureSkipVerify: true, VerifyPeerCertificate: nil} }
            func b() { cfg := &tls.Config{}; cfg.VerifyConnection = check }
            """,
            right: """
                func b() {
                    var cfg tls.Config
                    cfg.InsecureSkipVerify = true
                    cfg.VerifyConnection = check
                }
                """
        ),
        CodeCase(
            "GOL-002",
            "pins.go",
            """
            cfg := &tls.Config{
                InsecureSkipVerify: true,
                VerifyPeerCertificate: func(raw [][]byte, _ [][]*x509.Certificate) error {
                    return check(raw)
                },
            }
            """,
            right: "cfg := &tls.Config{VerifyPeerCertificate: check}",
            isFixed: false
        ),
        CodeCase(
            "GOL-003",
            "nameless.go",
            """
            cfg := &tls.Config{
                InsecureSkipVerify: true,
                VerifyConnection: func(cs tls.ConnectionState) error {
                    opts := x509.VerifyOptions{Roots: pool}
                    _, err := cs.PeerCertificates[0].Verify(opts)
                    return err
                },
            }
            """,
            right: """
                cfg := &tls.Config{
                    InsecureSkipVerify: true,
                    VerifyConnection: func(cs tls.ConnectionState) error {
                        opts := x509.VerifyOptions{Roots: pool, DNSName: cs.ServerName}
                        _, err := cs.PeerCertificates[0].Verify(opts)
                        return err
                    },
                }
                """,
            "chains, err := leaf.Verify(x509.VerifyOptions{Roots: pool})",
            isFixed: false
        ),
        CodeCase(
            "GOL-004",
            "served.go",
            """
            cfg := &tls.Config{
                InsecureSkipVerify: true,
                VerifyConnection: check,
            }

            func check(cs tls.ConnectionState) error {
                for _, cert := range cs.PeerCertificates {
                    if sha256.Sum256(cert.RawSubjectPublicKeyInfo) == pin {
                        return nil
                    }
                }
                return errors.New("no pin")
            }
            """,
            right: """
                cfg := &tls.Config{
                    InsecureSkipVerify: true,
                    VerifyConnection: func(cs tls.ConnectionState) error {
                        if sha256.Sum256(cs.PeerCertificates[0].RawSubjectPublicKeyInfo) == pin {
                            return nil
                        }
                        return errors.New("no pin")
                    },
                }
                """,
            """
            cfg := &tls.Config{
                VerifyConnection: func(cs tls.ConnectionState) error {
                    for _, cert := range cs.PeerCertificates {
                        if sha256.Sum256(cert.RawSubjectPublicKeyInfo) == pin { return nil }
                    }
                    return errors.New("no pin")
                },
            }
            """,
            isFixed: false
        ),
        CodeCase(
            "GOL-005",
            "dial.go",
            #"conn, err := grpc.NewClient("api.example.com:443", "#
                + "grpc.WithTransportCredentials(insecure.NewCredentials()))",
            right: #"conn, err := grpc.NewClient("localhost:50051", "#
                + "grpc.WithTransportCredentials(insecure.NewCredentials()))",
            isFixed: false
        ),
        CodeCase(
            "GOL-004",
            "renamed.go",
            """
            cfg := &tls.Config{
                InsecureSkipVerify: true,
                VerifyConnection: func(state tls.ConnectionState) error { return match(state) },
                VerifyPeerCertificate: func(served [][]byte, _ [][]*x509.Certificate) error {
                    for _, der := range served {
                        if sha256.Sum256(der) == pin { return nil }
                    }
                    return errors.New("no pin")
                },
            }
            """,
            right: """
                cfg := &tls.Config{
                    InsecureSkipVerify: true,
                    VerifyConnection: func(state tls.ConnectionState) error { return match(state) },
                    VerifyPeerCertificate: func(served [][]byte, _ [][]*x509.Certificate) error {
                        leaf, err := x509.ParseCertificate(served[0])
                        if err != nil { return err }
                        for _, pin := range pins {
                            if sha256.Sum256(leaf.RawSubjectPublicKeyInfo) == pin { return nil }
                        }
                        return errors.New("no pin")
                    },
                }
                """,
            isFixed: false
        ),
        CodeCase(
            "GOL-004",
            "parsed.go",
            """
            cfg := &tls.Config{
                InsecureSkipVerify: true,
                VerifyConnection: func(state tls.ConnectionState) error {
                    chain := state.PeerCertificates
                    for _, cert := range chain {
                        if sha256.Sum256(cert.Raw) == pin { return nil }
                    }
                    return errors.New("no pin")
                },
            }
            """,
            right: "cfg := &tls.Config{RootCAs: pool}",
            isFixed: false
        ),
    ]
}
