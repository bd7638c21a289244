import Alamofire

class SessionFactory {
    func make() -> Session {
        let evaluator = PublicKeysTrustEvaluator(
            performDefaultValidation: true,
            validateHost: false
        )
        return Session(
            serverTrustManager: ServerTrustManager(evaluators: ["files.example.com": evaluator])
        )
    }
}
