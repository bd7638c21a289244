import Alamofire

let session = Session(
    serverTrustManager: ServerTrustManager(evaluators: [
        "beta.example.com": CompositeTrustEvaluator(evaluators: [])
    ])
)
