import Alamofire
import Foundation

class NetworkManager {
    static let manager: SessionManager = {
        let policies: [String: ServerTrustPolicy] = [
            "api.example.com": .pinPublicKeys(
                publicKeys: ServerTrustPolicy.publicKeys(),
                validateCertificateChain: true,
                validateHost: true
            ),
            "static.example.com": .performDefaultEvaluation(validateHost: true),
        ]
        return SessionManager(
            configuration: .default,
            serverTrustPolicyManager: ServerTrustPolicyManager(policies: policies)
        )
    }()
}
