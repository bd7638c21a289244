import Crypto
import Forge
import TestSupport
import Testing
import X509

@testable import ClientModels
@testable import PathValidation

/// A server with several host names, and an application that connects to it.
enum AndroidFixture {
    static let fixture = Fixture([
        "root": .root(),
        "other-root": .root(),
        "debug-root": .root(),
        "intermediate": .intermediate("root"),
        "leaf": .leaf("intermediate", "android.com", "developer.android.com", "google.com"),
        "debugged": .leaf("debug-root", "android.com", "developer.android.com", "google.com"),
    ])

    /// Returns the input of a client at the server, or at a proxy below the debug root.
    static func presented(isDebugged: Bool = false, user: [String] = []) throws -> Presented {
        var presented = try fixture.presented(
            isDebugged ? ["debugged"] : ["leaf", "intermediate"],
            system: ["root"],
            user: user
        )
        for entity in ["root", "other-root", "debug-root"] {
            presented.entities[entity] = try fixture.certificate(entity)
        }
        return presented
    }
}

/// Writes an element of a configuration in short form.
func xml(
    _ name: String,
    _ attributes: [String: String] = [:],
    _ text: String = "",
    _ children: [MarkupElement] = []
) -> MarkupElement {
    MarkupElement(name, attributes: attributes, children: children, text: text)
}

/// `network-security-config` with these entries.
func config(_ entries: MarkupElement...) -> MarkupElement {
    xml("network-security-config", [:], "", entries)
}

/// Returns a `domain-config` with these names.
func entry(
    _ domains: String...,
    includeSubdomains: Bool? = nil,
    with rest: [MarkupElement] = []
) -> MarkupElement {
    let attributes = includeSubdomains.map { ["includeSubdomains": "\($0)"] } ?? [:]
    return xml("domain-config", [:], "", domains.map { xml("domain", attributes, $0) } + rest)
}

/// `trust-anchors` with these sources.
func anchors(_ sources: String..., overridePins: Bool? = nil) -> MarkupElement {
    let certificates = sources.map { source in
        var attributes = ["src": source]
        if let overridePins { attributes["overridePins"] = "\(overridePins)" }
        return xml("certificates", attributes)
    }
    return xml("trust-anchors", [:], "", certificates)
}

/// Returns a `pin-set` with the pins of these entities, or with these texts.
func pinSet(
    of entities: String...,
    texts: [String] = [],
    expiration: String? = nil
) throws
    -> MarkupElement
{
    let pins = try entities.map(AndroidFixture.fixture.spkiSHA256) + texts
    return xml(
        "pin-set",
        expiration.map { ["expiration": $0] } ?? [:],
        "",
        pins.map { xml("pin", ["digest": "SHA-256"], $0) }
    )
}
