import Alamofire
import Foundation

func pinnedSession() throws -> Session {
    guard let url = Bundle.main.url(forResource: "api", withExtension: "pem"),
        let certificate = SecCertificateCreateWithData(nil, try Data(contentsOf: url) as CFData)
    else { throw SetupError.noCertificate }
    let evaluator = PinnedCertificatesTrustEvaluator(certificates: [certificate])
    return Session(
        serverTrustManager: ServerTrustManager(evaluators: ["api.example.com": evaluator])
    )
}
