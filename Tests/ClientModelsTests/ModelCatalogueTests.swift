import Foundation
import Testing

@testable import ClientModels
@testable import PathValidation

struct ModelCatalogueTests {
    @Test func `the catalogue contains every declared model`() throws {
        var declared = 0
        for target in ["ClientModels"] {
            let folder = URL(filePath: #filePath)
                .deletingLastPathComponent()
                .appending(path: "../../Sources/\(target)")
            let files = try #require(
                FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
            )
            for case let file as URL in files where file.pathExtension == "swift" {
                let text = try String(contentsOf: file, encoding: .utf8)
                declared += text.components(separatedBy: "= PolicyModel(").count - 1
            }
        }
        #expect(declared == PolicyModel.catalogue.count)
    }

    @Test func `models have unique names, and settings have valid defaults`() {
        let names = PolicyModel.catalogue.map(\.name)
        #expect(names.first == "reference")
        #expect(Set(names).count == names.count)
        for model in PolicyModel.catalogue {
            #expect(!model.about.isEmpty && !model.source.isEmpty)
            #expect(Set(model.settings.map(\.name)).count == model.settings.count)
            for setting in model.settings {
                guard case .word(let words) = setting.kind else {
                    #expect(setting.fallback.isEmpty, "\(model.name) \(setting.name)")
                    continue
                }
                #expect(words.contains(setting.fallback), "\(model.name) \(setting.name)")
                #expect(Set(words).count == words.count)
                #expect(setting.about.hasSuffix("."), "\(model.name) \(setting.name)")
            }
        }
    }

    @Test(arguments: PolicyModel.catalogue)
    func `each word of a setting is a different value, and one of these values is the default`(
        _ model: PolicyModel
    ) throws {
        for key in model.keys { try expectDistinctValues(of: key, in: model) }
    }

    private func expectDistinctValues(of key: some AnySettingKey, in model: PolicyModel) throws {
        func value(_ stated: [String: String]) throws -> String {
            String(reflecting: try model.configured(stated).settings[key])
        }
        let name = key.setting.name
        let values = try key.setting.values.map { try value([name: $0]) }
        #expect(Set(values).count == values.count, "\(model.name) \(name)")
        switch key.setting.kind {
        case .word(let words):
            let place = try #require(words.firstIndex(of: key.setting.fallback))
            #expect(try value([:]) == values[place], "\(model.name) \(name)")
        case .text:
            #expect(try value([:]) == "nil")
            #expect(try value([name: "example.test"]).contains("example.test"))
        case .document:
            #expect(try value([:]) == "nil")
        }
    }

    @Test(arguments: PolicyModel.catalogue)
    func `the sentences about a model's scope are unique`(_ model: PolicyModel) {
        for scope in [model.scope, model.platform?.scope].compactMap(\.self) {
            let sentences =
                scope.modelled + scope.inferred + scope.violations + scope.notModelled
            #expect(!scope.modelled.isEmpty)
            #expect(sentences.allSatisfy { $0.hasSuffix(".") && !$0.contains("\n") })
            #expect(Set(sentences).count == sentences.count)
        }
    }

    @Test(arguments: PolicyModel.catalogue)
    func `each release belongs to one value of the version setting`(_ model: PolicyModel) {
        for setting in model.settings where !setting.releases.isEmpty {
            #expect(setting.releases.map(\.value).allSatisfy(setting.values.contains))
            for value in setting.values {
                #expect(setting.value(decidingAs: value) == value, "\(model.name) \(value)")
            }
            for range in setting.releases {
                #expect(setting.releases.count { $0.contains(range.first) } == 1)
                // The last release may be the beginning of a number, such as 8 for 8.20.0.
                #expect(setting.releases.count { $0.contains("\(range.last).99") } == 1)
            }
        }
    }

