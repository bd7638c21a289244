import Alamofire

let evaluators: [String: ServerTrustEvaluating] = [
    "intranet.example.com": PinnedCertificatesTrustEvaluator(
        certificates: Bundle.main.af.certificates,
        acceptSelfSignedCertificates: true,
        performDefaultValidation: false,
        validateHost: false
    )
]
let session = Session(serverTrustManager: ServerTrustManager(evaluators: evaluators))
