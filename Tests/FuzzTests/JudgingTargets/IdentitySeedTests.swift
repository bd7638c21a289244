import TestSupport
import Testing

/// The seeds of `MatchIdentity`: one for each rule on names that an implementation once broke.
struct IdentitySeedTests {
    @Test func `the generated seeds equal the seeds in the repository`() throws {
        let host = "www.example.test"
        let address = "i\u{1}\u{2}\u{3}\u{4}"
        let seeds: [String: [String]] = [
            "name": ["d" + host, "d" + host],
            "letters": ["dWWW.Example.test", "dwww.EXAMPLE.test", "dother.test"],
            "root": ["d\(host).", "d" + host],
            "wildcard": ["d" + host, "d*.example.test"],
            "two-labels": ["da.b.example.test", "d*.example.test"],
            "wildcard-of-a-registry": ["dexample.co.uk", "d*.co.uk"],
            "part-of-a-label": ["d" + host, "dw*.example.test", "d*w.example.test"],
            "no-part-of-a-label": ["d" + host, "dwww*.example.test", "d*www.example.test"],
            "second-label": ["d" + host, "dwww.*.test", "d*.*.test"],
            "a-label": ["dxn--bcher-kva.example.test", "d*.example.test", "dxn--*.example.test"],
            "underscore": ["da_b.example.test", "d*.example.test", "da_b.example.test"],
            "nul": ["d" + host, "d\(host)\0.evil.test"],
            "address": [address, address],
            "longer-address": [address, address + String(repeating: "\0", count: 12)],
            "address-as-name": ["i1234", "d1234", "d1.2.3.4", "c1.2.3.4"],
            "name-as-address": ["da.b.", "ia.b."],
            "common-name": ["d" + host, "c" + host],
            "common-names": ["d" + host, "c" + host, "cother.test"],
            "common-name-beside": ["d" + host, "c" + host, "dother.test"],
            "common-name-beside-unread": ["d" + host, "c" + host, "dother.test", "i123"],
            "wildcard-beside": ["d" + host, "d*.*.test", "d" + host],
            "other-kinds": ["d" + host, "ea@" + host, "uhttps://" + host],
            "no-names": ["d" + host],
        ]
        try expectSeeds(
            seeds.mapValues { Array($0.joined(separator: "\n").utf8) },
            of: "MatchIdentity"
        )
    }
}