    @Test(
        arguments: [
            ("afnetworking", "2.5.4", "2.5.3"), ("afnetworking", "1.2.1", "1.3.4"),
            ("afnetworking", "1.2.0", "1.2.0"),
            ("afnetworking", "2.3.0", "2.4.1"), ("afnetworking", "3.2.0", "3.2.1"),
            ("afnetworking", "1.0", nil), ("curl", "8.11.1", "8.10.0"), ("curl", "7.88.0", nil),
            ("okhttp", "3.8.1", "3.7.0"), ("okhttp", "4.11.0", "4.12.0"), ("okhttp", "5.1.0", "5"),
            ("trustkit", "2.0.1", "3.0.4"), ("trustkit", "1.6.3", "1.6.5"),
            ("trustkit", "1.6.1", nil),
            ("alamofire5", "5.4.4", "5.12.0"), ("alamofire5", "6.0.0", nil),
            ("okhttp", "3.13.1", "3.14.9"), ("okhttp", "3.9.0", nil), ("okhttp", "3.3.1", nil),
        ] as [(String, String, String?)]
    )
    func `maps an unlisted release to the listed release that decides the same way`(
        _ model: String,
        _ release: String,
        _ value: String?
    ) throws {
        let model = try #require(PolicyModel.catalogue.first { $0.name == model })
        let setting = try #require(model.settings.first { $0.name == "version" })
        #expect(setting.value(decidingAs: release) == value)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let model: String
        var settings: [String: String] = [:]
        let name: String
        var standsIn = false
        var capabilities: Set<PolicyModel.Capability> = [.pins]
    }

    @Test(
        arguments: [
            Case(
                testDescription: "no settings",
                model: "reference",
                name: "reference",
                capabilities: [.pins, .hashPins, .unpinned, .names]
            ),
            Case(
                testDescription: "only defaults",
                model: "afnetworking",
                name: "afnetworking",
                capabilities: [.unpinned]
            ),
            Case(
                testDescription: "defaults stated",
                model: "afnetworking",
                settings: ["mode": "none", "allow-invalid": "false", "version": "4.0.1"],
                name: "afnetworking",
                capabilities: [.unpinned]
            ),
            Case(
                testDescription: "stated settings in the order of their declaration",
                model: "afnetworking",
                settings: [
                    "domain": "nil", "allow-invalid": "true", "mode": "public-key",
                    "validates-domain-name": "false",
                ],
                name: "afnetworking:mode=public-key,allow-invalid=true,"
                    + "validates-domain-name=false,domain=nil"
            ),
            Case(
                testDescription: "AFNetworking with certificates",
                model: "afnetworking",
                settings: ["mode": "certificate"],
                name: "afnetworking:mode=certificate"
            ),
            Case(
                testDescription: "Alamofire by default",
                model: "alamofire",
                name: "alamofire",
                capabilities: [.unpinned]
            ),
            Case(
                testDescription: "Alamofire with certificates",
                model: "alamofire",
                settings: ["policy": "pin-certificates", "validate-certificate-chain": "true"],
                name: "alamofire:policy=pin-certificates"
            ),
            Case(
                testDescription: "Alamofire with keys and no chain",
                model: "alamofire",
                settings: ["policy": "pin-public-keys", "validate-certificate-chain": "false"],
                name: "alamofire:policy=pin-public-keys,validate-certificate-chain=false"
            ),
            Case(
                testDescription: "Alamofire disabled",
                model: "alamofire",
                settings: ["policy": "disable-evaluation", "validate-host": "false"],
                name: "alamofire:policy=disable-evaluation,validate-host=false",
                capabilities: [.unpinned]
            ),
            Case(
                testDescription: "Alamofire 5 by default",
                model: "alamofire5",
                name: "alamofire5",
                capabilities: [.unpinned]
            ),
            Case(
                testDescription: "Alamofire 5, the second of two evaluators pins",
                model: "alamofire5",
                settings: ["then": "public-keys", "host-entry": "www.example.test"],
                name: "alamofire5:then=public-keys,host-entry=www.example.test"
            ),
            Case(
                testDescription: "URLSession by key",
                model: "urlsession",
                settings: ["compare": "leaf-key"],
                name: "urlsession:compare=leaf-key",
                capabilities: [.pins, .endEntityPins, .unpinned]
            ),
            Case(
                testDescription: "URLSession with a mistake that sets the comparison",
                model: "urlsession",
                settings: ["bug": "raw-key-hashed"],
                name: "urlsession:bug=raw-key-hashed",
                capabilities: [.pins, .endEntityPins, .hashPins, .unpinned]
            ),
            Case(
                testDescription: "URLSession with pins as anchors",
                model: "urlsession",
                settings: ["bug": "anchors-not-only"],
                name: "urlsession:bug=anchors-not-only",
                capabilities: [.pins, .unpinned]
            ),
            Case(
                testDescription: "curl",
                model: "curl",
                settings: ["insecure": "true", "transport": "tcp"],
                name: "curl:insecure=true",
                capabilities: [.pins, .endEntityPins, .hashPins, .unpinned, .idlePins]
            ),
            Case(
                testDescription: "curl with a key",
                model: "curl",
                settings: ["pinned-public-key": "sha256//AAAA"],
                name: "curl:pinned-public-key=sha256//AAAA",
                standsIn: true,
                capabilities: [.pins, .endEntityPins, .hashPins]
            ),
        ]
    )
    func `a model with settings has one canonical name`(_ test: Case) throws {
        let configured = try PolicyModel.resolve(
            test.model,
            settings: test.settings,
            standsIn: test.standsIn
        )
        #expect(configured.name == test.name)
        #expect(configured.capabilities == test.capabilities)
        #expect(Set(configured.words.keys) == Set(configured.model.settings.map(\.name)))
    }

