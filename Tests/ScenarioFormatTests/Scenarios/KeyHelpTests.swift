import Testing

@testable import ScenarioFormat

/// The descriptions of keys.
struct KeyHelpTests {
    @Test func `describes a key of an entity`() {
        #expect(
            ScenarioLibrary.help(for: "leaf.valid")
                == KeyHelp(
                    path: "leaf.valid",
                    about: "FROM..TO, relative to now or as instants",
                    isBuilt: true,
                    takes: "text",
                    words: [:],
                    examples: ["-1d..+90d", "-90d..-1d", "2026-01-01..2026-12-31"],
                    keys: []
                )
        )
        #expect(
            ScenarioLibrary.help(for: "pki.rogue.valid")?.about
                == ScenarioLibrary.help(for: "leaf.valid")?.about
        )
    }

    @Test func `lists the words and nested keys that are allowed below a key`() {
        #expect(
            ScenarioLibrary.help(for: "network.address")?.words.keys.sorted()
                == ["127.0.0.2", "ipv4", "ipv6"]
        )
        let proxy = ScenarioLibrary.help(for: "network.proxy")
        #expect(proxy?.keys == ["mints-under", "serves", "tls"])
        #expect(ScenarioLibrary.help(for: "network.proxy.listens")?.isBuilt == false)
        #expect(ScenarioLibrary.help(for: "leaf.vlaid") == nil)
    }

    @Test func `describes every key`() {
        func walk(_ path: String) {
            guard let help = ScenarioLibrary.help(for: path) else {
                Issue.record("\(path) has no description")
                return
            }
            #expect(!help.about.isEmpty, "\(path)")
            for key in help.keys { walk(path.isEmpty ? key : path + "." + key) }
        }
        walk("")
    }
}
