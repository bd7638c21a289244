import Forge
import Testing
import X509

@Suite struct CopyTests {
    private func forge(_ copy: Entity) throws -> ForgedPKI {
        try baselineSetup { $0.entities["copy"] = copy }.forge(seed: 1, at: now)
    }

    @Test(arguments: ["root", "intermediate"])
    func `the copy of a CA is a CA even if the copy issues no certificate`(_ name: String) throws {
        var copy = Entity(role: .endEntity, issuer: .entity("root"))
        copy.copy = name
        let forged = try forge(copy)
        let (original, look) = (try forged.decoded(name), try forged.decoded("copy"))
        #expect(look.bytes(look.subject) == original.bytes(original.subject))
        #expect(look.extensions.basicConstraints == original.extensions.basicConstraints)
        #expect(look.extensions.keyUsage == original.extensions.keyUsage)
        #expect(look.extensions.subjectAlternativeNames == nil)
        #expect(look.validity == original.validity)
    }

    @Test func `the copy of an end entity is a CA if the copy issues certificates`() throws {
        var copy = Entity(role: .intermediateCA, issuer: .entity("root"))
        copy.copy = "leaf"
        #expect(try forge(copy).decoded("copy").extensions.basicConstraints?.isCA == true)
    }

    @Test func `a copy has the policies of its original, except for stated policies`() throws {
        let pki = baselineSetup {
            $0.entities["leaf"]?.policies = [.anyPolicy]
            $0.entities["leaf"]?.policyMappings = [.init(.serverAuth, .clientAuth)]
            $0.entities["leaf"]?.policyConstraints = .init(requireExplicitPolicy: 1)
            $0.entities["leaf"]?.inhibitAnyPolicy = 2
            var copy = Entity(role: .endEntity, issuer: .entity("root"))
            copy.copy = "leaf"
            copy.inhibitAnyPolicy = 3
            $0.entities["copy"] = copy
        }
        let certificate = try pki.forge(seed: 1, at: now).decoded("copy")
        let extensions = certificate.extensions
        #expect(extensions.certificatePolicies?.count == 1)
        #expect(extensions.policyMappings?.count == 1)
        #expect(extensions.policyConstraints?.requireExplicitPolicy == 1)
        #expect(extensions.inhibitAnyPolicy == 3)
    }
}