    struct Unknown: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let model: String
        var settings: [String: String] = [:]
        let error: PolicyModelError
        let text: String
    }

    @Test(
        arguments: [
            Unknown(
                testDescription: "a model",
                model: "afnetwork",
                error: .unknownModel(
                    "afnetwork",
                    known: PolicyModel.catalogue.map(\.name)
                ),
                text: "no model is named afnetwork; known: "
                    + PolicyModel.catalogue.map(\.name).joined(separator: ", ")
            ),
            Unknown(
                testDescription: "a setting",
                model: "urlsession",
                settings: ["mode": "none"],
                error: .unknownSetting(
                    "mode",
                    model: "urlsession",
                    known: ["compare", "bug", "domain", "excluded-domain"]
                ),
                text: "urlsession has no setting mode; "
                    + "it has compare, bug, domain, excluded-domain"
            ),
            Unknown(
                testDescription: "a value",
                model: "afnetworking",
                settings: ["mode": "publickey"],
                error: .unknownValue(
                    "publickey",
                    setting: "mode",
                    model: "afnetworking",
                    known: ["none", "public-key", "certificate"],
                    alike: nil
                ),
                text: "mode of afnetworking cannot be publickey; "
                    + "it is one of none, public-key, certificate"
            ),
            Unknown(
                testDescription: "a release that is not modelled",
                model: "afnetworking",
                settings: ["version": "2.6.3"],
                error: .unknownValue(
                    "2.6.3",
                    setting: "version",
                    model: "afnetworking",
                    known: AFNetworkingVersion.catalogue.map(\.name),
                    alike: "2.7.0"
                ),
                text: "version of afnetworking cannot be 2.6.3; 2.7.0 decides the same"
            ),
            Unknown(
                testDescription: "a release that does not exist",
                model: "afnetworking",
                settings: ["version": "2.8.0"],
                error: .unknownValue(
                    "2.8.0",
                    setting: "version",
                    model: "afnetworking",
                    known: AFNetworkingVersion.catalogue.map(\.name),
                    alike: nil
                ),
                text: "version of afnetworking cannot be 2.8.0; it is one of 1.2.0, 1.3.4, 2.0.3, "
                    + "2.1.0, 2.2.0, 2.4.1, 2.5.0, 2.5.1, 2.5.2, 2.5.3, 2.7.0, 3.0.4, 3.1.0, 3.2.1, 4.0.1"
            ),
        ]
    )
    func `rejects an unknown word and lists the known words`(_ test: Unknown) {
        #expect(throws: test.error) {
            try PolicyModel.resolve(test.model, settings: test.settings)
        }
        #expect(test.error.description == test.text)
    }
}
