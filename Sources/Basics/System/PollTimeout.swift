extension Duration {
    /// The timeout for `poll`, in milliseconds.
    ///
    /// It is rounded up, so that the whole duration is over when `poll` returns. It is never
    /// negative, because with a negative timeout `poll` waits for ever.
    package var pollTimeout: CInt {
        guard self > .zero else { return 0 }
        let (seconds, attoseconds) = components
        let (product, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000)
        return isTooLong ? .max : CInt(clamping: product + attoseconds / 1_000_000_000_000_000 + 1)
    }
}
