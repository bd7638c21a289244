import Alamofire
import Foundation

func deviceSession(authority: SecCertificate) -> Session {
    let evaluator = PinnedCertificatesTrustEvaluator(
        certificates: [authority],
        acceptSelfSignedCertificates: true,
        performDefaultValidation: true,
        validateHost: true
    )
    return Session(
        serverTrustManager: ServerTrustManager(evaluators: ["hub.example.com": evaluator])
    )
}
