import Forge
import TestSupport
import Testing
import X509

@testable import ClientModels
@testable import PathValidation

/// Validity and its limits, as tested in Security-61901.0.87.0.1,
/// tests/TrustTests/EvaluationTests/VerifyDateTests.m; two of its rows
/// (`testSystemTrust_MoreThan5Years`, `testSystemTrust_MoreThan39Months_AfterJul2016`) are of
/// earlier releases.
///
/// The trust setting "unspecified" is expressed as no setting, which means the same.
struct ServerTrustVerifyDateTests {
    private static func instant(_ sinceReference: Int64) -> Instant {
        Instant(seconds: 978_307_200 + sinceReference)
    }

    private static let day: Int64 = 86_400
    /// September 12, 2019.
    private static let september2019 = instant(590_000_000)
    /// September 5, 2020.
    private static let september2020 = instant(621_000_000)

    static let fixture = Fixture([
        // From 2 April 2014 until the last second of 9999.
        "long-root": .root { span(&$0, from: 1_396_396_800, to: 253_402_300_799) },
        "long-leaf": .leaf("long-root") { span(&$0, from: 1_396_396_800, to: 253_402_300_799) },
        "root": .root { span(&$0, from: 1_388_534_400, to: 2_000_000_000) },
        // Issued in January 2016.
        "5-years": leaf(from: 1_451_606_400, days: 5 * 365),
        // Issued in June 2016; still valid in September 2019.
        "66-months": leaf(from: 1_464_739_200, days: 66 * 30),
        // Issued in January 2017.
        "39-months": leaf(from: 1_483_228_800, days: 39 * 30),
        "4-years": leaf(from: 1_483_228_800, days: 4 * 365),
        // Issued on 1 August 2019.
        "825-days": leaf(from: 1_564_617_600, days: 825),
        "3-years": leaf(from: 1_564_617_600, days: 3 * 365),
        // Issued on 2 September 2020.
        "398-days": leaf(from: 1_599_004_800, days: 398),
        "2-years": leaf(from: 1_599_004_800, days: 2 * 365),
    ])

    private static func span(_ entity: inout Entity, from: Int64, to end: Int64) {
        entity.notBefore = .absolute(Instant(seconds: from))
        entity.notAfter = .absolute(Instant(seconds: end))
    }

    private static func leaf(from start: Int64, days: Int64) -> Entity {
        .leaf("root", "example.com") { span(&$0, from: start, to: start + days * day) }
    }

    // MARK: VerifyDateTests

    private static func longLived(
        _ test: String,
        at date: Int64,
        _ reason: Rejection? = nil
    )
        -> ServerTrustCase
    {
        ServerTrustCase(
            test: test,
            served: ["long-leaf"],
            anchors: ["long-root"],
            verifyDate: instant(date),
            result: reason == nil ? .unspecified : .recoverableFailure,
            reason: reason
        )
    }

    static let verifyDates: [ServerTrustCase] = [
        longLived(
            "testPriorToNotBefore",
            at: 400_000_000,
            .notYetValid(
                notBefore: Instant(seconds: 1_396_396_800),
                verifyDate: instant(400_000_000),
                depth: 0
            )
        ),
        longLived("testRecentWithinValidity", at: 474_747_474),
        longLived("testFarFutureWithinValidity", at: 252_423_000_000),
        longLived(
            "testAfterNotAfter",
            at: 252_425_000_000,
            .expired(
                notAfter: Instant(seconds: 253_402_300_799),
                verifyDate: instant(252_425_000_000),
                depth: 0
            )
        ),
    ]

    // MARK: ValidityPeriodRestrictionTests

    private enum Anchor {
        case system, appRoot, appLeaf, userRoot, userLeaf
    }

    /// Returns the case of a leaf that is trusted directly or by its root.
    ///
    /// `limit` is in days, for a leaf that is valid for too long.
    private static func period(
        _ test: String,
        _ leaf: String,
        _ anchor: Anchor,
        limit: Int? = nil,
        at date: Instant = september2019
    ) -> ServerTrustCase {
        let isUsers = anchor == .userRoot || anchor == .userLeaf
        return ServerTrustCase(
            test: test,
            served: anchor == .userRoot ? [leaf, "root"] : [leaf],
            system: anchor == .system ? ["root"] : [],
            user: anchor == .userRoot ? ["root"] : anchor == .userLeaf ? [leaf] : [],
            anchors: anchor == .appRoot ? ["root"] : anchor == .appLeaf ? [leaf] : nil,
            policies: [.ssl(host: .dns("example.com"))],
            verifyDate: date,
            result: limit != nil ? .recoverableFailure : isUsers ? .proceed : .unspecified,
            reason: limit.map { .nonconforming(.validityPeriod(limit: $0), depth: 0) }
        )
    }

