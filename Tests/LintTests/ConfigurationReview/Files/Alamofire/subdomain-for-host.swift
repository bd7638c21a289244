import Alamofire

let session = Session(
    serverTrustManager: ServerTrustManager(evaluators: [
        "shop.example.com": PublicKeysTrustEvaluator()
    ])
)
