import Alamofire
import Foundation

final class StagingClient {
    let session: Session = {
        let manager = ServerTrustManager(evaluators: [
            "staging.example.com": DisabledTrustEvaluator()
        ])
        return Session(serverTrustManager: manager)
    }()
}
