import Alamofire

private let baseURL = "https://api.example.com"

let pinnedSession = Session(
    serverTrustManager: ServerTrustManager(evaluators: [baseURL: PublicKeysTrustEvaluator()])
)
