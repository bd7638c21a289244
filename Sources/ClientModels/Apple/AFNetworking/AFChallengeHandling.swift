/// How AFNetworking answers the authentication challenges of a URL loading system:
/// `URLSession:task:didReceiveChallenge:completionHandler:` of `AFURLSessionManager` and
/// `connection:willSendRequestForAuthenticationChallenge:` of `AFURLConnectionOperation`.
struct AFChallengeHandling: Hashable {
    /// The class that an application connects with.
    enum API: String, CaseIterable, Sendable {
        case urlSession = "url-session"
        case urlConnection = "url-connection"
    }

    /// The answer of the application's own challenge handler.
    ///
    /// Before 4.0 the handler is a block that returns a disposition; from 4.0 on it is
    /// `authenticationChallengeHandler`, which returns an object.
    enum HandlerResult: Hashable, Sendable {
        /// A credential, and the disposition to use it.
        case credential
        /// A disposition; from 4.0 on the handler returns it as an `NSNumber`.
        case disposition(Disposition)
        /// `NSError`; supported from 4.0 on.
        case error(String)
        /// Nil: the handler calls the completion handler itself, now or later.
        case nothing
        /// An object of any other class.
        case other
    }

    /// A challenge: `NSURLProtectionSpace.authenticationMethod`, and the other properties on which
    /// the answer depends.
    struct Challenge: Hashable {
        /// The authentication methods, from `NSURLAuthenticationMethod…`.
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
        /// The security policy decides: use the trust as a credential, or `refusal`. AFNetworking's
        /// default handling of a trust without a credential is never reached, since every trust
        /// yields a credential.
        case evaluateServerTrust
        case useCredential
        case performDefaultHandling
        /// The challenge is cancelled, with this error in the application.
        case cancel(error: String)
        case rejectProtectionSpace
        /// `continueWithoutCredentialForAuthenticationChallenge:`.
        case continueWithoutCredential
        /// There is no answer yet; the application's handler will give the answer.
        case leftToHandler
        /// An exception of this name.
        case exception(String)
    }

    var version: AFNetworkingVersion
    /// The requested class; a release that has only the other class uses the other class.
    var api: API = .urlSession
    /// The result of the application's handler; nil if the application has not set a handler.
    var handlerResult: HandlerResult?

    private var isConnection: Bool {
        version.hasURLConnection && (api == .urlConnection || !version.hasURLSession)
    }

    /// Returns the answer to `challenge`.
    func answer(to challenge: Challenge) -> Answer {
        if let handlerResult { return answer(of: handlerResult, to: challenge) }
        if challenge.method == .serverTrust { return .evaluateServerTrust }
        guard isConnection else { return .performDefaultHandling }
        return challenge.previousFailureCount == 0 && challenge.hasCredential
            ? .useCredential : .continueWithoutCredential
    }

    /// The answer to a server trust that the policy rejects, and the error that follows.
    ///
    /// AFNetworking #1426 and #3560 report the error of a cancelled `NSURLConnection`, and #3169
    /// reports the error after a rejected protection space.
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
