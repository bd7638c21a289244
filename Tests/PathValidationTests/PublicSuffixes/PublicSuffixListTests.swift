import Testing

@testable import PathValidation

@Suite struct PublicSuffixListTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let isOfRegistry, isOfAnyone: Bool

        init(_ domain: String, registry: Bool, anyone: Bool) {
            (testDescription, isOfRegistry, isOfAnyone) = (domain, registry, anyone)
        }
    }

    static let cases = [
        Case("com", registry: true, anyone: true),
        Case("co.uk", registry: true, anyone: true),
        Case("CO.UK", registry: true, anyone: true),
        Case("example.com", registry: false, anyone: false),
        Case("example.co.uk", registry: false, anyone: false),
        // A rule with a wildcard, its exception, and a name below both.
        Case("anything.ck", registry: true, anyone: true),
        Case("www.ck", registry: false, anyone: false),
        Case("www.anything.ck", registry: false, anyone: false),
        // A rule in another script, by its A-labels.
        Case("xn--55qx5d.cn", registry: true, anyone: true),
        // A private domain.
        Case("s3.amazonaws.com", registry: false, anyone: true),
        Case("example.s3.amazonaws.com", registry: false, anyone: false),
        // No rule: the label by itself.
        Case("test", registry: true, anyone: true),
        Case("example.test", registry: false, anyone: false),
    ]

    /// The list is newer than 2018-01-01, the time of libpsl 0.20.
    @Test func `states the date of the list`() throws {
        #expect(try #require(PublicSuffixList.builtAt) > 1_514_764_800)
    }

    @Test(
        arguments: [
            (nil, "a Public Suffix List of unknown date"),
            // 2023-02-09T23:59:59Z, and the first second of 2026-01-01 and of 2025-01-01.
            (1_675_987_199, "the Public Suffix List of 2023-02-09, over a year old"),
            (1_767_225_600, "the Public Suffix List of 2026-01-01"),
            (1_735_689_600, "the Public Suffix List of 2025-01-01"),
            (1_735_689_599, "the Public Suffix List of 2024-12-31, over a year old"),
        ] as [(Int64?, String)]
    )
    func `describes the Public Suffix List by its date, and marks an old list`(
        built: Int64?,
        words: String
    ) {
        // The first second of 2026-01-01.
        #expect(PublicSuffixList.words(of: built, at: 1_767_225_600) == words)
    }

    @Test func `describes the installed list by its date`() throws {
        let date = try #require(PublicSuffixList.date)
        #expect(PublicSuffixList.edition.hasPrefix("the Public Suffix List of \(date)"))
    }

    @Test(arguments: cases)
    func `finds public suffixes`(_ testcase: Case) {
        let domain = testcase.testDescription.utf8
        #expect(
            PublicSuffixList.contains(domain, of: .registries) == testcase.isOfRegistry
        )
        #expect(
            PublicSuffixList.contains(domain, of: .registriesAndOwners) == testcase.isOfAnyone
        )
    }

    @Test func `without the implicit rule, an unlisted top-level domain is not a public suffix`() {
        for domain in ["com", "co.uk", "anything.ck", "s3.amazonaws.com"] {
            #expect(PublicSuffixList.lists(domain.utf8, of: .registriesAndOwners), "\(domain)")
        }
        for domain in ["test", "example.com", "www.ck", "1", ""] {
            #expect(!PublicSuffixList.lists(domain.utf8, of: .registriesAndOwners), "\(domain)")
        }
    }

    @Test func `finds a list built into libpsl`() {
        #expect(PublicSuffixList.isBuiltIn)
    }
}
