/// How AFNetworking answers the authentication challenges of a URL loading system:
/// `URLSession:task:didReceiveChallenge:completionHandler:` of `AFURLSessionManager` and
/// `connection:willSendRequestForAuthenticationChallenge:` of `AFURLConnectionOperation`.
struct AFChallengeHandling: Hashable {
    /// The class that an application connects with.
    enum API: String, CaseIterable, Sendable {
        case urlSession = "url-session"
        case urlConnection = "url-connection"
    }

    /// The answer of the application's own handler: a disposition in the block of releases before
    /// 4.0, an object in `authenticationChallengeHandler` from 4.0 on.
    enum HandlerResult: Hashable, Sendable {
        /// A credential, and the disposition to use it.
        case credential
        /// An `NSNumber` from 4.0 on.
        case disposition(Disposition)
        /// `NSError`; known from 4.0 on.
        case error(String)
        /// Nil: the handler calls the completion handler itself, now or later.
        case nothing
        /// An object of any other class.
        case other
    }

    /// `NSURLProtectionSpace.authenticationMethod`, and the other properties that decide.
    struct Challenge: Hashable {
        /// `NSURLAuthenticationMethod…`.
        enum Method: String, CaseIterable, Sendable {
            case serverTrust, clientCertificate, httpBasic, httpDigest, htmlForm, ntlm, negotiate
        }

        var method: Method
        var previousFailureCount = 0
        /// Whether `AFURLConnectionOperation.credential` is set.
        var hasCredential = false
    }

    /// The manager's answer to a challenge.
    enum Answer: Hashable {
        /// The security policy is asked: use the trust as a credential, or `refusal`. The default
        /// handling of a trust that makes no credential is never reached, since each makes one.
        case evaluateServerTrust
        case useCredential
        case performDefaultHandling
        /// With the error that the application sees.
        case cancel(error: String)
        case rejectProtectionSpace
        /// `continueWithoutCredentialForAuthenticationChallenge:`.
        case continueWithoutCredential
        /// Nothing yet: the application's handler does it.
        case leftToHandler
        /// An exception of this name.
        case exception(String)
    }

    var version: AFNetworkingVersion
    /// The class asked for; a release that has only the other uses that.
    var api: API = .urlSession
    /// Nil where the application has set no handler.
    var handlerResult: HandlerResult?

    private var isConnection: Bool {
        version.hasURLConnection && (api == .urlConnection || !version.hasURLSession)
    }

    /// The answer to `challenge`.
    func answer(to challenge: Challenge) -> Answer {
        if let handlerResult { return answer(of: handlerResult, to: challenge) }
        if challenge.method == .serverTrust { return .evaluateServerTrust }
        guard isConnection else { return .performDefaultHandling }
        return challenge.previousFailureCount == 0 && challenge.hasCredential
            ? .useCredential : .continueWithoutCredential
    }

    /// The answer to a server trust that the policy refuses, and the error that follows.
    ///
    /// That a cancelled `NSURLConnection` fails with this code is told in AFNetworking #1426 and
    /// #3560, and what a rejected protection space fails with in #3169.
    var refusal: (disposition: Disposition, error: String) {
        isConnection
            ? (.cancel, URLErrorText.userCancelledAuthentication)
            : (version.sessionRefusal, version.sessionError)
    }

    private func answer(of result: HandlerResult, to challenge: Challenge) -> Answer {
        switch result {
        case .credential, .disposition(.useCredential):
            return .useCredential
        case .disposition(.performDefaultHandling):
            let asksPolicy =
                version.hasAuthenticationChallengeHandler && challenge.method == .serverTrust
            return asksPolicy ? .evaluateServerTrust : .performDefaultHandling
        case .disposition(.cancel):
            return .cancel(error: cancellation)
        case .disposition(.rejectProtectionSpace):
            return .rejectProtectionSpace
        case .error(let error):
            return .cancel(
                error: version.hasAuthenticationChallengeHandler ? error : cancellation
            )
        case .nothing:
            return .leftToHandler
        case .other:
            return .exception(URLErrorText.internalInconsistency)
        }
    }

    private var cancellation: String {
        isConnection ? URLErrorText.userCancelledAuthentication : URLErrorText.cancelled
    }
}

extension URLErrorText {
    /// `NSURLErrorUserCancelledAuthentication`.
    static let userCancelledAuthentication = "NSURLErrorDomain -1012"
}
