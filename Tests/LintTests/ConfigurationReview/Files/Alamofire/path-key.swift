import Alamofire

struct Pinning {
    static let evaluators: [String: ServerTrustEvaluating] = [
        "api.example.com/v1": PinnedCertificatesTrustEvaluator()
    ]
    static let session = Session(
        serverTrustManager: ServerTrustManager(evaluators: evaluators)
    )
}
