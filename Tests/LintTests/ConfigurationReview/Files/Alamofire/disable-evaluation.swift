import Alamofire

class Api {
    private static var manager: SessionManager = {
        let serverTrustPolicies: [String: ServerTrustPolicy] = [
            "192-0-2-10.example.com": .disableEvaluation
        ]
        return SessionManager(
            serverTrustPolicyManager: ServerTrustPolicyManager(policies: serverTrustPolicies)
        )
    }()
}
