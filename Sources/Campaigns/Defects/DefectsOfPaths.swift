import Basics
import Forge
import ScenarioFormat
import X509

// The set of certificates and the order of the chain (RFC 5280 §6.1, RFC 8446 §4.4.2). Each is
// one literal; a new one needs nothing else.

extension Defect {
    static let ofPaths = [
        Defect("no-intermediate", "Does not serve the intermediate.") { world, _ in
            world.serve.removeAll { $0 == "intermediate" }
        },
        Defect("root-too", "Serves the root too.", isAccepted: true) { world, _ in
            world.serve.append("root")
        },
        Defect(
            "reversed",
            "Serves the issuers first after the leaf.",
            isAccepted: true
        ) { world, _ in
            world.serve = world.serve.prefix(1) + (["root"] + world.serve.dropFirst())
        },
        Defect("leaf-last", "Serves the leaf last.") { world, _ in
            world.serve = Array(world.serve.dropFirst() + world.serve.prefix(1))
        },
        Defect("twice", "Serves certificates twice.", isAccepted: true) { world, choices in
            let again = choices.one(of: world.serve) ?? "leaf"
            world.serve.append(again)
        },
        Defect("nothing-but-the-root", "Serves the root alone.") { world, _ in
            world.serve = ["root"]
        },
        Defect(
            "stranger",
            "Serves a certificate that has to do with nothing.",
            isAccepted: true
        ) { world, choices in
            world.pki.entities["stranger"] = Entity(role: .endEntity, issuer: .itself)
            world.serve.insert("stranger", near: 1 + choices.below(world.serve.count))
        },
        Defect("longer", "Has more intermediates.", isAccepted: true) { world, choices in
            var issuer = "root"
            for number in 1...(1 + choices.below(4)) {
                let name = "intermediate-\(number)"
                world.pki.entities[name] = Entity(role: .intermediateCA, issuer: .entity(issuer))
                world.serve.insert(name, near: 2)
                issuer = name
            }
            world.pki.entities["intermediate"]?.issuer = .entity(issuer)
        },
        Defect("too-long", "Has more intermediates than a path length allows.") { world, choices in
            world.pki.entities["upper"] = Entity(role: .intermediateCA, issuer: .entity("root"))
            world.pki.entities["upper"]?.pathLength = 0
            world.pki.entities["intermediate"]?.issuer = .entity("upper")
            world.serve.append("upper")
        },
        Defect("shorter", "Is issued by the root itself.", isAccepted: true) { world, _ in
            world.pki.entities["leaf"]?.issuer = .entity("root")
            world.serve.removeAll { $0 == "intermediate" }
        },
        Defect("self-signed", "Is signed by its own key.") { world, _ in
            world.pki.entities["leaf"]?.issuer = .itself
        },
        Defect("issued-by-a-server", "Is issued by another server's certificate.") { world, _ in
            var server = Entity(role: .endEntity, issuer: .entity("intermediate"))
            server.isCA = false
            server.keyUsage = [.digitalSignature]
            server.extendedKeyUsage = [.serverAuth]
            server.subjectAlternativeNames = [.dns("other.example.test")]
            world.pki.entities["server"] = server
            world.pki.entities["leaf"]?.issuer = .entity("server")
            world.serve.insert("server", near: 1)
        },
        Defect(
            "expired-twin",
            "Serves an expired certificate of its intermediate before the one that is valid.",
            isAccepted: true
        ) { world, _ in
            var twin = Entity.twin(of: "intermediate", issuer: .entity("root"))
            twin.notBefore = .relative(-90 * day)
            twin.notAfter = .relative(-day)
            world.pki.entities["twin"] = twin
            world.serve.insert("twin", near: 1)
        },
        Defect(
            "constrained-twin",
            "Serves before its intermediate one of the same key that may not issue it.",
            isAccepted: true
        ) { world, choices in
            var twin = Entity.twin(of: "intermediate", issuer: .entity("root"))
            switch choices.below(3) {
            case 0:
                twin.nameConstraints = Entity.NameConstraints(
                    permitted: [.dns("example.com")],
                    excluded: []
                )
            case 1: twin.isCA = false
            default: twin.extendedKeyUsage = [.clientAuth]
            }
            world.pki.entities["twin"] = twin
            world.serve.insert("twin", near: 1)
        },
        Defect(
            "namesake",
            "Serves before its intermediate another of its name.",
            isAccepted: true
        ) { world, _ in
            var namesake = Entity(role: .intermediateCA, issuer: .entity("root"))
            namesake.subject = Name((.organization, "Hatpin"), (.commonName, "intermediate"))
            world.pki.entities["namesake"] = namesake
            world.serve.insert("namesake", near: 1)
        },
        Defect(
            "cross-signed",
            "Is anchored by another root that signed its own.",
            isAccepted: true
        ) { world, choices in
            world.pki.entities["other-root"] = Entity(role: .rootCA, issuer: .itself)
            world.pki.entities["cross"] = .twin(of: "root", issuer: .entity("other-root"))
            world.serve.append("cross")
            world.trust = choices.chance(50) ? ["other-root", "root"] : ["other-root"]
        },
        Defect(
            "cross-signed-badly",
            "Has a cross-certificate that ended, beside a good path.",
            isAccepted: true
        ) { world, choices in
            world.pki.entities["other-root"] = Entity(role: .rootCA, issuer: .itself)
            var cross = Entity.twin(of: "intermediate", issuer: .entity("other-root"))
            cross.notBefore = .relative(-90 * day)
            cross.notAfter = .relative(-day)
            world.pki.entities["cross"] = cross
            world.serve.insert("cross", near: 1)
            world.trust.insert("other-root", near: choices.below(2))
        },
        Defect("circle", "Has two intermediates that issue each other.") { world, _ in
            // Entities in a file cannot refer to each other in a circle: the issuer that closes it
            // has
            // another certificate, which is not served.
            world.pki.entities["circle"] = Entity(role: .rootCA, issuer: .itself)
            world.pki.entities["closing"] = .twin(of: "circle", issuer: .entity("intermediate"))
            world.pki.entities["intermediate"]?.issuer = .entity("circle")
            world.serve.append("closing")
        },
    ]
}

extension Entity {
    /// Another certificate of the same subject and key.
    static func twin(of name: String, issuer: Issuer) -> Entity {
        var twin = Entity(role: .endEntity, issuer: issuer)
        twin.copy = name
        twin.keyOf = name
        return twin
    }
}

extension [String] {
    /// Inserts a name at an index, or at the end if other defects have removed too many.
    mutating func insert(_ name: String, near index: Int) {
        insert(name, at: Swift.min(index, count))
    }
}
