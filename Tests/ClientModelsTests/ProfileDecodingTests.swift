import Forge
import TestSupport
import Testing
import X509

@testable import ClientModels
@testable import PathValidation

/// Violations of DER under each profile; the leniency of one has no effect on another.
@Suite struct ProfileDecodingTests {
    /// A chain with one violation of DER, and the profiles that accept it.
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// The names of the profiles that accept the chain, in alphabetical order.
        let accepting: [String]
        let rejection: Rejection.Code
        let change: @Sendable (inout [String: Entity]) -> Void

        init(
            _ description: String,
            _ accepting: [String],
            else rejection: Rejection.Code,
            change: @escaping @Sendable (inout [String: Entity]) -> Void
        ) {
            (testDescription, self.accepting) = (description, accepting)
            (self.rejection, self.change) = (rejection, change)
        }

        /// Damage to an entity.
        init(
            _ mutation: String,
            of name: String,
            _ accepting: [String],
            else rejection: Rejection.Code
        ) {
            self.init("\(mutation), \(name)", accepting, else: rejection) {
                $0[name]?.mutate = [mutation]
            }
        }

        /// Creates an extension of an entity with this value.
        init(
            _ description: String,
            of name: String,
            _ place: String,
            _ value: String,
            _ accepting: [String],
            else rejection: Rejection.Code
        ) {
            self.init("\(description), \(name)", accepting, else: rejection) {
                $0[name]?.raw = [.set(path: place, encoding: hexBytes(value)), .resign]
            }
        }
    }

    private static let everybody = PathProfile.catalogue.map(\.name).sorted()
    private static let keyUsage = "extensions.keyUsage.value"
    private static let notBefore = "tbsCertificate.validity.notBefore"
    private static let names = "extensions.subjectAltName.value"

    private static let cases: [Case] = [
        Case("nothing", everybody, else: .malformed) { _ in },
        // As in Trustwave's roots.
        Case(
            "zeros after keyCertSign and cRLSign",
            of: "root",
            keyUsage,
            "0303070600",
            ["apple", "legacy", "reference"],
            else: .badExtension
        ),
        Case(
            "zeros after keyCertSign and cRLSign",
            of: "intermediate",
            keyUsage,
            "0303070600",
            ["apple", "legacy", "reference"],
            else: .badExtension
        ),
        Case(
            "no zeros after them",
            of: "root",
            keyUsage,
            "03020106",
            everybody,
            else: .badExtension
        ),
        Case(
            "zeros after digitalSignature",
            of: "leaf",
            keyUsage,
            "03020080",
            ["apple", "legacy", "reference"],
            else: .badExtension
        ),
        Case(
            "a bit after the last named one",
            of: "leaf",
            keyUsage,
            "0303068040",
            ["legacy"],
            else: .badExtension
        ),
        Case("ber-boolean", of: "intermediate", ["legacy"], else: .badExtension),
        Case("explicit-default-false", of: "leaf", ["apple", "legacy"], else: .badExtension),
        Case("explicit-non-critical", of: "leaf", ["apple", "legacy"], else: .malformed),
        Case("explicit-default-version", of: "leaf", ["legacy"], else: .malformed),
        Case("non-minimal-length", of: "leaf", ["legacy"], else: .malformed),
        Case("non-minimal-length", of: "root", ["legacy"], else: .unknownIssuer),
        Case("non-minimal-serial", of: "leaf", [], else: .malformed),
        Case(
            "minutes, but no seconds",
            of: "leaf",
            notBefore,
            "170b 32363131323030303030 5a",
            ["apple", "legacy"],
            else: .malformed
        ),
        Case(
            "an hour ahead of UTC",
            of: "leaf",
            notBefore,
            "1711 323631313230303030303030 2b30313030",
            ["apple", "legacy"],
            else: .malformed
        ),
        Case("time-with-fraction", of: "leaf", [], else: .malformed),
        Case("trailing-bytes", of: "leaf", [], else: .malformed),
        Case(
            "a name with a non-ASCII byte",
            of: "leaf",
            names,
            "3016 82 10 7777772e6578616d706c652e74657374 82 02 c3a9",
            ["apple", "legacy"],
            else: .badExtension
        ),
        Case(
            "the name and an otherName without a value",
            of: "leaf",
            names,
            "3018 82 10 7777772e6578616d706c652e74657374 a0 04 0602 2a03",
            ["apple"],
            else: .badExtension
        ),
    ]

    /// Every profile checks the same bytes, in order and in reverse: all of them share one cache.
    @Test(arguments: cases)
    func `decodes according to each profile`(_ testcase: Case) throws {
        var entities = [
            "root": Entity.root(),
            "intermediate": .intermediate("root"),
            "leaf": .leaf("intermediate", "www.example.test"),
        ]
        testcase.change(&entities)
        let presented = try Fixture(entities)
            .presented(["leaf", "intermediate"], system: ["root"])
        let policies = try PathProfile.catalogue.map { profile in
            let settings = ["profile": profile.name]
            let model = try PolicyModel.resolve("reference", settings: settings)
            return (profile.name, model.policy)
        }
        for (name, policy) in policies + policies.reversed() {
            switch policy.evaluate(presented, for: .dns("www.example.test")).verdict {
            case .accept: #expect(testcase.accepting.contains(name), "\(name)")
            case .reject(let rejection):
                #expect(!testcase.accepting.contains(name), "\(name): \(rejection)")
                #expect(rejection.code == testcase.rejection, "\(name)")
            }
        }
    }

    /// The models of Apple's clients decode as the platform does.
    @Test(arguments: cases)
    func `the models of Apple's clients decode certificates as the profile apple does`(
        _ testcase: Case
    ) throws {
        var entities = [
            "root": Entity.root(),
            "intermediate": .intermediate("root"),
            "leaf": .leaf("intermediate", "www.example.test"),
        ]
        testcase.change(&entities)
        let presented = try Fixture(entities)
            .presented(["leaf", "intermediate"], system: ["root"], pins: ["leaf", "root"])
        for model in ["urlsession", "alamofire", "afnetworking"] {
            let policy = try PolicyModel.resolve(model).policy
            switch policy.evaluate(presented, for: .dns("www.example.test")).verdict {
            case .accept: #expect(testcase.accepting.contains("apple"), "\(model)")
            case .reject(let rejection):
                #expect(!testcase.accepting.contains("apple"), "\(model): \(rejection)")
            }
        }
    }

    @Test(arguments: [true, false])
    func `accepts a pin on an anchor that decodes only with a leniency`(isKey: Bool) throws {
        let fixture = Fixture([
            "root": .root {
                $0.raw = [
                    .set(path: Self.keyUsage, encoding: hexBytes("0303070600")), .resign,
                ]
            },
            "leaf": .leaf("root", "www.example.test"),
        ])
        var presented = try fixture.presented(["leaf"], system: ["root"])
        let root = try fixture.certificate("root")
        presented.pins = [isKey ? .key(of: root) : .certificate(root)]
        let policy = try PolicyModel.resolve("reference").policy
        let decision = policy.evaluate(presented, for: .dns("www.example.test"))
        #expect(try fixture.outline(decision).verdict == .path(["leaf", "root"]))
    }

    @Test(arguments: PathProfile.catalogue.map(\.name))
    func `each profile accepts exactly the expected leniencies`(profile: String) throws {
        let profile = try #require(PathProfile.catalogue.first { $0.name == profile })
        let names = DERRules.catalogue.filter { profile.decoding.isSuperset(of: $0.rules) }
            .map(\.name)
        switch profile.name {
        case "apple":
            #expect(
                names == [
                    "encoded-defaults", "trailing-zero-bits", "unsorted-sets", "high-ia5",
                    "loose-strings", "times-without-seconds", "times-with-offsets",
                    "keys-without-null", "opaque-names",
                ]
            )
        case "legacy":
            let openSSL = DERRules.catalogue.filter { $0.source.contains("OpenSSL") }.map(\.name)
            #expect(names == openSSL.filter { !["any-version", "any-parameters"].contains($0) })
        case "reference": #expect(names == ["trailing-zero-bits"])
        default: #expect(names == [])
        }
    }
}
