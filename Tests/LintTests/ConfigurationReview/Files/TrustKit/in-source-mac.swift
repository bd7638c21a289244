import AppKit
import TrustKit

let configuration: [String: Any] = [
    kTSKPinnedDomains: [
        "example.com": [
            kTSKIncludeSubdomains: true,
            kTSKPublicKeyHashes: [
                "r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E=",
                "YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg=",
            ],
        ]
    ]
]
