import Foundation

/// The delegate of the shop's session.
///
/// The system compares the pins of Info.plist before it accepts a server. This delegate evaluates the
/// server's trust once more and can only refuse.
final class PinnedSession: NSObject, URLSessionDelegate {
    func urlSession(
        _ session: URLSession,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let trust = challenge.protectionSpace.serverTrust
        if let trust, !SecTrustEvaluateWithError(trust, nil) {
            completionHandler(.cancelAuthenticationChallenge, nil)
        } else {
            completionHandler(.performDefaultHandling, nil)
        }
    }
}