    static let periods: [ServerTrustCase] = [
        period("testSystemTrust_MoreThan5Years", "66-months", .system, limit: 1_827),
        period("testSystemTrust_LessThan5Years_BeforeJul2016", "5-years", .system),
        period(
            "testSystemTrust_MoreThan39Months_AfterJul2016",
            "4-years",
            .system,
            limit: 1_188
        ),
        period("testSystemTrust_LessThan39Months_BeforeMar2018", "39-months", .system),
        period("testSystemTrust_MoreThan825Days_AfterMar2018", "3-years", .system, limit: 825),
        period("testSystemTrust_LessThan825Days_AfterMar2018", "825-days", .system),
        period(
            "testSystemTrust_MoreThan398Days_AfterSep2020",
            "2-years",
            .system,
            limit: 398,
            at: september2020
        ),
        period("testSystemTrust_398Days_AfterSep2020", "398-days", .system, at: september2020),
        period("testAppTrustRoot_MoreThan825Days_AfterJul2019", "3-years", .appRoot, limit: 825),
        period("testAppTrustRoot_MoreThan825Days_BeforeJul2019", "66-months", .appRoot),
        period("testAppTrustRoot_LessThan825Days_AfterJul2019", "825-days", .appRoot),
        period("testAppTrustLeaf_MoreThan825Days_AfterJul2019", "3-years", .appLeaf, limit: 825),
        period("testAppTrustLeaf_MoreThan825Days_BeforeJul2019", "66-months", .appLeaf),
        period("testAppTrustLeaf_LessThan825Days_AfterJul2019", "825-days", .appLeaf),
        period("testUserTrustRoot_MoreThan825Days_AfterJul2019", "3-years", .userRoot, limit: 825),
        period("testUserTrustRoot_MoreThan825Days_BeforeJul2019", "66-months", .userRoot),
        period("testUserTrustRoot_LessThan825Days_AfterJul2019", "825-days", .userRoot),
        period("testUserTrustLeaf_MoreThan825Days_AfterJul2019", "3-years", .userLeaf),
        period("testUserTrustLeaf_MoreThan825Days_BeforeJul2019", "66-months", .userLeaf),
        period("testUserTrustLeaf_LessThan825Days_AfterJul2019", "825-days", .userLeaf),
        ServerTrustCase(
            test: "testUserDistrustLeaf_MoreThan825Days_AfterJul2019",
            served: ["3-years"],
            denied: ["3-years"],
            policies: [.ssl(host: .dns("example.com"))],
            verifyDate: september2019,
            result: .deny,
            reason: .distrusted(depth: 0),
            chain: ["3-years"]
        ),
        period(
            "testUserUnspecifiedLeaf_MoreThan825Days_AfterJul2019",
            "3-years",
            .appRoot,
            limit: 825
        ),
    ]

    /// The original distrusts a certificate that is rejected in any case.
    static let distrusted: [ServerTrustCase] = [
        ServerTrustCase(
            test: "a valid leaf that the user distrusts",
            served: ["825-days"],
            system: ["root"],
            denied: ["825-days"],
            policies: [.ssl(host: .dns("example.com"))],
            verifyDate: september2019,
            result: .deny,
            reason: .distrusted(depth: 0)
        ),
        period("the same without a user setting", "825-days", .system),
    ]

    @Test(arguments: distrusted)
    func `rejects a certificate that the user distrusts, even if all other checks pass`(
        _ test: ServerTrustCase
    ) throws {
        try test.check(Self.fixture)
    }

    @Test(arguments: verifyDates)
    func `decides as VerifyDateTests expects`(_ test: ServerTrustCase) throws {
        try test.check(Self.fixture)
    }

    @Test(arguments: periods)
    func `decides as ValidityPeriodRestrictionTests expects`(_ test: ServerTrustCase) throws {
        try test.check(Self.fixture)
    }

    @Test func `the test cases cover every test in Apple's VerifyDateTests`() {
        #expect(Self.verifyDates.count == 4)
        #expect(Self.periods.count == 22)
    }
}
