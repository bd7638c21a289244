// ClientModels/Apple holds the models of clients of Apple's platform: transcriptions of
// AFNetworking, Alamofire, TrustKit, URLSession delegates and App Transport Security over
// ApplePlatform. Each has a folder with its policy, its settings and its checks, and a line in
// `PolicyModel.catalogue`.
