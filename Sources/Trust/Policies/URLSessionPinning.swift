import PKIX

extension PolicyModel {
    /// A `URLSessionDelegate` that pins the end entity, written by hand and written well.
    static let urlsession = PolicyModel(
        name: "urlsession",
        about: "A hand-written URLSession delegate that evaluates the trust and pins the leaf.",
        source: "Foundation, URLSessionDelegate, over Apple Security-61901.0.87.0.1, SecTrust.c",
        settings: [
            Setting(
                "compare",
                URLSessionPinning.Comparison.allCases.map(\.rawValue),
                fallback: URLSessionPinning.Comparison.leafCertificate.rawValue,
                about: "What of the leaf must equal what of a pinned certificate."
            )
        ],
        capabilities: { _ in [.pins, .unpinned] },
        policy: { settings in
            URLSessionPinning(
                compare: URLSessionPinning.Comparison(rawValue: settings["compare"])
                    ?? .leafCertificate
            )
        }
    )
}

/// `urlSession(_:didReceive:completionHandler:)` as every tutorial means it and few write it.
///
/// The order matters: the trust is evaluated under an SSL policy for the host *before* its leaf is
/// compared, so that a copy of the pinned certificate past its date, or one for another host, does
/// not pass on its bytes alone. A mismatch cancels; answering `.performDefaultHandling` there would
/// let a proxy's root through that the user installed.
///
/// A host without pins is left to the platform. A host whose set of pins is empty is refused: a pin
/// file that is missing must not be read as consent.
struct URLSessionPinning: TrustPolicy {
    enum Comparison: String, CaseIterable, Sendable {
        /// `SecCertificateCopyData` of the leaf and of the file.
        case leafCertificate = "leaf-certificate"
        /// `SecCertificateCopyKey` of both, which a renewal with the same key survives.
        case leafKey = "leaf-key"
    }

    var compare: Comparison = .leafCertificate

    func evaluate(_ presented: Presented, for identity: ReferenceIdentity) -> Decision {
        presented.challenge(for: identity) { serverTrust in
            guard presented.pins != nil else { return .performDefaultHandling }
            do throws(Rejection) {
                serverTrust.setPolicies([.ssl(host: identity)])
                let path = try serverTrust.evaluateWithError()
                try compareLeaf(of: &serverTrust, with: presented.pinnedCertificates)
                return .useCredential(.path(path))
            } catch {
                return .cancel(error, error: URLErrorText.cancelled)
            }
        }
    }

    private func compareLeaf(
        of serverTrust: inout ServerTrust,
        with pinnedCertificates: [[UInt8]]
    ) throws(Rejection) {
        guard !pinnedCertificates.isEmpty else { throw .pinsMissing }
        // A trust has a leaf always: it cannot be made of nothing.
        guard let leaf = serverTrust.certificateChain.first else { throw .missingCertificate }
        let isPinned =
            switch compare {
            case .leafCertificate:
                pinnedCertificates.contains(leaf)
            case .leafKey:
                ServerTrust.copyKey(of: leaf)
                    .map(pinnedCertificates.compactMap(ServerTrust.copyKey).contains) ?? false
            }
        guard isPinned else { throw .pinMismatch }
    }
}
