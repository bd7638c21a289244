import Basics
import Forge
import ScenarioFormat
import X509

// Trust anchors (RFC 5280 §6.1.1 (d)). Each is one literal; a new one needs nothing else.

extension Defect {
    static let ofAnchors = [
        Defect("unknown-root", "Is judged by a client that trusts another root.") { world, _ in
            world.pki.entities["other-root"] = Entity(role: .rootCA, issuer: .itself)
            world.trust = ["other-root"]
        },
        Defect("no-anchor", "Is judged by a client that trusts no root.") { world, _ in
            world.trust = []
        },
        Defect(
            "look-alike-root",
            "Is judged by a client that trusts a root of the same name."
        ) { world, choices in
            var root = Entity(role: .rootCA, issuer: .itself)
            root.subject = Name((.organization, "Hatpin"), (.commonName, "root"))
            if choices.chance(50) { root.serial = [1] }
            world.pki.entities["other-root"] = root
            world.trust = ["other-root"]
        },
        Defect(
            "two-roots-of-a-name",
            "Is judged by a client that trusts two roots of one name.",
            isAccepted: true
        ) { world, choices in
            var root = Entity(role: .rootCA, issuer: .itself)
            root.subject = Name((.organization, "Hatpin"), (.commonName, "root"))
            world.pki.entities["other-root"] = root
            world.trust.insert("other-root", near: choices.below(2))
        },
        Defect(
            "intermediate-trusted",
            "Is judged by a client that trusts the intermediate.",
            isAccepted: true
        ) { world, choices in
            world.trust = choices.chance(50) ? ["intermediate", "root"] : ["intermediate"]
        },
        Defect(
            "leaf-trusted",
            "Is judged by a client that trusts the leaf.",
            isAccepted: true
        ) { world, choices in
            world.trust = choices.chance(50) ? ["leaf", "root"] : ["leaf"]
        },
        Defect(
            "self-signed-trusted",
            "Is self-signed, and trusted itself.",
            isAccepted: true
        ) { world, _ in
            world.pki.entities["leaf"]?.issuer = .itself
            world.serve = ["leaf"]
            world.trust = ["leaf"]
        },
        Defect(
            "other-leaf-trusted",
            "Is judged by a client that trusts another server."
        ) { world, _ in
            var server = Entity(role: .endEntity, issuer: .entity("intermediate"))
            server.subjectAlternativeNames = [.dns("www.example.test")]
            world.pki.entities["server"] = server
            world.trust = ["server"]
        },
        Defect(
            "renewed-root",
            "Is judged by a client that has its root's next certificate.",
            isAccepted: true
        ) { world, choices in
            world.pki.entities["new-root"] = .twin(of: "root", issuer: .itself)
            world.trust = ["new-root"]
            if choices.chance(50) { world.serve.append("root") }
        },
        Defect(
            "expired-root-too",
            "Is judged by a client that has its root's last certificate too.",
            isAccepted: true
        ) { world, choices in
            var root = Entity.twin(of: "root", issuer: .itself)
            root.notBefore = .relative(-900 * day)
            root.notAfter = .relative(-day)
            world.pki.entities["old-root"] = root
            world.trust.insert("old-root", near: choices.below(2))
        },
        Defect(
            "many-anchors",
            "Is judged by a client that trusts many roots.",
            isAccepted: true
        ) { world, choices in
            for number in 0..<(5 * (1 + choices.below(4))) {
                world.pki.entities["root-\(number)"] = Entity(role: .rootCA, issuer: .itself)
                world.trust.insert("root-\(number)", at: 0)
            }
        },
    ]
}
