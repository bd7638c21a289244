import Forge
import TLS
import Testing
import X509

@testable import ScenarioFormat

struct TurnedSetupTests {
    @Test func `the leaf of the baseline setup becomes a client certificate`() throws {
        let turned = Setup.standard.turned(to: .server)
        let leaf = try #require(turned.pki.entities["leaf"])
        #expect(leaf.extendedKeyUsage == [.clientAuth])
        #expect(leaf.subject?.rfc4514Text == "CN=alice,O=Hatpin")
        #expect(turned.presentedUser == "alice")
        #expect(turned.pki.entities["root"]?.extendedKeyUsage == nil)
        #expect(turned.serve == Setup.standard.serve && turned.trust == Setup.standard.trust)
    }

    @Test(arguments: [
        ([ObjectIdentifier.serverAuth], [ObjectIdentifier.clientAuth]),
        ([.clientAuth], [.serverAuth]),
        ([.clientAuth, .serverAuth], [.serverAuth, .clientAuth]),
        ([.emailProtection], [.emailProtection]),
        ([], []),
    ])
    func `serverAuth and clientAuth are swapped`(
        stated: [ObjectIdentifier],
        turned: [ObjectIdentifier]
    ) {
        var setup = Setup.standard
        setup.pki.entities["intermediate"]?.extendedKeyUsage = stated
        setup.pki.entities["leaf"]?.extendedKeyUsage = stated
        let entities = setup.turned(to: .server).pki.entities
        #expect(entities["intermediate"]?.extendedKeyUsage == turned)
        #expect(entities["leaf"]?.extendedKeyUsage == turned)
    }

    @Test func `a stated subject is kept, and its common name is the user`() throws {
        var setup = Setup.standard
        setup.pki.entities["leaf"]?.subject = try Name(rfc4514: "CN=bob,O=Hatpin")
        let turned = setup.turned(to: .server)
        #expect(turned.presentedUser == "bob" && turned.claimedUser == "bob")
        var admin = turned
        admin.conduct.user = "admin"
        #expect(admin.claimedUser == "admin" && admin.isOfServers && !turned.isOfServers)
    }

    @Test func `a setup that tests clients is unchanged`() {
        #expect(Setup.standard.turned(to: .client) == Setup.standard)
    }
}
