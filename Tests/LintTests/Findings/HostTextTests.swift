import Testing

@testable import Lint

struct HostTextTests {
    @Test(arguments: [
        ("localhost", true), ("a.localhost", true), ("printer.local", true), ("::1", true),
        ("127.0.0.1", true), ("10.1.2.3", true), ("192.168.0.1", true), ("172.16.0.1", true),
        ("172.31.255.255", true), ("169.254.1.1", true), ("0.0.0.0", true),
        ("172.32.0.1", false), ("192.169.0.1", false), ("8.8.8.8", false), ("example.com", false),
        // Addresses as labels of a domain name, which anyone may register.
        ("10.0.0.1.example.com", false), ("a.10.0.0.1", false), ("10.0.0", false), ("", false),
        ("localhost.example.com", false),
    ])
    func `recognizes local addresses and names`(
        host: String,
        isLocal: Bool
    ) {
        #expect(HostText.isLocal(host) == isLocal)
    }

    @Test(arguments: [
        ("https://api.example.com/v1?x=1", "api.example.com"),
        ("api.example.com", "api.example.com"),
        ("https://user:pw@example.com:8443/", "example.com"), ("[::1]:443", "::1"),
        ("example.com:443", "example.com"), ("https://example.com#top", "example.com"), ("", ""),
    ])
    func `finds the host of a URL`(text: String, host: String) {
        #expect(HostText.host(of: text) == host)
    }

    @Test(
        arguments: [
            ("https://x.com/", "x.com"), ("x.com:443", "x.com"), ("*.x.com", "x.com"),
            ("x.com", nil), ("", nil), ("https://", nil),
        ] as [(String, String?)]
    )
    func `extracts the host from a text that contains more than a host`(text: String, host: String?)
    {
        #expect(HostText.meant(by: text) == host)
    }
}
