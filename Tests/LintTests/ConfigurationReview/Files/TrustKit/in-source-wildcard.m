#import "AppDelegate.h"
#import <TrustKit/TrustKit.h>

@implementation AppDelegate

- (BOOL)application:(UIApplication *)application
    didFinishLaunchingWithOptions:(NSDictionary *)launchOptions {
    NSDictionary *trustKitConfig = @{
        kTSKSwizzleNetworkDelegates : @NO,
        kTSKPinnedDomains : @{
            @"*.shop.example.com" : @{
                kTSKIncludeSubdomains : @YES,
                kTSKPublicKeyHashes : @[
                    @"r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E=",
                    @"YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg=",
                ]
            }
        }
    };
    [TrustKit initSharedInstanceWithConfiguration:trustKitConfig];
    return YES;
}

@end
