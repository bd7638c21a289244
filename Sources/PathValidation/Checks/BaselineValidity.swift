import X509

extension PathCheck {
    static let baselineValidity = PathCheck(
        "baseline-validity",
        about: "The end entity is valid for no longer than its date of issue allows: 398 days from "
            + "September 2020 on, 200 from 15 March 2026, 100 from 15 March 2027, 47 from 15 March "
            + "2029.",
        source: "CA/B Forum BR §6.3.2"
    ) { joining throws(Rejection) in
        guard let limit = joining.baselineLimit,
            joining.certificate.validity.isLonger(than: limit)
        else { return }
        throw joining.nonconforming(.validityPeriod(limit: limit))
    }
}

extension Joining {
    /// The longest validity period of the end entity in days; nil for an issuer, and for a
    /// certificate older than the requirements.
    ///
    /// Limits before September 2020 come from the versions of the requirements in force at the
    /// time.
    var baselineLimit: Int? {
        guard isEndEntity, certificate.extensions.basicConstraints?.isCA != true else { return nil }
        let issued = certificate.validity.notBefore
        return Self.baselineLimits.first { $0.from <= issued }?.days
    }

    private static let baselineLimits: [(from: Instant, days: Int)] = [
        (Instant(seconds: 1_868_227_200), 47),  // 2029-03-15
        (Instant(seconds: 1_805_068_800), 100),  // 2027-03-15
        (Instant(seconds: 1_773_532_800), 200),  // 2026-03-15
        (Instant(seconds: 1_598_918_400), 398),  // 2020-09-01
        (Instant(seconds: 1_519_862_400), 825),  // 2018-03-01
        // 39 months and 60 months, each with the largest number of days that it can have.
        (Instant(seconds: 1_427_846_400), 1_188),  // 2015-04-01
        (Instant(seconds: 1_341_100_800), 1_827),  // 2012-07-01
    ]
}

extension Validity {
    /// Whether the period, including both ends, is longer than this many days of 86,400 seconds.
    func isLonger(than days: Int) -> Bool {
        notBefore + Int64(days) * 86_400 <= notAfter
    }
}
