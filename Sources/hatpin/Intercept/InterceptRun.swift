import Basics
import Reports
import TLS
import X509

/// A run of the proxy: where it listens, for how long, and how it reports.
package struct InterceptRun {
    /// How a run ended.
    package enum Outcome: Hashable, Sendable {
        case accepted, refused, nothingTried
        /// No attack was accepted, but some of those that were made have no verdict, or some
        /// connections were not attacked; the words say how many.
        case incomplete(String)
    }

    package var settings: InterceptSettings
    package var address: NetworkAddress
    package var transparent: [TransparentTarget] = []
    /// The time for which the proxy runs; nil for a proxy that runs until the user interrupts it.
    package var duration: Duration?
    /// Writes standard output.
    private let reporter: any InterceptReporter
    /// Whether connections that pass through are reported, too.
    package var isVerbose = false

    package init(
        _ settings: InterceptSettings,
        on address: NetworkAddress,
        _ reporter: any InterceptReporter
    ) {
        (self.settings, self.address, self.reporter) = (settings, address, reporter)
    }

    /// Runs the proxy until the time is over or the user interrupts it, and writes a summary at the
    /// end.
    ///
    /// - Throws: an `environment` failure if the proxy cannot listen or the output cannot be
    ///   written.
    package func perform() throws(Failure) -> Outcome {
        Interruption.watch()
        let watch = InterceptWatch(reporter, isVerbose: isVerbose)
        try warn()
        let summary: InterceptSummary
        do {
            let proxy = try InterceptingProxy(settings) { watch.tell($0) }
            try proxy.listen(on: address)
            for target in transparent {
                let port = NetworkAddress(address.bytes, port: target.port)
                try proxy.listen(on: port, transparentFor: target.target)
            }
            let end = duration.map { ContinuousClock.now + $0 }
            try proxy.run(until: end) { Interruption.isAsked || watch.failure != nil }
            summary = proxy.ledger.summary(of: settings.attacks)
        } catch {
            throw Failure(
                .environment,
                "cannot serve: \(Shown.escaped(error.description))",
                help: "set --port to a free port, or to 0 for any; set --listen to an address of "
                    + "this machine"
            )
        }
        if let failure = watch.failure { throw failure }
        try StandardStream.output.write(reporter.ending(summary))
        return Self.outcome(of: summary)
    }

    /// Returns how a run with this summary ended.
    static func outcome(of summary: InterceptSummary) -> Outcome {
        if summary.counts.accepted > 0 { return .accepted }
        guard summary.counts.hasVerdict else { return .nothingTried }
        return summary.gapWords.map { .incomplete($0) } ?? .refused
    }

    private func warn() throws(Failure) {
        guard !address.isReachedFromHereAlone else { return }
        try StandardStream.error.write(InterceptText.warning(of: address.host))
    }
}

/// A host with its own listening port, whose clients connect without CONNECT.
package struct TransparentTarget: Hashable, Sendable {
    package let target: ConnectTarget
    /// The port to listen on; 0 lets the kernel choose a port.
    package let port: UInt16

    /// Parses `[port:]host:port`; returns nil for any other text.
    package init?(argument: String) {
        let text = argument[...]
        if let colon = text.firstIndex(of: ":"), let port = UInt16(text[..<colon]),
            let (host, there) = ConnectTarget.authority(text[text.index(after: colon)...])
        {
            (target, self.port) = (ConnectTarget(host: host, port: there), port)
        } else if let (host, there) = ConnectTarget.authority(text) {
            (target, port) = (ConnectTarget(host: host, port: there), 0)
        } else {
            return nil
        }
    }
}

/// Reports events as they happen.
private final class InterceptWatch {
    /// The largest number of remembered problems.
    ///
    /// Each problem is reported once, so that a client that retries, or invents hosts, does not
    /// fill the terminal.
    private static let mostTroubles = 1_000

    private let reporter: any InterceptReporter
    private let isVerbose: Bool
    /// The first failure to write, which ends the run.
    private(set) var failure: Failure?
    private var told: Set<String> = []

    init(_ reporter: any InterceptReporter, isVerbose: Bool) {
        (self.reporter, self.isVerbose) = (reporter, isVerbose)
    }

    func tell(_ event: InterceptEvent) {
        do throws(Failure) {
            if let lines = reporter.lines(of: event) { try StandardStream.output.write(lines) }
            guard let notice = InterceptText.notice(of: event, isVerbose: isVerbose),
                isNews(notice, of: event)
            else { return }
            try StandardStream.error.write(notice)
        } catch {
            failure = failure ?? error
        }
    }

    private func isNews(_ notice: String, of event: InterceptEvent) -> Bool {
        guard case .failed = event else { return true }
        return told.count < Self.mostTroubles && told.insert(notice).inserted
    }
}
