import Alamofire

/// A client without pins: the system checks certificates and names.
struct PodcastAPI {
    func search(_ term: String) async throws -> [Podcast] {
        // DisabledTrustEvaluator() was tried for the staging server.
        try await AF.request("https://podcasts.example.com/search", parameters: ["term": term])
            .validate(statusCode: 200..<300)
            .serializingDecodable([Podcast].self)
            .value
    }
}
