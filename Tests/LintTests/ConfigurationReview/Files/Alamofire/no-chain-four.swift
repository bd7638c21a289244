import Alamofire

let serverTrustPolicy = ServerTrustPolicy.pinCertificates(
    certificates: ServerTrustPolicy.certificates(),
    validateCertificateChain: false,
    validateHost: true
)
let manager = SessionManager(
    serverTrustPolicyManager: ServerTrustPolicyManager(policies: ["example.com": serverTrustPolicy])
)
