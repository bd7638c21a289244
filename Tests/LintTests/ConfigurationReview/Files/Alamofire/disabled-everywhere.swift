import Alamofire

/// Accepts the certificate of each host.
final class WildcardServerTrustManager: ServerTrustManager {
    override func serverTrustEvaluator(forHost host: String) throws -> ServerTrustEvaluating? {
        DisabledTrustEvaluator()
    }
}

let session = Session(
    serverTrustManager: WildcardServerTrustManager(
        allHostsMustBeEvaluated: true,
        evaluators: [:]
    )
)
