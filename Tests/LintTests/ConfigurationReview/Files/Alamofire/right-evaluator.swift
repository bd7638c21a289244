import Alamofire
import CryptoKit
import Foundation

struct KeyHashEvaluator: ServerTrustEvaluating {
    let hashes: Set<Data>

    func evaluate(_ trust: SecTrust, forHost host: String) throws {
        try trust.af.performDefaultValidation(forHost: host)
        try trust.af.performValidation(forHost: host)
        let keys = trust.af.publicKeys.compactMap {
            SecKeyCopyExternalRepresentation($0, nil) as Data?
        }
        guard keys.contains(where: { hashes.contains(Data(SHA256.hash(data: asn1Header + $0))) })
        else {
            throw AFError.serverTrustEvaluationFailed(reason: .noPublicKeysFound)
        }
    }
}
