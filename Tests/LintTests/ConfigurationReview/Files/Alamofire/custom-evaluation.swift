import Alamofire

let policies: [String: ServerTrustPolicy] = [
    "box.example.com": .customEvaluation { _, _ in true }
]
let manager = SessionManager(
    serverTrustPolicyManager: ServerTrustPolicyManager(policies: policies)
)
