import TrustKit
import UIKit

@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let config: [String: Any] = [
            kTSKSwizzleNetworkDelegates: false,
            kTSKPinnedDomains: [
                "shop.example.com": [
                    kTSKEnforcePinning: Settings.enforcesPins,
                    kTSKIncludeSubdomains: true,
                    kTSKPublicKeyHashes: [
                        Keys.current, Keys.spare,
                    ],
                ]
            ],
        ]
        TrustKit.initSharedInstance(withConfiguration: config)
        return true
    }
}
