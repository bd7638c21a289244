import Alamofire

let trustManager = ServerTrustManager(evaluators: [
    "*.example.com": PublicKeysTrustEvaluator()
])
let session = Session(serverTrustManager: trustManager)
