import Alamofire

let session = Session(
    serverTrustManager: ServerTrustManager(
        allHostsMustBeEvaluated: false,
        evaluators: ["api.example.com": PublicKeysTrustEvaluator()]
    )
)
