extension Duration {
    /// For `poll`, in milliseconds: rounded up, so that the instant has come when it wakes, and never
    /// negative, since that would wait for ever.
    package var pollTimeout: CInt {
        guard self > .zero else { return 0 }
        let (seconds, attoseconds) = components
        let (product, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000)
        return isTooLong ? .max : CInt(clamping: product + attoseconds / 1_000_000_000_000_000 + 1)
    }
}
