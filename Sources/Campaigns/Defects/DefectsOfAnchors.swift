import Basics
import Forge
import ScenarioFormat
import X509

// Defects of trust anchors (RFC 5280 §6.1.1 (d)). Each defect is one literal.

extension Defect {
    static let ofAnchors = [
        Defect("unknown-root", "The client trusts another root.") { setup, _ in
            setup.pki.entities["other-root"] = Entity(role: .rootCA, issuer: .itself)
            setup.trust = ["other-root"]
        },
        Defect("no-anchor", "The client trusts no root.") { setup, _ in
            setup.trust = []
        },
        Defect(
            "look-alike-root",
            "The client trusts another root with the same name."
        ) { setup, choices in
            var root = Entity(role: .rootCA, issuer: .itself)
            root.subject = Name((.organization, "Hatpin"), (.commonName, "root"))
            if choices.chance(50) { root.serial = [1] }
            setup.pki.entities["other-root"] = root
            setup.trust = ["other-root"]
        },
        Defect(
            "two-roots-of-a-name",
            "The client trusts two roots with the same name.",
            isAccepted: true
        ) { setup, choices in
            var root = Entity(role: .rootCA, issuer: .itself)
            root.subject = Name((.organization, "Hatpin"), (.commonName, "root"))
            setup.pki.entities["other-root"] = root
            setup.trust.insert("other-root", near: choices.below(2))
        },
        Defect(
            "intermediate-trusted",
            "The client trusts the intermediate.",
            isAccepted: true
        ) { setup, choices in
            setup.trust = choices.chance(50) ? ["intermediate", "root"] : ["intermediate"]
        },
        Defect(
            "leaf-trusted",
            "The client trusts the leaf.",
            isAccepted: true
        ) { setup, choices in
            setup.trust = choices.chance(50) ? ["leaf", "root"] : ["leaf"]
        },
        Defect(
            "self-signed-trusted",
            "The leaf is self-signed and trusted.",
            isAccepted: true
        ) { setup, _ in
            setup.pki.entities["leaf"]?.issuer = .itself
            setup.serve = ["leaf"]
            setup.trust = ["leaf"]
        },
        Defect(
            "other-leaf-trusted",
            "The client trusts another server's certificate."
        ) { setup, _ in
            var server = Entity(role: .endEntity, issuer: .entity("intermediate"))
            server.subjectAlternativeNames = [.dns("www.example.test")]
            setup.pki.entities["server"] = server
            setup.trust = ["server"]
        },
        Defect(
            "renewed-root",
            "The client trusts another certificate of the root, with the same key.",
            isAccepted: true
        ) { setup, choices in
            setup.pki.entities["new-root"] = .twin(of: "root", issuer: .itself)
            setup.trust = ["new-root"]
            if choices.chance(50) { setup.serve.append("root") }
        },
        Defect(
            "expired-root-too",
            "The client also trusts an expired certificate of the root, with the same key.",
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
            "The client trusts many roots.",
            isAccepted: true
        ) { setup, choices in
            for number in 0..<(5 * (1 + choices.below(4))) {
                setup.pki.entities["root-\(number)"] = Entity(role: .rootCA, issuer: .itself)
                setup.trust.insert("root-\(number)", at: 0)
            }
        },
    ]
}
