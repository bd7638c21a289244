import Basics
import Forge
import ScenarioFormat
import X509

// Defects of the served certificates and their order (RFC 5280 §6.1, RFC 8446 §4.4.2). Each defect
// is one literal.

extension Defect {
    static let ofPaths = [
        Defect("no-intermediate", "The server does not send the intermediate.") { setup, _ in
            setup.serve.removeAll { $0 == "intermediate" }
        },
        Defect("root-too", "The server also sends the root.", isAccepted: true) { setup, _ in
            setup.serve.append("root")
        },
        Defect(
            "reversed",
            "The server sends the issuers in reverse order.",
            isAccepted: true
        ) { setup, _ in
            setup.serve = setup.serve.prefix(1) + (["root"] + setup.serve.dropFirst())
        },
        Defect("leaf-last", "The server sends the leaf last.") { setup, _ in
            setup.serve = Array(setup.serve.dropFirst() + setup.serve.prefix(1))
        },
        Defect("twice", "The server sends certificates twice.", isAccepted: true) {
            setup,
            choices in
            let again = choices.one(of: setup.serve) ?? "leaf"
            setup.serve.append(again)
        },
        Defect("nothing-but-the-root", "The server only sends the root.") { setup, _ in
            setup.serve = ["root"]
        },
        Defect(
            "stranger",
            "The server also sends an unrelated certificate.",
            isAccepted: true
        ) { setup, choices in
            setup.pki.entities["stranger"] = Entity(role: .endEntity, issuer: .itself)
            setup.serve.insert("stranger", near: 1 + choices.below(setup.serve.count))
        },
        Defect("longer", "Has further intermediates.", isAccepted: true) { setup, choices in
            var issuer = "root"
            for number in 1...(1 + choices.below(4)) {
                let name = "intermediate-\(number)"
                setup.pki.entities[name] = Entity(role: .intermediateCA, issuer: .entity(issuer))
                setup.serve.insert(name, near: 2)
                issuer = name
            }
            setup.pki.entities["intermediate"]?.issuer = .entity(issuer)
        },
        Defect("too-long", "Has more intermediates than the path length allows.") {
            setup,
            choices in
            setup.pki.entities["upper"] = Entity(role: .intermediateCA, issuer: .entity("root"))
            setup.pki.entities["upper"]?.pathLength = 0
            setup.pki.entities["intermediate"]?.issuer = .entity("upper")
            setup.serve.append("upper")
        },
        Defect("shorter", "The root issues the leaf.", isAccepted: true) { setup, _ in
            setup.pki.entities["leaf"]?.issuer = .entity("root")
            setup.serve.removeAll { $0 == "intermediate" }
        },
        Defect("self-signed", "The leaf is self-signed.") { setup, _ in
            setup.pki.entities["leaf"]?.issuer = .itself
        },
        Defect("issued-by-a-server", "Another server's certificate issues the leaf.") { setup, _ in
            var server = Entity(role: .endEntity, issuer: .entity("intermediate"))
            server.isCA = false
            server.keyUsage = [.digitalSignature]
            server.extendedKeyUsage = [.serverAuth]
            server.subjectAlternativeNames = [.dns("other.example.test")]
            setup.pki.entities["server"] = server
            setup.pki.entities["leaf"]?.issuer = .entity("server")
            setup.serve.insert("server", near: 1)
        },
        Defect(
            "expired-twin",
            "The server sends an expired certificate of the intermediate before the valid "
                + "certificate.",
            isAccepted: true
        ) { setup, _ in
            var twin = Entity.twin(of: "intermediate", issuer: .entity("root"))
            twin.notBefore = .relative(-90 * day)
            twin.notAfter = .relative(-day)
            setup.pki.entities["twin"] = twin
            setup.serve.insert("twin", near: 1)
        },
        Defect(
            "constrained-twin",
            "The server first sends a certificate with the intermediate's key that may not "
                + "issue the leaf.",
            isAccepted: true
        ) { setup, choices in
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
            setup.pki.entities["twin"] = twin
            setup.serve.insert("twin", near: 1)
        },
        Defect(
            "namesake",
            "The server first sends another certificate with the intermediate's name.",
            isAccepted: true
        ) { setup, _ in
            var namesake = Entity(role: .intermediateCA, issuer: .entity("root"))
            namesake.subject = Name((.organization, "Hatpin"), (.commonName, "intermediate"))
            setup.pki.entities["namesake"] = namesake
            setup.serve.insert("namesake", near: 1)
        },
        Defect(
            "cross-signed",
            "The anchor is another root, which cross-signed the first root.",
            isAccepted: true
        ) { setup, choices in
            setup.pki.entities["other-root"] = Entity(role: .rootCA, issuer: .itself)
            setup.pki.entities["cross"] = .twin(of: "root", issuer: .entity("other-root"))
            setup.serve.append("cross")
            setup.trust = choices.chance(50) ? ["other-root", "root"] : ["other-root"]
        },
        Defect(
            "cross-signed-badly",
            "The server sends an expired cross-certificate and a valid path.",
            isAccepted: true
        ) { setup, choices in
            setup.pki.entities["other-root"] = Entity(role: .rootCA, issuer: .itself)
            var cross = Entity.twin(of: "intermediate", issuer: .entity("other-root"))
            cross.notBefore = .relative(-90 * day)
            cross.notAfter = .relative(-day)
            setup.pki.entities["cross"] = cross
            setup.serve.insert("cross", near: 1)
            setup.trust.insert("other-root", near: choices.below(2))
        },
        Defect("circle", "Two intermediates issue each other.") { setup, _ in
            // Entities in a file cannot refer to each other in a circle. Therefore the issuer that
            // closes the circle also has a self-signed certificate, which is not served.
            setup.pki.entities["circle"] = Entity(role: .rootCA, issuer: .itself)
            setup.pki.entities["closing"] = .twin(of: "circle", issuer: .entity("intermediate"))
            setup.pki.entities["intermediate"]?.issuer = .entity("circle")
            setup.serve.append("closing")
        },
    ]
}

extension Entity {
    /// Returns another certificate for the subject and key of the entity `name`.
    static func twin(of name: String, issuer: Issuer) -> Entity {
        var twin = Entity(role: .endEntity, issuer: issuer)
        twin.copy = name
        twin.keyOf = name
        return twin
    }
}

extension [String] {
    /// Inserts a name at an index, or at the end if other defects have removed too many elements.
    mutating func insert(_ name: String, near index: Int) {
        insert(name, at: Swift.min(index, count))
    }
}
