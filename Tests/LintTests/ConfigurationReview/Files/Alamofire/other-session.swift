import Alamofire
import Foundation

final class AccountService {
    private let session = Session(
        serverTrustManager: ServerTrustManager(evaluators: [
            "account.example.com": PublicKeysTrustEvaluator()
        ])
    )

    func profile(completion: @escaping (Result<Profile, AFError>) -> Void) {
        session.request("https://account.example.com/me")
            .responseDecodable(of: Profile.self) { completion($0.result) }
    }

    func logIn(_ credentials: Credentials, completion: @escaping (Result<Token, AFError>) -> Void) {
        AF.request("https://account.example.com/login", method: .post, parameters: credentials)
            .responseDecodable(of: Token.self) { completion($0.result) }
    }
}
