import Basics
import Forge
import ScenarioFormat
import X509

// Trust anchors (RFC 5280 §6.1.1 (d)). Each is one literal; a new one needs nothing else.

extension Defect {
    static let ofAnchors = [
        Defect("unknown-root", "Is judged by a client that trusts another root.") { setup, _ in
            setup.pki.entities["other-root"] = Entity(role: .rootCA, issuer: .itself)
            setup.trust = ["other-root"]
        },
        Defect("no-anchor", "Is judged by a client that trusts no root.") { setup, _ in
            setup.trust = []
        },
        Defect(
            "look-alike-root",
            "Is judged by a client that trusts a root of the same name."
        ) { setup, choices in
            var root = Entity(role: .rootCA, issuer: .itself)
            root.subject = Name((.organization, "Hatpin"), (.commonName, "root"))
            if choices.chance(50) { root.serial = [1] }
            setup.pki.entities["other-root"] = root
            setup.trust = ["other-root"]
        },
        Defect(
            "two-roots-of-a-name",
            "Is judged by a client that trusts two roots of one name.",
            isAccepted: true
        ) { setup, choices in
            var root = Entity(role: .rootCA, issuer: .itself)
            root.subject = Name((.organization, "Hatpin"), (.commonName, "root"))
            setup.pki.entities["other-root"] = root
            setup.trust.insert("other-root", near: choices.below(2))
        },
        Defect(
            "intermediate-trusted",
            "Is judged by a client that trusts the intermediate.",
            isAccepted: true
        ) { setup, choices in
            setup.trust = choices.chance(50) ? ["intermediate", "root"] : ["intermediate"]
        },
        Defect(
            "leaf-trusted",
            "Is judged by a client that trusts the leaf.",
            isAccepted: true
        ) { setup, choices in
            setup.trust = choices.chance(50) ? ["leaf", "root"] : ["leaf"]
        },
        Defect(
            "self-signed-trusted",
            "Is self-signed, and trusted itself.",
            isAccepted: true
        ) { setup, _ in
            setup.pki.entities["leaf"]?.issuer = .itself
            setup.serve = ["leaf"]
            setup.trust = ["leaf"]
        },
        Defect(
            "other-leaf-trusted",
            "Is judged by a client that trusts another server."
        ) { setup, _ in
            var server = Entity(role: .endEntity, issuer: .entity("intermediate"))
            server.subjectAlternativeNames = [.dns("www.example.test")]
            setup.pki.entities["server"] = server
            setup.trust = ["server"]
        },
        Defect(
            "renewed-root",
            "Is judged by a client that has its root's next certificate.",
            isAccepted: true
        ) { setup, choices in
            setup.pki.entities["new-root"] = .twin(of: "root", issuer: .itself)
            setup.trust = ["new-root"]
            if choices.chance(50) { setup.serve.append("root") }
        },
        Defect(
            "expired-root-too",
            "Is judged by a client that has its root's last certificate too.",
            isAccepted: true
        ) { setup, choices in
            var root = Entity.twin(of: "root", issuer: .itself)
            root.notBefore = .relative(-900 * day)
            root.notAfter = .relative(-day)
            setup.pki.entities["old-root"] = root
            setup.trust.insert("old-root", near: choices.below(2))
        },
        Defect(
            "many-anchors",
            "Is judged by a client that trusts many roots.",
            isAccepted: true
        ) { setup, choices in
            for number in 0..<(5 * (1 + choices.below(4))) {
                setup.pki.entities["root-\(number)"] = Entity(role: .rootCA, issuer: .itself)
                setup.trust.insert("root-\(number)", at: 0)
            }
        },
    ]
}
