import Alamofire
import Foundation

/// The one session of the app, which pins the keys of the bundled certificates.
final class APIClient {
    static let shared = APIClient()

    private let session: Session

    private init() {
        let evaluators: [String: ServerTrustEvaluating] = [
            "api.shop.example.com": PublicKeysTrustEvaluator(),
            "cdn.shop.example.com": PinnedCertificatesTrustEvaluator(),
        ]
        let configuration = URLSessionConfiguration.af.default
        configuration.timeoutIntervalForRequest = 20
        session = Session(
            configuration: configuration,
            serverTrustManager: ServerTrustManager(evaluators: evaluators)
        )
    }

    func orders() async throws -> [Order] {
        try await session.request("https://api.shop.example.com/orders")
            .validate()
            .serializingDecodable([Order].self)
            .value
    }
}
