import AppleModels
import Policies

extension PolicyModel {
    /// The models of clients on Apple's platform; the catalogue of all models is on a higher floor.
    private static let ofApple = [
        afnetworking, alamofire, alamofire5, urlsession, infoPlist, trustkit,
    ]

    /// The model of this name with these settings, as the catalogue of all models resolves it.
    static func resolve(
        _ name: String,
        settings: [String: String] = [:],
        documents: [String: PolicyDocument] = [:],
        standsIn: Bool = false
    ) throws(PolicyModelError) -> ConfiguredModel {
        guard let model = ofApple.first(where: { $0.name == name }) else {
            throw .unknownModel(name, known: ofApple.map(\.name))
        }
        return try model.configured(settings, documents: documents, standsIn: standsIn)
    }
}
