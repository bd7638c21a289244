#import "AppDelegate.h"
#import <TrustKit/TrustKit.h>

@implementation AppDelegate

- (BOOL)application:(UIApplication *)application
    didFinishLaunchingWithOptions:(NSDictionary *)launchOptions {
    NSDictionary *trustKitConfig = @{
        kTSKSwizzleNetworkDelegates : @NO,
        kTSKPinnedDomains : @{
            @"shop.example.com" : @{
                kTSKEnforcePinning : @YES,
                kTSKIncludeSubdomains : @YES,
                kTSKPublicKeyHashes : @[
                    @"r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E=",
                ]
            }
        }
    };
    [TrustKit initSharedInstanceWithConfiguration:trustKitConfig];
    return YES;
}

@end
