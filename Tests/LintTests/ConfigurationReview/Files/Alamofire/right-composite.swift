import Alamofire

let evaluator = CompositeTrustEvaluator(evaluators: [
    DefaultTrustEvaluator(validateHost: true),
    RevocationTrustEvaluator(),
    PublicKeysTrustEvaluator(),
])

let manager = ServerTrustManager(evaluators: ["pay.example.com": evaluator])
let session = Session(serverTrustManager: manager)
