import Foundation

/// Returns the cases that selectors such as `names/*` match, as arguments of a test.
///
/// ```swift
/// @Test(arguments: try await hatpinCases("names/*", "time/*"))
/// func client(_ hatpin: HatpinCase) async throws {
///     try await hatpin.run { world in try await fetch(world.url, trusting: world.ca) }
/// }
/// ```
///
/// `can` lists abilities of the client for further cases, and `speaks` is its protocol. The function
/// throws if no case applies to the client, because a test without arguments would pass.
public func hatpinCases(
    _ selectors: String...,
    can: [String] = [],
    speaks: String? = nil
) async throws -> [HatpinCase] {
    var ids: [String] = []
    var reason: String?
    for selector in selectors {
        let listed = try await Lab.shared.ask(.init(cases: selector, speaks: speaks, can: can))
        ids += (listed.cases ?? []).compactMap { $0["case"] }.filter { !ids.contains($0) }
        reason = listed.excluded?.first?["reason"] ?? reason
    }
    if !ids.isEmpty { return ids.map { HatpinCase(id: $0, can: can, speaks: speaks) } }
    throw HatpinFailure("hatpin: no case applies to the client: \(reason ?? "name a selector")")
}

/// A case of Hatpin.
public struct HatpinCase: Hashable, Codable, Sendable, CustomStringConvertible {
    /// The id of the case, such as `time/expired-leaf`.
    public let id: String
    let can: [String]
    let speaks: String?

    /// The id.
    public var description: String { id }

    /// Runs a client with this case, and again with the control if the lab asks for it.
    ///
    /// Whether `body` throws does not decide: the server sees whether the client has accepted.
    /// The method throws the result in a sentence if the client decided wrongly. `name` is the
    /// client's name in it, by default the line of the call. Clients of the same name share their
    /// controls, so a test that runs several clients in one line must name them.
    public func run(
        name: String? = nil,
        file: String = #fileID,
        line: Int = #line,
        _ body: (HatpinWorld) async throws -> Void
    ) async throws {
        var failure: (any Error)?
        let client = name ?? "\(file):\(line)"
        let first = LabRequest(case: id, client: client, speaks: speaks, can: can)
        var answer = try await Lab.shared.ask(first)
        while let world = answer.world {
            failure = nil
            do { try await body(world) } catch { failure = error }
            let (says, isOK) = (failure.map { "\($0)" }, failure == nil)
            answer = try await Lab.shared.ask(.init(says: says, verdict: answer.id, accepted: isOK))
        }
        let sentence = "\(answer.sentence ?? id)\n\(answer.command ?? "")"
        guard answer.passed == true else { throw HatpinFailure(sentence) }
        // The client has accepted as it must, so this is about something else.
        if let failure, answer.verdict == "accept" { throw failure }
    }
}

/// A failed case, or a lab that cannot be used.
public struct HatpinFailure: Error, CustomStringConvertible {
    /// The failure in a sentence.
    public let description: String

    init(_ description: String) { self.description = description }
}

/// The setup of a case.
///
/// The properties are members of the lab's answer.
public struct HatpinWorld: Decodable, Sendable {
    /// The URL that the client requests, and its parts; `host` leads nowhere: dial `address`.
    public let url, host, hosts, address, path, token: String
    /// The port to dial.
    public let port: Int
    /// The path of a PEM file with the trust anchors.
    public let ca: String
    /// The paths of PEM files, if the client has a certificate.
    public let clientCertificate, clientKey: String?
    /// The notations of each pin, if the client has pins.
    public let pins: [[String: String]]?

    private enum CodingKeys: String, CodingKey {
        case url, host, hosts, address, path, token, port, ca, pins
        case clientCertificate = "client-certificate", clientKey = "client-key"
    }
}
